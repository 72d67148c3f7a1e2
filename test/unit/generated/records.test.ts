import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { generatePlainRecords, plainRecordsFile } from './generatePlainRecords.ts';
import { generateRecordTypes, recordTypesFile } from './generateRecordTypes.ts';

test.each([
  ['types', recordTypesFile, generateRecordTypes],
  ['matchers', plainRecordsFile, generatePlainRecords],
])('the %s in src/generated are what the schemas say', async (_what, file, generate) => {
  const generated = await generate();
  if (process.env['UPDATE_GENERATED'] === '1') await writeFile(file, generated);
  expect(await readFile(file, 'utf8')).toBe(generated);
});
