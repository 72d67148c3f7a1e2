/**
 * Records as rows: the columns of a collection, read off its schema. A column is a field that holds no other
 * fields; one inside an object has both names, with `_` between: `PhageID_Accession`.
 */
import type { CollectionName } from '../contract/collectionName.ts';
import { recordNouns } from '../contract/collectionName.ts';

/** What the cells of a column hold; every cell may also be null. */
export type ColumnType = 'string' | 'integer' | 'boolean';

export interface Column {
  readonly name: string;
  /** The names of the fields that lead to it, from the record on. */
  readonly path: readonly string[];
  readonly type: ColumnType;
  /** What the schema says of the field. */
  readonly description: string;
}

export type Cell = string | number | boolean | null;

export type Schema = Readonly<Record<string, unknown>>;

export interface NamedSchema {
  /** File name, by which other schemas refer to it. */
  readonly name: string;
  readonly schema: Schema;
}

/** The columns of a collection, in the order of the fields in its records. */
export function columnsOf(collection: CollectionName, schemas: readonly NamedSchema[]): Column[] {
  const byName = new Map(schemas.map(({ name, schema }) => [name, schema]));
  return Array.from(leaves(`${recordNouns[collection]}.schema.json`, [], ''));

  function* leaves(
    reference: string,
    path: readonly string[],
    description: string,
  ): Generator<Column> {
    const schema = refer(reference);
    const { properties } = schema;
    if (!isSchema(properties)) {
      yield { name: path.join('_'), path, type: typeOf(schema), description };
      return;
    }
    for (const [field, of] of Object.entries(properties)) {
      if (!isSchema(of)) continue;
      const inner = [...path, field];
      const said = of['description'];
      const told = typeof said === 'string' ? said : '';
      const target = referenceIn(of);
      if (target !== null) yield* leaves(target, inner, told);
      else yield { name: inner.join('_'), path: inner, type: typeOf(of), description: told };
    }
  }

  function refer(reference: string): Schema {
    const [file = '', pointer = ''] = reference.split('#');
    let schema: unknown = byName.get(file);
    for (const name of pointer.split('/').slice(1)) schema = isSchema(schema) ? schema[name] : null;
    if (!isSchema(schema)) throw new Error(`there is no schema ${reference}`);
    return schema;
  }
}

/** The cell of a record in a column; of what is no single value, its JSON text. */
export function cellOf(record: unknown, { path, type }: Column): Cell {
  let value = record;
  for (const field of path) value = isSchema(value) ? value[field] : null;
  if (value === null || value === undefined) return null;
  if (type === 'integer' && typeof value === 'number') return value;
  if (type === 'boolean' && typeof value === 'boolean') return value;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Of an object that may also be null, too. */
function referenceIn({ $ref, anyOf }: Schema): string | null {
  if (typeof $ref === 'string') return $ref;
  const choices: unknown[] = Array.isArray(anyOf) ? anyOf : [];
  const referring = choices.filter(isSchema).map(referenceIn);
  return referring.find((reference) => reference !== null) ?? null;
}

function typeOf({ type }: Schema): ColumnType {
  return type === 'integer' || type === 'boolean' ? type : 'string';
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
