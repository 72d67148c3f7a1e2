/** Reads records from the pages of a site into a buffer, as NDJSON. */
import {
  type CollectionName,
  isObject,
  type JsonObject,
  type NamedSchema,
} from '../contract/collectionName.ts';
import type { FieldNames } from '../contract/siteOptions.ts';
import { sharedFloat64, sharedUint8 } from '../records/notes.ts';
import { neutralNaming, renamed } from '../records/renameFields.ts';
import type { Pages } from './pageBuilder.ts';

/** A growable, reusable buffer for UTF-8 text. */
export interface TextBuffer {
  /** Replaced when the buffer grows: call `reserve` first, then write. */
  bytes: Buffer;
  used: number;
}

export function createTextBuffer(bytes = 1 << 16): TextBuffer {
  return { bytes: Buffer.allocUnsafeSlow(bytes), used: 0 };
}

/** Ensures capacity for `more` bytes. */
export function reserve(text: TextBuffer, more: number): void {
  const needed = text.used + more;
  if (needed <= text.bytes.length) return;
  const larger = Buffer.allocUnsafeSlow(Math.max(needed, text.bytes.length * 2));
  text.bytes.copy(larger, 0, 0, text.used);
  text.bytes = larger;
}

export function addByte(text: TextBuffer, byte: number): void {
  reserve(text, 1);
  text.bytes[text.used++] = byte;
}

// Below this, a copy loop is faster than a native call.
const shortBytes = 24;

/** Adds bytes [from, to). */
export function addBytes(text: TextBuffer, bytes: Uint8Array, from: number, to: number): void {
  reserve(text, to - from);
  const target = text.bytes;
  let { used } = text;
  if (to - from > shortBytes) {
    target.set(bytes.subarray(from, to), used);
    used += to - from;
  } else {
    for (let at = from; at < to; at++) target[used++] = bytes[at] ?? 0;
  }
  text.used = used;
}

/** Adds a short ASCII text with a copy loop, which is faster than encoding. */
export function addAscii(text: TextBuffer, more: string): void {
  const { length } = more;
  reserve(text, length);
  const target = text.bytes;
  for (let at = 0; at < length; at++) target[text.used + at] = more.charCodeAt(at);
  text.used += length;
}

// Digits of the largest safe integer.
const maxDigits = 16;

/** Adds a non-negative integer in decimal. */
export function addInteger(text: TextBuffer, value: number): void {
  reserve(text, maxDigits);
  let size = 1;
  for (let bound = 10; bound <= value; bound *= 10) size++;
  let rest = value;
  for (let at = text.used + size - 1; at >= text.used; at--) {
    const less = Math.floor(rest / 10);
    text.bytes[at] = 0x30 + (rest - less * 10);
    rest = less;
  }
  text.used += size;
}

export function addText(text: TextBuffer, more: string): void {
  // A UTF-16 code unit takes at most three bytes of UTF-8.
  reserve(text, more.length * 3);
  text.used += text.bytes.write(more, text.used);
}

/** The bytes written since offset `from`. */
export function writtenSince(text: TextBuffer, from: number): Buffer {
  return text.bytes.subarray(from, text.used);
}

/** Short texts, addressed by small numbers, in one block of memory that threads share, without an object for each. */
export interface SharedTexts {
  readonly bytes: Uint8Array;
  /** The end of each in `bytes`, where the next begins. */
  readonly ends: Float64Array;
}

/** Packs the texts for 0 to `count` - 1. */
export function packTexts(count: number, textOf: (of: number) => string): SharedTexts {
  const ends = sharedFloat64(count);
  const packed = createTextBuffer();
  for (let of = 0; of < count; of++) {
    addText(packed, textOf(of));
    ends[of] = packed.used;
  }
  const bytes = sharedUint8(packed.used);
  bytes.set(writtenSince(packed, 0));
  return { bytes, ends };
}

export function sharedText({ bytes, ends }: SharedTexts, at: number): string {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return all.toString('utf8', ends[at - 1] ?? 0, ends[at]);
}

/** The offsets of records, in the requested order: page, first byte and end of each. */
export interface RecordPlaces {
  readonly collection: CollectionName;
  readonly places: Uint32Array;
}

