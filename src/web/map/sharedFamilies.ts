/** Which families genomes that are compared have in common, as a person reads them. */
import type { Gene } from '../data/records.ts';

export const selections = ['all', 'shared', 'unshared'] as const;
export type Selection = (typeof selections)[number];

interface Genome {
  readonly name: string;
  readonly genes: readonly Gene[];
}

export interface NamedFamily {
  readonly pham: number;
  readonly color: string;
  readonly notes: string;
  readonly tracksWith: number;
}

/** The families of more than one track. */
export function sharedFamilies(tracks: readonly Pick<Genome, 'genes'>[]): ReadonlySet<number> {
  const counts = new Map<number, number>();
  for (const { genes } of tracks) {
    for (const pham of new Set(genes.map((gene) => gene.pham))) {
      if (pham !== null) counts.set(pham, (counts.get(pham) ?? 0) + 1);
    }
  }
  return new Set([...counts].filter(([, tracksWith]) => tracksWith > 1).map(([pham]) => pham));
}

/** Which genes of the tracks are drawn. */
export function isShownIn(
  tracks: readonly Pick<Genome, 'genes'>[],
  selection: Selection,
): (gene: Gene) => boolean {
  if (selection === 'all') return () => true;
  const shared = sharedFamilies(tracks);
  return ({ pham }) => (pham !== null && shared.has(pham)) === (selection === 'shared');
}

/** The shared families in the order of the first track that has each, with the first notes of one of its genes. */
export function familyNames(
  tracks: readonly Genome[],
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
