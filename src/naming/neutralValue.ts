/** Gives parsed records of a site SPEC.md's names, in its order (F1). */
import type { CollectionName } from '../contract/collectionName.ts';
import { type FieldNames, publicName } from '../contract/fieldNames.ts';
import { type RecordShape, recordShape } from '../validation/recordShape.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What a site calls by another name only is not taken for a field; it comes behind the fields as it is. */
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
  const fields = shape.flatMap(([field, inner]) => {
    const name = publicName(names, field);
    if (!left.delete(name)) return [];
    const value = record[name];
    return [[field, inner !== null && isFields(value) ? neutral(value, inner, names) : value]];
  });
  const known = new Set(shape.map(([field]) => field));
  const others = [...left].filter((name) => !known.has(name)).map((name) => [name, record[name]]);
  return Object.fromEntries([...fields, ...others]);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
