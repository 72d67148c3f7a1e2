import { readFile, writeFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { generateRecordTypes, recordTypesFile } from './generateRecordTypes.ts';

let generated: string;

beforeAll(async () => {
  generated = await generateRecordTypes();
  if (process.env['UPDATE_GENERATED'] === '1') await writeFile(recordTypesFile, generated);
});

test('the types in src/generated are what the schemas say', async () => {
  expect(await readFile(recordTypesFile, 'utf8')).toBe(generated);
});
