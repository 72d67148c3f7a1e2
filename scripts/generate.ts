/**
 * `npm run generate`, with which each build begins: writes the types and matchers of records that the program is made of,
 * and the names that schemas/config.schema.json allows.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { configSchemaFile, generateConfigSchema } from './generateConfigSchema.ts';
import { generatePlainRecords, plainRecordsFile } from './generatePlainRecords.ts';
import { generateRecordTypes, recordTypesFile } from './generateRecordTypes.ts';

for (const [file, text] of [
  [recordTypesFile, await generateRecordTypes()],
  [plainRecordsFile, generatePlainRecords()],
  [configSchemaFile, await generateConfigSchema()],
] as const) {
  mkdirSync(path.dirname(file), { recursive: true });
  // What watches the file is not told of a change that is none.
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}
