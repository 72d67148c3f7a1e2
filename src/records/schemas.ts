/** The schemas that are part of the program. */
import type * as FormatsModule from 'ajv-formats';
import type * as AjvModule from 'ajv/dist/2020.js';
import type { Ajv2020, AnySchemaObject, ValidateFunction } from 'ajv/dist/2020.js';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type CollectionName,
  collectionNames,
  inAlphabet,
  isObject,
  type NamedSchema,
  recordNouns,
  sortFields,
} from '../contract/collectionName.ts';
import { type FieldNames, publicName } from '../contract/siteOptions.ts';
import { installed } from '../installed.ts';
import { inWords } from '../text/words.ts';

const schemasDir = fileURLToPath(installed('schemas/'));

/** With the type of keywords that the validator takes. */
interface LoadedSchema extends NamedSchema {
  readonly schema: AnySchemaObject;
}

// Describes the program's configuration file; the other schemas describe what is published.
const configSchemaName = 'config.schema.json';

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
function readSchema(name: string): AnySchemaObject {
  const schema: AnySchemaObject = JSON.parse(readFileSync(path.join(schemasDir, name)).toString());
  return schema;
}

/** The schemas with the site's names for the fields of records (F1). */
export function renamedSchemas(
  schemas: readonly LoadedSchema[],
  names: FieldNames,
): LoadedSchema[] {
  const ofRecords = Object.keys(names).length === 0 ? new Set<string>() : schemasOfRecords(schemas);
  return schemas.map(({ name, schema }) => {
    const properties: unknown = schema['properties'];
    if (!ofRecords.has(name) || !isObject(properties)) return { name, schema };
    const required: unknown = schema['required'];
    const own = Object.entries(properties).map(([field, of]) => [
      publicName(names, field),
      withNamesInWords(of, names),
    ]);
    return {
      name,
      schema: {
        ...schema,
        properties: Object.fromEntries(own),
        ...(Array.isArray(required)
          ? { required: required.map((field) => publicName(names, String(field))) }
          : {}),
      },
    };
  });
}

// Words of a description that can be field names: with an underscore, or with a capital other than at the start of a
// sentence.
const fieldInWords = /(?<!\. |^)\b(?:[A-Z]\w*|[A-Za-z]+(?:_\w+|[A-Z]\w*))/g;

/** The schema of a field; fields that its description mentions get the site's names. */
function withNamesInWords(schema: unknown, names: FieldNames): unknown {
  if (!isObject(schema) || typeof schema['description'] !== 'string') return schema;
  const description = schema['description'].replace(fieldInWords, (word) =>
    publicName(names, word),
  );
  return { ...schema, description };
}

/** The schema files of records, and all that they refer to, directly or not. */
function schemasOfRecords(schemas: readonly LoadedSchema[]): Set<string> {
  const found = new Set(collectionNames.map((name) => `${recordNouns[name]}.schema.json`));
  // Iterating over a set includes what is added on the way.
  for (const name of found) {
    const schema = schemas.find((one) => one.name === name)?.schema;
    for (const [, file = ''] of JSON.stringify(schema ?? {}).matchAll(/"\$ref":"([^#"]+)"/g)) {
      found.add(file);
    }
  }
  return found;
}

/**
 * The schemas of a site with these collections. `allowed` are the rules that published data breaks (S3); with
 * `null-value`, every field but the keys may be null.
 */
export function publishedSchemas(
  collections: readonly CollectionName[],
  allowed: readonly string[],
  names: FieldNames,
): LoadedSchema[] {
  const schemas = schemasOf(collections);
  return renamedSchemas(allowed.includes('null-value') ? withNulls(schemas) : schemas, names);
}

function withNulls(schemas: readonly LoadedSchema[]): LoadedSchema[] {
  const ofRecords = schemasOfRecords(schemas);
  const byName = new Map(schemas.map(({ name, schema }) => [name, schema]));
  const keys = new Map(
    collectionNames.map((name) => [`${recordNouns[name]}.schema.json`, sortFields[name]]),
  );
  return schemas.map(({ name, schema }) => {
    const properties: unknown = schema['properties'];
    if (!ofRecords.has(name) || !isObject(properties)) return { name, schema };
    const own = Object.entries(properties).map(([field, of]) => [
      field,
      keys.get(name)?.includes(field) === true ? of : orNull(of, byName),
    ]);
    return { name, schema: { ...schema, properties: Object.fromEntries(own) } };
  });
}

