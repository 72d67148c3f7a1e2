/** Reads records from the pages of a site into a buffer, as NDJSON. */
import type { CollectionName } from '../contract/collectionName.ts';
import type { FieldNames } from '../contract/fieldNames.ts';
import { neutralNaming, renamed } from '../validation/renameFields.ts';
import type { Pages } from '../pages/openPages.ts';
import { addBytes, addByte, createTextBuffer, reserve, type TextBuffer } from './textBuffer.ts';

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
