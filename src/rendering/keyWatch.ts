/** Detects repeated keys in a merge, and keys that may collide by case (S3). */
import type { KeyCase } from '../collections/collection.ts';
import { comparePlaces, type RecordPlace } from '../findings/recordPlace.ts';
import { compareBytes } from '../sorting/compareBytes.ts';
import type { RunCursor } from '../sorting/runCursor.ts';
import type { RepeatedKey } from '../validation/orderRules.ts';
import type { RenderResult } from './task.ts';

export interface KeyWatch {
  /** Whether the record at the cursor has the same key as the one before it. */
  readonly see: (cursor: RunCursor) => boolean;
  /** The first ones by source position, about as many as wanted. */
  readonly repeated: RenderResult['repeated'];
  /** The total number. */
  readonly repeatedCount: () => number;
  readonly suspects: RenderResult['suspects'];
}

/**
 * `contested` are the groups of `keyCase` to look at. Keeps at least the first `maxRepeated` records with a repeated
 * key; bounded, since all records may have the same key.
 */
export function createKeyWatch(
  keyCase: KeyCase | null,
  contested: ReadonlySet<string>,
  maxRepeated: number,
): KeyWatch {
  const repeated: RepeatedKey[] = [];
  let repeatedCount = 0;
  const suspects: { key: string; place: RecordPlace }[] = [];
  let last = Buffer.alloc(256);
  let lastLength = -1;
  let first: RecordPlace = { rank: 0, line: 0 };

  const remember = ({ bytes, keyStart, keyEnd, rank, line }: RunCursor) => {
    lastLength = keyEnd - keyStart;
    if (last.length < lastLength) last = Buffer.alloc(2 * lastLength);
    for (let i = 0; i < lastLength; i++) last[i] = bytes[keyStart + i] ?? 0;
    first = { rank, line };
  };

  const report = (found: RepeatedKey) => {
    repeatedCount++;
    repeated.push(found);
    // Sorts only when the list exceeds twice the bound, so that the cost per record stays low.
    if (repeated.length <= 2 * maxRepeated + 16) return;
    repeated.sort((a, b) => comparePlaces(a.again, b.again));
    repeated.length = maxRepeated;
  };

  return {
    repeated,
    repeatedCount: () => repeatedCount,
    suspects,
    see(cursor) {
      const { bytes, keyStart, keyEnd, rank, line } = cursor;
      if (
        keyEnd - keyStart === lastLength &&
        compareBytes(bytes, keyStart, keyEnd, last, 0, lastLength) === 0
      ) {
        const key = bytes.toString('utf8', keyStart, keyEnd);
        report({ key, first, again: { rank, line } });
        return true;
      }
      remember(cursor);
      if (keyCase !== null && contested.size > 0) {
        const key = bytes.toString('utf8', keyStart, keyEnd);
        if (contested.has(keyCase.groupOf(key))) suspects.push({ key, place: { rank, line } });
      }
      return false;
    },
  };
}
