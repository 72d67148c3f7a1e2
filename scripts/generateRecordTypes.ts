/** Makes the text of src/generated/records.ts from schemas/. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { compile, type JSONSchema } from 'json-schema-to-typescript';

// As seen from the project's root, where npm runs scripts.
export const schemasFolder = 'schemas/';
export const recordTypesFile = 'src/generated/records.ts';

// Every other titled schema is reached from this one.
const rootSchemaName = 'page-envelope.schema.json';

/** Gives one exported interface for each titled schema, in the order of first use. */
export async function generateRecordTypes(): Promise<string> {
  const rootSchema = JSON.parse(await readSchemaText(rootSchemaName)) as JSONSchema;
  return compile(rootSchema, rootSchemaName, {
    cwd: schemasFolder,
    bannerComment: '// Generated from schemas/ by `npm run generate`; do not edit.',
    format: false,
    $refOptions: {
      resolve: { file: { read: (file: { url: string }) => readSchemaText(basename(file.url)) } },
    },
  });
}

async function readSchemaText(name: string): Promise<string> {
  return JSON.stringify(JSON.parse(await readFile(schemasFolder + name, 'utf8'), keepReference));
}

/**
 * Parts a reference to a whole schema from the description beside it: the two would be merged into
 * a copy of that schema, hence a second type (Genus1).
 */
function keepReference(_key: string, value: unknown): unknown {
  if (!isObject(value)) return value;
  const { $ref, ...siblings } = value;
  if (typeof $ref !== 'string' || $ref.includes('#') || !('description' in siblings)) return value;
  return { ...siblings, allOf: [{ $ref }] };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
