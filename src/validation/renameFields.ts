/**
 * Renames the fields of records in canonical JSON, byte by byte: values are copied as they are. Sources, runs and notes
 * have neutral names; pages, and what is copied from them, have those of the site (F1).
 */
import type { CollectionName } from '../contract/collectionName.ts';
import { type FieldNames, publicName } from '../contract/fieldNames.ts';
import { closeBrace, comma, openBrace } from '../json/bytes.ts';
import { endOfValue } from '../json/valueEnd.ts';
import { type RecordShape, recordShape } from './recordShape.ts';

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
