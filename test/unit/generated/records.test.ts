import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { configSchemaFile, generateConfigSchema } from './generateConfigSchema.ts';
import { generatePlainRecords, plainRecordsFile, readSchema } from './generatePlainRecords.ts';
import { generateRecordTypes, recordTypesFile } from './generateRecordTypes.ts';

/** Makes the matchers, with more keywords in one of the forms of single values. */
const generateWith = (form: string, more: object) =>
  generatePlainRecords((file) => {
    const schema = readSchema(file) as { readonly $defs?: Record<string, object> };
    const { [form]: known, ...rest } = schema.$defs ?? {};
    return known === undefined
      ? schema
      : { ...schema, $defs: { ...rest, [form]: { ...known, ...more } } };
  });

test.each([
  ['types', recordTypesFile, generateRecordTypes],
  ['matchers', plainRecordsFile, () => generateWith('verified-host', {})],
  ['names in the schema of the configuration', configSchemaFile, generateConfigSchema],
])('the generated %s are up to date', async (_what, file, generate) => {
  const generated = await generate();
  if (process.env['UPDATE_GENERATED'] === '1') await writeFile(file, generated);
  expect(await readFile(file, 'utf8')).toBe(generated);
});

test.each<[form: string, more: object]>([
  ['verified-host', { minLength: 1 }],
  ['verified-host', { pattern: '^https:' }],
  ['verified-host', { type: 'object' }],
  ['verified-host', { maxLength: 9 }],
  ['date', { pattern: undefined }],
  ['date', { minLength: 1 }],
  ['nucleotide-sequence', { minLength: 1 }],
  ['name', { minLength: 2 }],
  ['text-or-null', { format: 'date' }],
  ['unsettled', { pattern: '^[0-9]+$' }],
  ['unsettled', { minLength: 1 }],
  ['unsettled', { minimum: 0 }],
  ['natural-number', { maximum: 9 }],
  ['orientation', { type: 'string' }],
  ['color', { maxLength: 7 }],
])('a %s with %j, which matchers would pass over, is refused', async (form, more) => {
  await expect(generateWith(form, more)).rejects.toThrow('there is no matcher of');
});
