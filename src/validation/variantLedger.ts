/** Remembers which variants of something that should have one were seen, and where each was seen first. */
import { comparePlaces, type RecordPlace } from '../findings/recordPlace.ts';

export interface Variant {
  readonly text: string;
  readonly first: RecordPlace;
}

export interface VariantLedger {
  note(group: string, variant: string, place: RecordPlace): void;
  /** Each group once, its variants in source order of their first places. */
  groups(): Iterable<readonly [group: string, variants: readonly Variant[]]>;
}

/** The order in which records are noted does not matter: the first place is the least one. */
export function createVariantLedger(): VariantLedger {
  const groups = new Map<string, Variant[]>();
  return {
    note(group, text, place) {
      const variants = groups.get(group);
      if (variants === undefined) {
        groups.set(group, [{ text, first: place }]);
        return;
      }
      const at = variants.findIndex((variant) => variant.text === text);
      const known = variants[at];
      if (known === undefined) variants.push({ text, first: place });
      else if (comparePlaces(place, known.first) < 0) variants[at] = { text, first: place };
    },
    *groups() {
      for (const [group, variants] of groups) {
        yield [group, variants.toSorted((a, b) => comparePlaces(a.first, b.first))];
      }
    },
  };
}
