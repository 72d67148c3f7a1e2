/** Records the variants of values that should have only one, and the first place of each. */
import { hash } from 'node:crypto';
import { comparePlaces, type RecordPlace } from '../findings/recordPlace.ts';

export interface Variant<T> {
  readonly value: T;
  /** The first in source order. */
  readonly place: RecordPlace;
}

export interface VariantLedger<Group, T> {
  /** Records may be noted in any order. */
  readonly note: (group: Group, value: T, place: RecordPlace) => void;
  /** Each group once, with its variants in source order of their first places. */
  readonly groups: () => Iterable<readonly [group: Group, variants: readonly Variant<T>[]]>;
  readonly names: () => Iterable<Group>;
  /** The number of variants of contested groups that are only counted. */
  readonly unreported: () => number;
  /** The groups with more than one variant. */
  readonly contested: () => Iterable<readonly [group: Group, variants: readonly Variant<T>[]]>;
}

/**
 * Keeps the first variant of each group and at least `maxOthers` more, in order of place. The rest are only counted, by
 * fingerprint: every gene of a family may have another colour.
 */
export function createVariantLedger<Group, T extends string | number>(
  maxOthers = Infinity,
): VariantLedger<Group, T> {
  // Columns rather than objects: there are as many groups as gene families.
  const indices = new Map<Group, number>();
  const values: T[] = [];
  const ranks: number[] = [];
  const lines: number[] = [];
  // Only for groups with several variants: none in good data, but up to one per record in bad data.
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
      const more = others.get(group);
      for (const [value, place] of more ?? []) variants.push({ value, place });
      if (more !== undefined) variants.sort((a, b) => comparePlaces(a.place, b.place));
      yield [group, variants] as const;
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
    names: () => indices.keys(),
    unreported() {
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
    // Trimmed only at twice the bound, so that the sort's cost is amortised.
    if (variants.size > 2 * maxOthers + 16) others.set(group, firstOnly(variants));
  }

  function firstOnly(variants: ReadonlyMap<T, RecordPlace>): Map<T, RecordPlace> {
    const sorted = [...variants].sort(([, a], [, b]) => comparePlaces(a, b));
    return new Map(sorted.slice(0, maxOthers + 1));
  }
}

// 52 bits, which a number holds exactly.
const fingerprintDigits = 13;

/** A hash: two given texts collide with a probability below 10⁻¹². */
function fingerprint(text: string): number {
  return Number.parseInt(hash('sha256', text).slice(0, fingerprintDigits), 16);
}
