/** Compares a run with the one that it replaces: a merge join of two sorted files. */
import { compareBytes } from '../sorting/compareBytes.ts';
import { openRunCursor, type RunCursor } from '../sorting/runCursor.ts';
import type { SpilledRun } from '../sorting/spilledRun.ts';
import type { RunChanges } from './task.ts';

/** Reads both in key order. Throws DamagedCache, or the system's error. */
export function compareRuns(before: SpilledRun, after: SpilledRun): RunChanges {
  const old = openRunCursor(before, null);
  try {
    const now = openRunCursor(after, null);
    try {
      return compareCursors(old, now);
    } finally {
      now.close();
    }
  } finally {
    old.close();
  }
}

function compareCursors(old: RunCursor, now: RunCursor): RunChanges {
  const changedKeys: string[] = [];
  for (;;) {
    const [hasOld, hasNow] = [old.next(), now.next()];
    if (hasOld !== hasNow) return { sameKeys: false, changedKeys: [] };
    if (!hasOld) return { sameKeys: true, changedKeys };
    if (compareKeys(old, now) !== 0) return { sameKeys: false, changedKeys: [] };
    if (!hasSameJson(old, now)) changedKeys.push(keyOf(now));
  }
}

function compareKeys(a: RunCursor, b: RunCursor): number {
  return compareBytes(a.bytes, a.keyStart, a.keyEnd, b.bytes, b.keyStart, b.keyEnd);
}

function hasSameJson(a: RunCursor, b: RunCursor): boolean {
  return a.bytes.compare(b.bytes, b.keyEnd, b.jsonEnd, a.keyEnd, a.jsonEnd) === 0;
}

function keyOf({ bytes, keyStart, keyEnd }: RunCursor): string {
  return bytes.toString('utf8', keyStart, keyEnd);
}
