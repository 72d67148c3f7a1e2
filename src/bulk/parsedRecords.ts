/** Reads records from the pages of a site as values, under neutral names. */
import type { CollectionName } from '../contract/collectionName.ts';
import { createNeutralLines, readRecordLines, type RecordPages } from './recordLines.ts';
import { createTextBuffer } from './textBuffer.ts';

/** Returns a reader for the records at some places. It throws the system's error when a page cannot be read. */
export function parsedRecords<T>(
  collection: CollectionName,
  { read, fieldNames }: RecordPages,
): (places: Uint32Array) => T[] {
  const published = createTextBuffer();
  const neutral = createNeutralLines(collection, fieldNames);
  return (places) => {
    if (places.length === 0) return [];
    const found = readRecordLines({ collection, places }, read, published);
    const { lines, starts } = neutral({ lines: published, starts: found });
    return Array.from(starts.subarray(1), (end, at) => {
      return JSON.parse(lines.bytes.toString('utf8', starts[at], end)) as T;
    });
  };
}
