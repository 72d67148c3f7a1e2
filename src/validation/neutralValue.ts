/** Gives a site's parsed records neutral names, and the order of fields of the schemas (F1). */
import type { CollectionName } from '../contract/collectionName.ts';
import { type FieldNames, publicName } from '../contract/fieldNames.ts';
import { isObject, type JsonObject } from '../contract/jsonObject.ts';
import { type RecordShape, recordShape } from './recordShape.ts';

/**
 * A field that is missing under its public name is taken under its neutral one, unless another field has that name. Unknown
 * members come last, unchanged.
 */
export function neutralValues(
  collection: CollectionName,
  names: FieldNames,
): (record: JsonObject) => JsonObject {
  if (Object.keys(names).length === 0) return (record) => record;
  const shape = recordShape(collection);
  return (record) => neutral(record, shape, names);
}

function neutral(record: JsonObject, shape: RecordShape, names: FieldNames): JsonObject {
  const left = new Set(Object.keys(record));
  const named = shape.map(([field, inner]) => {
    const name = publicName(names, field);
    return { field, inner, name: left.delete(name) ? name : null };
  });
  const fields = named.flatMap(({ field, inner, name }) => {
    // Pages of an earlier release, from an HTTP cache, may still have the neutral name.
    const own = name ?? (left.delete(field) ? field : null);
    if (own === null) return [];
    const value = record[own];
    return [[field, inner !== null && isObject(value) ? neutral(value, inner, names) : value]];
  });
  const known = new Set(shape.map(([field]) => field));
  const others = [...left].filter((name) => !known.has(name)).map((name) => [name, record[name]]);
  return Object.fromEntries([...fields, ...others]);
}
