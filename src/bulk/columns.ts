/**
 * Flattens records into rows: derives the columns of a collection from its schema. A column is a leaf field; that of
 * a nested object joins both names with `_`: `PhageID_Accession`.
 */
import { isObject, type NamedSchema } from '../contract/jsonObject.ts';
import { type CollectionName, recordNouns } from '../contract/collectionName.ts';
import { createSchemaReader, memberOf } from './schemaReader.ts';

/** The type of a column's cells; every cell may also be null. */
export type ColumnType = 'string' | 'integer' | 'boolean';

export interface Column {
  readonly name: string;
  /** The field names from the record to the leaf. */
  readonly path: readonly string[];
  readonly type: ColumnType;
  /** The description in the schema. */
  readonly description: string;
}

export type Cell = string | number | boolean | null;

/** The columns of a collection, in the order of the record's fields. */
export function columnsOf(collection: CollectionName, schemas: readonly NamedSchema[]): Column[] {
  const { find, follow } = createSchemaReader(schemas);
  return Array.from(leaves(find(`${recordNouns[collection]}.schema.json`), [], ''));

  function* leaves(
    schema: unknown,
    path: readonly string[],
    description: string,
  ): Generator<Column> {
    const form = follow(schema);
    const properties = memberOf(form, 'properties');
    if (!isObject(properties)) {
      yield { name: path.join('_'), path, type: typeOf(form), description };
      return;
    }
    for (const [field, of] of Object.entries(properties)) {
      const said = memberOf(of, 'description');
      yield* leaves(of, [...path, field], typeof said === 'string' ? said : '');
    }
  }
}

/** The cell of a record in a column; arrays and objects as JSON text. */
export function cellOf(record: unknown, { path, type }: Column): Cell {
  let value = record;
  for (const field of path) value = memberOf(value, field);
  if (value === null || value === undefined) return null;
  if (type === 'integer' && typeof value === 'number') return value;
  if (type === 'boolean' && typeof value === 'boolean') return value;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function typeOf(schema: unknown): ColumnType {
  const type = memberOf(schema, 'type');
  return type === 'integer' || type === 'boolean' ? type : 'string';
}
