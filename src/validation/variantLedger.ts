/** Remembers which variants of something that should have one were seen, and where each was seen first. */
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
  /** The groups that have more than one variant. */
  readonly contested: () => Iterable<readonly [group: Group, variants: readonly Variant<T>[]]>;
}

export function createVariantLedger<Group, T>(): VariantLedger<Group, T> {
  // In columns and not as objects: there are as many as there are gene families.
  const indices = new Map<Group, number>();
  const values: T[] = [];
  const ranks: number[] = [];
  const lines: number[] = [];
  // Only of groups that have more than one variant: none, in good data; but then there may be as many as records.
  const others = new Map<Group, Map<T, RecordPlace>>();

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
        noteOther(group, value, place);
      } else if (comparePlaces(place, firstOf(index).place) < 0) {
        ranks[index] = place.rank;
        lines[index] = place.line;
      }
    },
    groups: () => groupsOf(indices.keys()),
    contested: () => groupsOf(others.keys()),
  };

  function noteOther(group: Group, value: T, place: RecordPlace): void {
    const variants = others.get(group) ?? new Map<T, RecordPlace>();
    others.set(group, variants);
    const known = variants.get(value);
    if (known === undefined || comparePlaces(place, known) < 0) variants.set(value, place);
  }
}
