/** The genomes of a comparison: what was loaded stays, also while others come, are taken out or change their order. */
import { useMemo, useRef } from 'preact/hooks';
import { addresses } from '../data/addresses.ts';
import { fetchJson, isMissing } from '../data/fetching.ts';
import { allPhages } from '../data/phageIndex.ts';
import { phagesNamed } from '../data/phageNames.ts';
import { byPosition, type Gene, geneOf } from '../data/records.ts';
import { resultsOf, type Site } from '../data/site.ts';
import { type Loaded, useLoaded } from '../parts/loaded.tsx';

export interface Genome {
  /** The name by which it was asked for, which may be another name of the phage. */
  readonly asked: string;
  readonly name: string;
  readonly genes: readonly Gene[];
  /** In bases: what the index of phages says, and no less than the genes need. */
  readonly length: number;
}

async function genomesOf(site: Site, names: readonly string[]): Promise<readonly Genome[]> {
  const genesOf = (name: string) => fetchJson(addresses.genesOf(name)).catch(orNothing);
  // Addresses have the own names of phages, but for some that are written by hand: the genes come along with the index.
  const asTheyAre = names.map(genesOf);
  const [rows] = await Promise.all([allPhages(), ...asTheyAre]);
  return Promise.all(
    names.map(async (asked, at) => {
      const [named, another] = phagesNamed(rows, asked);
      const row = another === undefined ? named : undefined;
      const name = row?.name ?? asked;
      const json = await (name === asked ? asTheyAre[at] : genesOf(name));
      const genes = byPosition(resultsOf(json).map((record) => geneOf(site, record)));
      const said = row?.length ?? 0;
      const last = genes.map(({ start, stop }) => Math.max(start, stop));
      return { asked, name, genes, length: Math.max(said, ...last) };
    }),
  );
}

function orNothing(error: unknown): readonly never[] {
  if (isMissing(error)) return [];
  throw error;
}

export interface ComparedGenomes {
  /** Those that have come, in the order of the names. */
  readonly genomes: readonly Genome[];
  /** What the others wait for, or why they did not come; null where all are there. */
  readonly rest: Loaded<unknown> | null;
}

/** Loads those of the names that are new. */
export function useGenomes(site: Site, names: readonly string[]): ComparedGenomes {
  const known = useRef<ReadonlyMap<string, Genome>>(new Map());
  const all = names.join('\n');
  const rest = useLoaded(all, async () => {
    const found = await genomesOf(
      site,
      names.filter((name) => !known.current.has(name)),
    );
    // Asked for by another name, it is known by its own, too, which the address gets.
    const entries = found.flatMap((genome): readonly (readonly [string, Genome])[] => [
      [genome.name, { ...genome, asked: genome.name }],
      [genome.asked, genome],
    ]);
    known.current = new Map([...known.current, ...entries]);
  });
  const genomes = useMemo(
    () => names.flatMap((name) => known.current.get(name) ?? []),
    [all, known.current],
  );
  return { genomes, rest: genomes.length < names.length ? rest : null };
}
