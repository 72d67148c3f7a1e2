import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { configSchemaFile, generateConfigSchema } from '../../../scripts/generateConfigSchema.ts';
import {
  generatePlainRecords,
  plainRecordsFile,
  readSchema,
} from '../../../scripts/generatePlainRecords.ts';
import { generateRecordTypes, recordTypesFile } from '../../../scripts/generateRecordTypes.ts';

/** Makes the matchers, with more keywords in one of the forms of single values. */
const generateWith = (form: string, more: object) =>
  generatePlainRecords((file) => {
    const schema = readSchema(file) as { readonly $defs?: Record<string, object> };
    const { [form]: known, ...rest } = schema.$defs ?? {};
    return known === undefined
      ? schema
      : { ...schema, $defs: { ...rest, [form]: { ...known, ...more } } };
  });

// Each build begins with making them.
test.each([
  ['types', recordTypesFile, generateRecordTypes],
  ['matchers', plainRecordsFile, () => generateWith('verified-host', {})],
  ['names in the schema of the configuration', configSchemaFile, generateConfigSchema],
])('the generated %s are up to date', async (_what, file, generate) => {
  expect(await readFile(file, 'utf8')).toBe(await generate());
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
])('a %s with %j, which matchers would pass over, is refused', (form, more) => {
  expect(() => generateWith(form, more)).toThrow('there is no matcher of');
});
