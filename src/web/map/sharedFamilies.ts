/** Which families genomes that are compared have in common, as a person reads them. */
import type { Track } from './compareMap.ts';

export interface NamedFamily {
  readonly pham: number;
  readonly color: string;
  readonly notes: string;
  readonly tracksWith: number;
}

/** The shared families in the order of the first track that has each, with the first notes of one of its genes. */
export function familyNames(
  tracks: readonly Track[],
  shared: ReadonlySet<number>,
): readonly NamedFamily[] {
  const found = new Map<number, { color: string; notes: string; tracks: Set<string> }>();
  for (const { name, genes } of tracks) {
    for (const { pham, notes, color } of genes) {
      if (pham === null || !shared.has(pham)) continue;
      const family = found.get(pham) ?? { color, notes: '', tracks: new Set<string>() };
      if (family.notes === '') family.notes = notes;
      family.tracks.add(name);
      found.set(pham, family);
    }
  }
  return [...found].map(
    ([
      pham,
      {
        color,
        notes,
        tracks: { size },
      },
    ]) => ({
      pham,
      color,
      notes,
      tracksWith: size,
    }),
  );
}
