/** The schemas as a site publishes them: where it has nulls against them, they say so. */
import {
  type CollectionName,
  collectionNames,
  recordNouns,
  sortFields,
} from '../contract/collectionName.ts';
import { isRecord } from './canonicalJson.ts';
import { type NamedSchema, schemasOf } from './loadSchemas.ts';

/**
 * Those of a site with these collections. `allowed` are the rules that published data breaks (S3); with `null-value`, every field but the keys may be
 * null.
 */
export function publishedSchemas(
  collections: readonly CollectionName[],
  allowed: readonly string[],
): NamedSchema[] {
  const schemas = schemasOf(collections);
  if (!allowed.includes('null-value')) return schemas;
  const ofRecords = reachable(schemas);
  const byName = new Map(schemas.map(({ name, schema }) => [name, schema]));
  const keys = new Map(
    collectionNames.map((name) => [`${recordNouns[name]}.schema.json`, sortFields[name]]),
  );
  return schemas.map(({ name, schema }) => {
    const properties: unknown = schema['properties'];
    if (!ofRecords.has(name) || !isRecord(properties)) return { name, schema };
    const own = Object.entries(properties).map(([field, of]) => [
      field,
      keys.get(name)?.includes(field) === true ? of : orNull(of, byName),
    ]);
    return { name, schema: { ...schema, properties: Object.fromEntries(own) } };
  });
}

/** The files that records refer to, directly or not, and those of records themselves. */
function reachable(schemas: readonly NamedSchema[]): Set<string> {
  const found = new Set(collectionNames.map((name) => `${recordNouns[name]}.schema.json`));
  // A set takes in what is added while it is gone through.
  for (const name of found) {
    const schema = schemas.find((one) => one.name === name)?.schema;
    for (const [, file = ''] of JSON.stringify(schema ?? {}).matchAll(/"\$ref":"([^#"]+)"/g)) {
      found.add(file);
    }
  }
  return found;
}

type Schemas = ReadonlyMap<string, NamedSchema['schema']>;

function orNull(schema: unknown, schemas: Schemas): unknown {
  if (!isRecord(schema) || takesNull(schema, schemas)) return schema;
  const { description, items, ...kept } = schema;
  const rest = items === undefined ? kept : { ...kept, items: orNull(items, schemas) };
  return {
    ...(description === undefined ? {} : { description }),
    anyOf: [rest, { type: 'null' }],
  };
}

function takesNull(schema: unknown, schemas: Schemas): boolean {
  if (!isRecord(schema)) return false;
  const { type, anyOf, $ref: reference } = schema;
  if (typeof reference === 'string') {
    const [file = '', pointer = ''] = reference.split('#/$defs/');
    const target = schemas.get(file);
    const forms: unknown = target?.['$defs'];
    return takesNull(pointer === '' ? target : isRecord(forms) ? forms[pointer] : null, schemas);
  }
  if (Array.isArray(anyOf)) return anyOf.some((choice) => takesNull(choice, schemas));
  return type === 'null' || (Array.isArray(type) && type.includes('null'));
}
