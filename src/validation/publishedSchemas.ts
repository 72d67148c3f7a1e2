/** The schemas as a site publishes them: under its names, and allowing the nulls that its data has. */
import { isObject } from '../contract/jsonObject.ts';
import {
  type CollectionName,
  collectionNames,
  recordNouns,
  sortFields,
} from '../contract/collectionName.ts';
import type { FieldNames } from '../contract/fieldNames.ts';
import { type LoadedSchema, schemasOf } from './loadSchemas.ts';
import { renamedSchemas, schemasOfRecords } from './renamedSchemas.ts';

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
