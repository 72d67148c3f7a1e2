/** The schemas that are part of the program. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AnySchemaObject } from 'ajv/dist/2020.js';
import { installed } from '../installed.ts';

const schemasDir = fileURLToPath(installed('schemas/'));

export interface NamedSchema {
  /** File name, which is also the `$id` in schemas/. */
  readonly name: string;
  readonly schema: AnySchemaObject;
}

// Describes the program's configuration file; the other schemas describe what is published.
export const configSchemaName = 'config.schema.json';

/** The schemas of published data, in order of file name. */
export function loadSchemas(): NamedSchema[] {
  return readdirSync(schemasDir)
    .filter((name) => name.endsWith('.schema.json') && name !== configSchemaName)
    .sort()
    .map((name) => ({ name, schema: readSchema(name) }));
}

/** One schema by its file name. */
export function readSchema(name: string): AnySchemaObject {
  const schema: AnySchemaObject = JSON.parse(readFileSync(path.join(schemasDir, name)).toString());
  return schema;
}
