/**
 * Renames the fields of records in canonical JSON, byte by byte: values are copied as they are. Sources, runs and notes
 * have neutral names; pages, and what is copied from them, have those of the site (F1).
 */
import {
  type CollectionName,
  collectionNames,
  isObject,
  type JsonObject,
} from '../contract/collectionName.ts';
import { type FieldNames, fieldsOfViews, publicName } from '../contract/siteOptions.ts';
import { closeBrace, comma, endOfValue, openBrace, showString } from '../text/json.ts';
import { nearestName } from '../text/words.ts';
import { type RecordShape, recordShape } from './schemas.ts';

/** A record with renamed fields. */
interface Renamed {
  /** Valid until the next record is renamed. */
  readonly json: Buffer;
  /** The offset where the record ends in the original bytes. */
  readonly end: number;
}

/** Where and why a record does not match its names and the order of the schema. */
interface Unnamed {
  readonly at: number;
  readonly expected: string;
}

/** Renames the record that starts at byte `from`. */
export type Renaming = (bytes: Buffer, from: number) => Renamed | Unnamed;

/** From neutral names to the site's; null if the collection's fields keep their names. */
export function publicNaming(collection: CollectionName, names: FieldNames): Renaming | null {
  return renaming(collection, names, (field) => [field, publicName(names, field)]);
}

/** From the site's names to neutral ones; null if the collection's fields keep their names. */
export function neutralNaming(collection: CollectionName, names: FieldNames): Renaming | null {
  return renaming(collection, names, (field) => [publicName(names, field), field]);
}

/** For records that are known to be canonical. */
export function renamed(naming: Renaming, bytes: Buffer, from: number): Buffer {
  const found = naming(bytes, from);
  if ('json' in found) return found.json;
  throw new Error(`a record is not as it was written: expected ${found.expected}`);
}

type Pair = readonly [from: string, to: string];

/** A field in a record: its key, with the colon. */
interface Field {
  readonly key: Buffer;
  /** Null if the key stays. */
  readonly becomes: Buffer | null;
  /** Null if nothing in its value changes. */
  readonly fields: readonly Field[] | null;
}

function renaming(
  collection: CollectionName,
  names: FieldNames,
  pairOf: (field: string) => Pair,
): Renaming | null {
  // Checked first, since most sites then need not read the schemas.
  if (Object.keys(names).length === 0) return null;
  const fields = fieldsOf(recordShape(collection), pairOf);
  return fields === null ? null : createRenaming(fields);
}

/** Null if no name changes. */
function fieldsOf(shape: RecordShape, pairOf: (field: string) => Pair): Field[] | null {
  const fields = shape.map(([field, inner]): Field => {
    const [from, to] = pairOf(field);
    return {
      key: keyOf(from),
      becomes: from === to ? null : keyOf(to),
      fields: inner === null ? null : fieldsOf(inner, pairOf),
    };
  });
  return fields.every((field) => field.becomes === null && field.fields === null) ? null : fields;
}

function keyOf(name: string): Buffer {
  return Buffer.from(`${JSON.stringify(name)}:`);
}

function createRenaming(fields: readonly Field[]): Renaming {
  let json = Buffer.allocUnsafe(1 << 13);
  let used = 0;
  // Bytes before this offset have been copied.
  let copied = 0;
  let unnamed: Unnamed | null = null;

  const add = (bytes: Buffer, from: number, to: number) => {
    if (used + to - from > json.length) {
      const larger = Buffer.allocUnsafe(2 * (used + to - from));
      json.copy(larger, 0, 0, used);
      json = larger;
    }
    used += bytes.copy(json, used, from, to);
  };
  const fail = (at: number, expected: string): -1 => {
    unnamed = { at, expected };
    return -1;
  };

  /** The end of the object that starts at `from`; -1 if it does not have these fields. */
  const rename = (bytes: Buffer, from: number, of: readonly Field[]): number => {
    if (bytes[from] !== openBrace) return fail(from, 'an object');
    let at = from + 1;
    for (const [index, field] of of.entries()) {
      if (index > 0 && bytes[at++] !== comma) return fail(at - 1, `',' before ${shown(field)}`);
      if (!startsWith(bytes, at, field.key)) return fail(at, shown(field));
      if (field.becomes !== null) {
        add(bytes, copied, at);
        add(field.becomes, 0, field.becomes.length);
        copied = at + field.key.length;
      }
      at += field.key.length;
      const isInside = field.fields !== null && bytes[at] === openBrace;
      at = isInside ? rename(bytes, at, field.fields) : endOfValue(bytes, at);
      if (at < 0) return -1;
    }
    return bytes[at] === closeBrace ? at + 1 : fail(at, "'}' behind the last field");
  };

  return (bytes, from) => {
    used = 0;
    copied = from;
    const end = rename(bytes, from, fields);
    if (end < 0) return unnamed ?? { at: from, expected: 'a record' };
    add(bytes, copied, end);
    return { json: json.subarray(0, used), end };
  };
}

