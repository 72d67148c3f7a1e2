/** How a sorted list differs from what it was: by the keys of its records, and by their ranks, which count from 0. */
import { compareText } from '../text/order.ts';

export interface KeyChanges {
  /** In both, with other records. */
  readonly changed: readonly string[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

export const noChanges: KeyChanges = { changed: [], added: [], removed: [] };

export function countChanges({ changed, added, removed }: KeyChanges): number {
  return changed.length + added.length + removed.length;
}

/** The changes of a list from those of its parts: a key that moved from one part to another has changed. */
export function joinChanges(parts: readonly KeyChanges[]): KeyChanges {
  const changed = parts.flatMap((part) => part.changed);
  const removed = new Set(parts.flatMap((part) => part.removed));
  const added = new Set<string>();
  for (const key of parts.flatMap((part) => part.added)) {
    // Where it comes once more than it went, the list has grown.
    if (removed.delete(key)) changed.push(key);
    else added.add(key);
  }
  return { changed, added: [...added], removed: [...removed] };
}

/** The ranks of the records that only one of the two lists has as they are, in order: among the old, and among the new. */
export interface RankChanges {
  readonly before: readonly number[];
  readonly now: readonly number[];
}

/** All keys of the changes, in order. */
export function sortedKeys({ changed, added, removed }: KeyChanges): string[] {
  return [...changed, ...added, ...removed].sort(compareText);
}

/** `keys` are `sortedKeys`; `ranks` has for each the number of records in the new list with a lesser key. */
export function ranksOfChanges(
  changes: KeyChanges,
  keys: readonly string[],
  ranks: readonly number[],
): RankChanges {
  const added = new Set(changes.added);
  const removed = new Set(changes.removed);
  const before: number[] = [];
  const now: number[] = [];
  // How many more records the new list has below the key.
  let more = 0;
  for (const [at, key] of keys.entries()) {
    const rank = ranks[at] ?? 0;
    if (!removed.has(key)) now.push(rank);
    if (!added.has(key)) before.push(rank - more);
    more += Number(added.has(key)) - Number(removed.has(key));
  }
  return { before, now };
}

/**
 * A number for each record of a list of `count`: the same number in both lists means the same record. -1 for those at
 * the `changed` ranks, which are in order.
 */
export function identitiesOf(count: number, changed: readonly number[]): Int32Array {
  const identities = new Int32Array(count);
  let next = 0;
  for (let rank = 0; rank < count; rank++) {
    const isChanged = changed[next] === rank;
    identities[rank] = isChanged ? -1 : rank - next;
    if (isChanged) next++;
  }
  return identities;
}