/** Pages from which records are read. */
export interface RecordPages extends Pick<Pages, 'read'> {
  /** The names of the fields on these pages. */
  readonly fieldNames: FieldNames;
}

/** Records as NDJSON: `starts` has the offset of each in `lines`, and the end of the last. */
export interface RecordLines {
  readonly lines: TextBuffer;
  readonly starts: Uint32Array;
}

export const placeLength = 3;
const newline = 0x0a;

/** The size of a record, by its index in `places`. */
export function recordBytes(places: Uint32Array, record: number): number {
  const at = record * placeLength;
  return (places[at + 2] ?? 0) - (places[at + 1] ?? 0);
}

/** The total size of all records. */
export function recordsBytes(places: Uint32Array): number {
  let bytes = 0;
  for (let record = 0; record * placeLength < places.length; record++) {
    bytes += recordBytes(places, record);
  }
  return bytes;
}

/**
 * Fills `lines` with the records, each followed by a line break; returns the offset of each, and the end of the last.
 * Throws the system's error.
 */
export function readRecordLines(
  { collection, places }: RecordPlaces,
  read: Pages['read'],
  lines: TextBuffer,
): Uint32Array {
  lines.used = 0;
  const starts = new Uint32Array(places.length / placeLength + 1);
  for (let at = 0; at < places.length;) {
    const page = places[at] ?? 0;
    const first = places[at + 1] ?? 0;
    let end = first - 1;
    const base = lines.used - first;
    // Adjacent records are read at once; the comma between them is replaced by a line break.
    for (; places[at] === page && places[at + 1] === end + 1; at += placeLength) {
      starts[at / placeLength] = base + end + 1;
      end = places[at + 2] ?? 0;
    }
    reserve(lines, end - first + 1);
    read(collection, page, lines.bytes.subarray(lines.used, lines.used + end - first), first);
    lines.used += end - first;
    lines.bytes[lines.used++] = newline;
  }
  const count = starts.length - 1;
  starts[count] = lines.used;
  for (let record = 1; record < count; record++) lines.bytes[(starts[record] ?? 0) - 1] = newline;
  return starts;
}

/**
 * Returns the lines of a site's records with neutral names: unchanged where the site has these. Valid until the next
 * call.
 */
export type NeutralLines = (lines: RecordLines) => RecordLines;

export function createNeutralLines(collection: CollectionName, names: FieldNames): NeutralLines {
  const naming = neutralNaming(collection, names);
  if (naming === null) return (lines) => lines;
  const neutral = createTextBuffer();
  return ({ lines, starts }) => {
    neutral.used = 0;
    const own = starts.map((start, record) => {
      const from = neutral.used;
      if (record === starts.length - 1) return from;
      const json = renamed(naming, lines.bytes, start);
      addBytes(neutral, json, 0, json.length);
      addByte(neutral, newline);
      return from;
    });
    return { lines: neutral, starts: own };
  };
}

/** Reads the record schemas, and resolves the references between them. */
export function createSchemaReader(schemas: readonly NamedSchema[]) {
  const byName = new Map(schemas.map(({ name, schema }) => [name, schema]));
  /** A schema by its file name, or a part of a schema. Throws if there is none. */
  const find = (reference: string): JsonObject => {
    const [file = '', pointer = ''] = reference.split('#');
    const found = pointer.split('/').slice(1).reduce(memberOf, byName.get(file));
    if (!isObject(found)) throw new Error(`there is no schema ${reference}`);
    return found;
  };
  /** Resolves references; of a nullable schema, returns the non-null alternative. */
  const follow = (schema: unknown): unknown => {
    if (!isObject(schema)) return schema;
    const { $ref, anyOf } = schema;
    if (typeof $ref === 'string') return follow(find($ref));
    const choices: unknown[] = Array.isArray(anyOf) ? anyOf : [];
    const other = choices.find((choice) => memberOf(choice, 'type') !== 'null');
    return other === undefined ? schema : follow(other);
  };
  return { find, follow };
}

/** A member of a value that may be an object; undefined for anything else. */
export function memberOf(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}
