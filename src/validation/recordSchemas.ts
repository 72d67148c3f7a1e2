/** Loads schemas/ and compiles, for each collection, the validator of a record and its key order. */
import { createRequire } from 'node:module';
import type * as AjvModule from 'ajv/dist/2020.js';
import type { AnySchemaObject, Ajv2020, ValidateFunction } from 'ajv/dist/2020.js';
import type * as FormatsModule from 'ajv-formats';
import { type CollectionName, recordNouns } from '../contract/collectionName.ts';
import { configSchemaName, loadSchemas, readSchema } from './loadSchemas.ts';
import { type RecordShape, recordShape } from './recordShape.ts';

export interface RecordSchema {
  readonly collection: CollectionName;
  readonly validate: ValidateFunction;
  readonly shape: RecordShape;
  /** Whether a record may hold arrays, with free-form objects that the schema does not describe. */
  readonly isOpen: boolean;
}

// Loaded lazily, since most builds need no schema, and synchronously, since validation is synchronous.
const require = createRequire(import.meta.url);
const loadAjv = (): typeof AjvModule => require('ajv/dist/2020.js');
const loadFormats = (): typeof FormatsModule => require('ajv-formats');

/** An ajv instance with every schema of the program, by file name. */
function createAjv(): Ajv2020 {
  const ajv = new (loadAjv().Ajv2020)({
    strict: true,
    allowUnionTypes: true,
    allErrors: true,
    verbose: true,
    // A test checks them; here, it would take longer than reading thousands of records.
    validateSchema: false,
  });
  ajv.addVocabulary(['x-expected']);
  loadFormats().default.default(ajv);
  for (const { name, schema } of loadSchemas()) ajv.addSchema(schema, name);
  return ajv;
}

/** Compiles the schema of the configuration file. */
export function compileConfigSchema(): ValidateFunction {
  return createAjv().compile(readSchema(configSchemaName));
}

// The schemas are part of the program: a process compiles each of them at most once.
let shared: Ajv2020 | null = null;
const compiled = new Map<CollectionName, RecordSchema>();

function sharedAjv(): Ajv2020 {
  shared ??= createAjv();
  return shared;
}

/** The schema of a page's envelope, including its records. */
export function compileEnvelopeSchema(): ValidateFunction {
  const name = 'page-envelope.schema.json';
  const validate = sharedAjv().getSchema(name);
  if (validate === undefined) throw new Error(`schemas/${name} is missing`);
  return validate;
}

/** The schema of each collection's records (S2), compiled on first use. */
export function createRecordSchemas(): (collection: CollectionName) => RecordSchema {
  return (collection) => {
    const schema = compiled.get(collection) ?? compileRecordSchema(sharedAjv(), collection);
    compiled.set(collection, schema);
    return schema;
  };
}

function compileRecordSchema(ajv: Ajv2020, collection: CollectionName): RecordSchema {
  const name = `${recordNouns[collection]}.schema.json`;
  const validate = ajv.getSchema(name);
  const schema = readSchema(name);
  const shape = recordShape(collection);
  if (validate === undefined) throw new Error(`schemas/${name} is missing`);
  const fields: readonly AnySchemaObject[] = Object.values(schema['properties'] ?? {});
  const isOpen = fields.some(({ type }) => [type].flat().includes('array'));
  return { collection, validate, shape, isOpen };
}