function shown({ key }: Field): string {
  return `the field ${key.toString('utf8', 0, key.length - 1)}`;
}

function startsWith(bytes: Buffer, at: number, key: Buffer): boolean {
  for (let index = 0; index < key.length; index++) {
    if (bytes[at + index] !== key[index]) return false;
  }
  return true;
}

/**
 * A field that is missing under its public name is taken under its neutral one, unless another field has that name.
 * Unknown members come last, unchanged.
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

/** A fault in the entry of a field. */
interface NameFault {
  readonly field: string;
  readonly expected: string;
  readonly found: string;
  readonly hint?: string;
}

// Any language accepts it as a member or column name.
const goodName = /^[A-Za-z_][A-Za-z0-9_.-]{0,99}$/;

/**
 * The faults of the entries in `said`, given all `names` in force, including those of a profile. At most one per entry,
 * in the order of `said`.
 */
export function nameFaults(given: FieldNames, names: FieldNames): NameFault[] {
  const shapes = collectionNames.map(recordShape);
  const objects = [...shapes.flatMap(objectsIn), ...fieldsOfViews];
  const known = new Set(objects.flat());
  const tables = shapes.map((shape) => [...columnsIn(shape, [])]);
  return Object.keys(given).flatMap((field): NameFault[] => {
    if (!known.has(field)) {
      const nearest = nearestName(field, known);
      return [
        {
          field,
          expected: 'the name of a field of records, as the schemas have it',
          found: showString(field),
          ...(nearest === undefined ? {} : { hint: `Did you mean ${showString(nearest)}?` }),
        },
      ];
    }
    const name = given[field] ?? '';
    const found = showString(name);
    if (!goodName.test(name)) {
      const expected =
        'a name of at most 100 letters, digits, _, - and . that begins with a letter or _';
      return [{ field, expected, found }];
    }
    if (name in Object.prototype) {
      return [{ field, expected: 'a name that no object of JavaScript has already', found }];
    }
    const other = otherOf(field, name, objects, names);
    if (other !== null) {
      const expected = 'a name that no other field of the same object has';
      const hint = `${showString(other)} is published as ${found}, too. Give it another name, or this one.`;
      return [{ field, expected, found, hint }];
    }
    const column = tables
      .map((columns) => twiceIn(columns, field, names))
      .find((one) => one !== null);
    if (column === undefined) return [];
    const expected = 'a name by which no two columns of a table are called alike';
    return [{ field, expected, found: `${found}, which makes ${showString(column ?? '')} twice` }];
  });
}

/** The fields of each object in a record, one list per object. */
function objectsIn(shape: RecordShape): string[][] {
  return [
    shape.map(([field]) => field),
    ...shape.flatMap(([, inner]) => (inner === null ? [] : objectsIn(inner))),
  ];
}

/** The path of fields from the record to each leaf: the columns of its table. */
function* columnsIn(shape: RecordShape, path: readonly string[]): Generator<readonly string[]> {
  for (const [field, inner] of shape) {
    if (inner === null) yield [...path, field];
    else yield* columnsIn(inner, [...path, field]);
  }
}

/** Another field with the same name in an object that also has this field. */
function otherOf(
  field: string,
  name: string,
  objects: readonly (readonly string[])[],
  names: FieldNames,
): string | null {
  const others = objects.flatMap((fields) => (fields.includes(field) ? fields : []));
  return others.find((one) => one !== field && publicName(names, one) === name) ?? null;
}

/** A column name that the table has twice, at least once because of the field. */
function twiceIn(
  columns: readonly (readonly string[])[],
  field: string,
  names: FieldNames,
): string | null {
  const called = columns.map((path) => path.map((one) => publicName(names, one)).join('_'));
  const own = called.filter((_, at) => columns[at]?.includes(field));
  return own.find((one) => called.indexOf(one) !== called.lastIndexOf(one)) ?? null;
}
