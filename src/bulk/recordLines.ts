/** Reads records from the pages of a site into one buffer, a line each, as NDJSON has them. */
import type { CollectionName } from '../contract/collectionName.ts';
import type { Pages } from '../pages/openPages.ts';
import { reserve, type TextBuffer } from './textBuffer.ts';

/** Records of a collection in the order in which they are wanted: page, first byte and end of each. */
export interface RecordPlaces {
  readonly collection: CollectionName;
  readonly places: Uint32Array;
}

export const placeLength = 3;
const newline = 0x0a;

/** How long a record is, by its number among the places. */
export function recordBytes(places: Uint32Array, record: number): number {
  const at = record * placeLength;
  return (places[at + 2] ?? 0) - (places[at + 1] ?? 0);
}

/** How long all of them are together. */
export function recordsBytes(places: Uint32Array): number {
  let bytes = 0;
  for (let record = 0; record * placeLength < places.length; record++) {
    bytes += recordBytes(places, record);
  }
  return bytes;
}

/**
 * Makes `lines` hold the records, a line break behind each; gives where each begins, and the end of all.
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
    // Records that stand side by side are read at once: of the comma between them comes the line break.
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
