/** The schemas that are part of the program. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AnySchemaObject } from 'ajv/dist/2020.js';
import {
  type CollectionName,
  collectionNames,
  inAlphabet,
  recordNouns,
} from '../contract/collectionName.ts';
import type { NamedSchema } from '../contract/jsonObject.ts';
import { installed } from '../installed.ts';
import { inWords } from '../text/someNames.ts';

const schemasDir = fileURLToPath(installed('schemas/'));

/** With the type of keywords that the validator takes. */
export interface LoadedSchema extends NamedSchema {
  readonly schema: AnySchemaObject;
}

// Describes the program's configuration file; the other schemas describe what is published.
export const configSchemaName = 'config.schema.json';

/** The schemas of published data, in order of file name. */
export function loadSchemas(): LoadedSchema[] {
  return readdirSync(schemasDir)
    .filter((name) => name.endsWith('.schema.json') && name !== configSchemaName)
    .sort()
    .map((name) => ({ name, schema: readSchema(name) }));
}

const envelopeSchemaName = 'page-envelope.schema.json';

/** The schemas of a site with these collections; they do not mention the records of others. */
export function schemasOf(collections: readonly CollectionName[]): LoadedSchema[] {
  const others = collectionNames.filter((name) => !collections.includes(name));
  const absent = new Set(others.map((name) => `${recordNouns[name]}.schema.json`));
  return loadSchemas()
    .filter(({ name }) => !absent.has(name))
    .map(({ name, schema }) =>
      name === envelopeSchemaName
        ? { name, schema: envelopeOf(schema, collections) }
        : { name, schema },
    );
}

/** The envelope around records of these collections only. */
function envelopeOf(
  schema: AnySchemaObject,
  collections: readonly CollectionName[],
): AnySchemaObject {
  const nouns = inAlphabet(collections).map((name) => recordNouns[name]);
  const items = {
    anyOf: nouns.map((noun) => ({ $ref: `${noun}.schema.json` })),
    'x-expected': inWords(
      nouns.map((noun) => `a ${noun} record`),
      'or',
    ),
  };
  const { properties } = schema;
  return {
    ...schema,
    properties: { ...properties, results: { ...properties.results, items } },
  };
}

/** One schema by its file name. */
export function readSchema(name: string): AnySchemaObject {
  const schema: AnySchemaObject = JSON.parse(readFileSync(path.join(schemasDir, name)).toString());
  return schema;
}