type Schemas = ReadonlyMap<string, LoadedSchema['schema']>;

function orNull(schema: unknown, schemas: Schemas): unknown {
  if (!isObject(schema) || takesNull(schema, schemas)) return schema;
  const { description, items, ...kept } = schema;
  const rest = items === undefined ? kept : { ...kept, items: orNull(items, schemas) };
  return {
    ...(description === undefined ? {} : { description }),
    anyOf: [rest, { type: 'null' }],
  };
}

function takesNull(schema: unknown, schemas: Schemas): boolean {
  if (!isObject(schema)) return false;
  const { type, anyOf, $ref: reference } = schema;
  if (typeof reference === 'string') {
    const [file = '', pointer = ''] = reference.split('#/$defs/');
    const target = schemas.get(file);
    const forms: unknown = target?.['$defs'];
    return takesNull(pointer === '' ? target : isObject(forms) ? forms[pointer] : null, schemas);
  }
  if (Array.isArray(anyOf)) return anyOf.some((choice) => takesNull(choice, schemas));
  return type === 'null' || (Array.isArray(type) && type.includes('null'));
}

/** The keys of an object in published order, each with the shape of its value if that is an object, too. */
export type RecordShape = readonly (readonly [key: string, shape: RecordShape | null])[];

/** The shape of a collection's records. */
export function recordShape(collection: CollectionName): RecordShape {
  const name = `${recordNouns[collection]}.schema.json`;
  const shape = shapeOf(readSchema(name));
  if (shape === null) throw new Error(`schemas/${name} is no record schema`);
  return shape;
}

function shapeOf(schema: AnySchemaObject): RecordShape | null {
  const ref: unknown = schema['$ref'];
  if (typeof ref === 'string') return ref.includes('#') ? null : shapeOf(readSchema(ref));
  const anyOf: unknown = schema['anyOf'];
  if (Array.isArray(anyOf)) {
    return (
      anyOf.map((option: AnySchemaObject) => shapeOf(option)).find((shape) => shape !== null) ??
      null
    );
  }
  const properties: unknown = schema['properties'];
  if (typeof properties !== 'object' || properties === null) return null;
  return Object.entries(properties).map(([key, member]) => [key, shapeOf(member)]);
}

export interface RecordSchema {
  readonly collection: CollectionName;
  readonly validate: ValidateFunction;
  readonly shape: RecordShape;
  /** Whether a record may hold arrays, with free-form objects that the schema does not describe. */
  readonly isOpen: boolean;
}

// Loaded lazily, since most builds need no schema, and synchronously, since validation is synchronous.
const require = createRequire(import.meta.url);

/** An ajv instance with every schema of the program, by file name. */
function createAjv(): Ajv2020 {
  const { Ajv2020: Ajv }: typeof AjvModule = require('ajv/dist/2020.js');
  const formats: typeof FormatsModule = require('ajv-formats');
  const ajv = new Ajv({
    strict: true,
    allowUnionTypes: true,
    allErrors: true,
    verbose: true,
    // A test checks them; here, it would take longer than reading thousands of records.
    validateSchema: false,
  });
  ajv.addVocabulary(['x-expected']);
  formats.default.default(ajv);
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
  return (shared ??= createAjv());
}

/** The schema of a page's envelope, including its records. */
export function compileEnvelopeSchema(): ValidateFunction {
  return validatorOf(envelopeSchemaName);
}

function validatorOf(name: string): ValidateFunction {
  const validate = sharedAjv().getSchema(name);
  if (validate === undefined) throw new Error(`schemas/${name} is missing`);
  return validate;
}

/** The schema of each collection's records (S2), compiled on first use. */
export function createRecordSchemas(): (collection: CollectionName) => RecordSchema {
  return (collection) => {
    const schema = compiled.get(collection) ?? compileRecordSchema(collection);
    compiled.set(collection, schema);
    return schema;
  };
}

function compileRecordSchema(collection: CollectionName): RecordSchema {
  const name = `${recordNouns[collection]}.schema.json`;
  const fields: readonly AnySchemaObject[] = Object.values(readSchema(name)['properties'] ?? {});
  const isOpen = fields.some(({ type }) => [type].flat().includes('array'));
  return { collection, validate: validatorOf(name), shape: recordShape(collection), isOpen };
}
