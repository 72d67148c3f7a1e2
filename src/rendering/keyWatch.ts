/** Watches the keys of a merge for those that repeat or may collide by case (S3). */
import { foldPhagePart, phagePartOfGeneId } from '../collections/gene.ts';
import type { RecordPlace } from '../findings/recordPlace.ts';
import { compareBytes } from '../sorting/compareBytes.ts';
import type { RunCursor } from '../sorting/runCursor.ts';
import type { RepeatedKey } from '../validation/orderRules.ts';
import type { RenderResult } from './task.ts';

export interface KeyWatch {
  /** Whether the record under the cursor has the key of the one before it. */
  readonly see: (cursor: RunCursor) => boolean;
  readonly repeated: RenderResult['repeated'];
  readonly suspects: RenderResult['suspects'];
}

export function createKeyWatch(collidingPhageParts: ReadonlySet<string>): KeyWatch {
  const repeated: RepeatedKey[] = [];
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

  return {
    repeated,
    suspects,
    see(cursor) {
      const { bytes, keyStart, keyEnd, rank, line } = cursor;
      if (
        keyEnd - keyStart === lastLength &&
        compareBytes(bytes, keyStart, keyEnd, last, 0, lastLength) === 0
      ) {
        const key = bytes.toString('utf8', keyStart, keyEnd);
        repeated.push({ key, first, again: { rank, line } });
        return true;
      }
      remember(cursor);
      if (collidingPhageParts.size > 0) {
        const key = bytes.toString('utf8', keyStart, keyEnd);
        if (collidingPhageParts.has(foldPhagePart(phagePartOfGeneId(key)))) {
          suspects.push({ key, place: { rank, line } });
        }
      }
      return false;
    },
  };
}
