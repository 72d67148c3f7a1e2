/** Gives parsed records of a site SPEC.md's names, in its order (F1). */
import type { CollectionName } from '../contract/collectionName.ts';
import { type FieldNames, publicName } from '../contract/fieldNames.ts';
import { type RecordShape, recordShape } from '../validation/recordShape.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A field without its name there is taken by SPEC.md's, where that is no other's; what is no field comes behind as it is. */
export function neutralValues(
  collection: CollectionName,
  names: FieldNames,
): (record: Fields) => Fields {
  if (Object.keys(names).length === 0) return (record) => record;
  const shape = recordShape(collection);
  return (record) => neutral(record, shape, names);
}

function neutral(record: Fields, shape: RecordShape, names: FieldNames): Fields {
  const left = new Set(Object.keys(record));
  const named = shape.map(([field, inner]) => {
    const name = publicName(names, field);
    return { field, inner, name: left.delete(name) ? name : null };
  });
  const fields = named.flatMap(({ field, inner, name }) => {
    // Pages of an earlier release, still in a cache, may have SPEC.md's name.
    const own = name ?? (left.delete(field) ? field : null);
    if (own === null) return [];
    const value = record[own];
    return [[field, inner !== null && isFields(value) ? neutral(value, inner, names) : value]];
  });
  const known = new Set(shape.map(([field]) => field));
  const others = [...left].filter((name) => !known.has(name)).map((name) => [name, record[name]]);
  return Object.fromEntries([...fields, ...others]);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
