/** Remembers which variants of something that should have one were seen, and where each was seen first. */
import { hash } from 'node:crypto';
import { comparePlaces, type RecordPlace } from '../findings/recordPlace.ts';

export interface Variant<T> {
  readonly value: T;
  /** The first place in source order. */
  readonly place: RecordPlace;
}

export interface VariantLedger<Group, T> {
  /** The order in which records are noted does not matter. */
  readonly note: (group: Group, value: T, place: RecordPlace) => void;
  /** Each group once, its variants in source order of their first places. */
  readonly groups: () => Iterable<readonly [group: Group, variants: readonly Variant<T>[]]>;
  /** How many variants of contested groups are only counted. */
  readonly untold: () => number;
  /** The groups that have more than one variant. */
  readonly contested: () => Iterable<readonly [group: Group, variants: readonly Variant<T>[]]>;
}

/**
 * Of a group at least `maxOthers` variants besides one are kept, the first by place; of the rest each is only counted,
 * by a number that tells it: every gene of a family may have another colour.
 */
export function createVariantLedger<Group, T extends string | number>(
  maxOthers = Infinity,
): VariantLedger<Group, T> {
  // In columns and not as objects: there are as many as there are gene families.
  const indices = new Map<Group, number>();
  const values: T[] = [];
  const ranks: number[] = [];
  const lines: number[] = [];
  // Only of groups that have more than one variant: none, in good data; but then there may be as many as records.
  const others = new Map<Group, Map<T, RecordPlace>>();
  const isBounded = maxOthers < Infinity;
  const seen = new Set<number>();

  const firstOf = (index: number): Variant<T> => {
    const value = values[index] as T;
    return { value, place: { rank: ranks[index] ?? 0, line: lines[index] ?? 0 } };
  };

  function* groupsOf(groups: Iterable<Group>) {
    for (const group of groups) {
      const index = indices.get(group);
      if (index === undefined) continue;
      const variants = [firstOf(index)];
      for (const [value, place] of others.get(group) ?? []) variants.push({ value, place });
      yield [group, variants.sort((a, b) => comparePlaces(a.place, b.place))] as const;
    }
  }

  return {
    note(group, value, place) {
      const index = indices.get(group);
      if (index === undefined) {
        indices.set(group, values.length);
        values.push(value);
        ranks.push(place.rank);
        lines.push(place.line);
      } else if (values[index] !== value) {
        noteOther(group, index, value, place);
      } else if (comparePlaces(place, firstOf(index).place) < 0) {
        ranks[index] = place.rank;
        lines[index] = place.line;
      }
    },
    groups: () => groupsOf(indices.keys()),
    untold() {
      let kept = 0;
      for (const variants of others.values()) kept += variants.size;
      return isBounded ? seen.size - kept : 0;
    },
    contested: () => groupsOf(others.keys()),
  };

  function noteOther(group: Group, index: number, value: T, place: RecordPlace): void {
    let variants = others.get(group);
    if (variants === undefined) {
      variants = new Map();
      others.set(group, variants);
    }
    const known = variants.get(value);
    if (known === undefined || comparePlaces(place, known) < 0) variants.set(value, place);
    if (isBounded && known === undefined) countOther(group, index, value, variants);
  }

  function countOther(
    group: Group,
    index: number,
    value: T,
    variants: ReadonlyMap<T, RecordPlace>,
  ): void {
    seen.add(fingerprint(`${index} ${value}`));
    // Twice the bound before a sort, so that a flood of variants costs little.
    if (variants.size > 2 * maxOthers + 16) others.set(group, firstOnly(variants));
  }

  function firstOnly(variants: ReadonlyMap<T, RecordPlace>): Map<T, RecordPlace> {
    const sorted = [...variants].sort(([, a], [, b]) => comparePlaces(a, b));
    return new Map(sorted.slice(0, maxOthers + 1));
  }
}

// As many as a number holds exactly.
const fingerprintDigits = 13;

/** Two texts have the same one in a million million cases at most. */
function fingerprint(text: string): number {
  return Number.parseInt(hash('sha256', text).slice(0, fingerprintDigits), 16);
}
