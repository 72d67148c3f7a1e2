/** The phages that share the most gene families with one, found without reading those of all phages. */
import { addresses } from './addresses.ts';
import { sampleOfFamily } from './familyGenes.ts';
import { fetchJson } from './fetching.ts';
import { type Gene, geneOf } from './records.ts';
import { resultsOf, type Site } from './site.ts';

// Few enough files for a click, of families that a cluster has and not every phage.
const mostFamilies = 8;
const usualPhages = 50;
const mostCandidates = 10;

/** At most `most` of them, the nearest first; `genes` are those of the phage. Rejects with Unavailable. */
export async function nearestRelatives(
  site: Site,
  { name, genes }: { readonly name: string; readonly genes: readonly Gene[] },
  phagesOf: (pham: number) => number,
  most: number,
): Promise<readonly string[]> {
  const own = familiesOf(genes);
  const families = await Promise.all(
    tellingFamilies(own, phagesOf).map((pham) => sampleOfFamily(site, String(pham))),
  );
  const holders = families.map((family) => new Set(family.genes.map(({ phage }) => phage)));
  const candidates = mostOften(holders, name).slice(0, mostCandidates);
  const shared = await Promise.all(
    candidates.map(async (phage) => {
      const records = resultsOf(await fetchJson(addresses.genesOf(phage)));
      const theirs = familiesOf(records.map((record) => geneOf(site, record)));
      return [...theirs].filter((pham) => own.has(pham)).length;
    }),
  );
  // Candidates are in order, and the sort is stable.
  return candidates
    .map((phage, at) => ({ phage, count: shared[at] ?? 0 }))
    .sort((a, b) => b.count - a.count)
    .slice(0, most)
    .map(({ phage }) => phage);
}

function familiesOf(genes: readonly Gene[]): ReadonlySet<number> {
  return new Set(genes.flatMap(({ pham }) => (pham === null ? [] : [pham])));
}

/** Those shared by about so many phages as a cluster has: rarer ones miss relatives, others tell nothing. */
export function tellingFamilies(
  families: Iterable<number>,
  phagesOf: (pham: number) => number,
): readonly number[] {
  const oddity = (pham: number) => Math.abs(Math.log(phagesOf(pham) / usualPhages));
  return [...families]
    .filter((pham) => phagesOf(pham) > 1)
    .sort((a, b) => oddity(a) - oddity(b) || a - b)
    .slice(0, mostFamilies);
}

/** The names that are in most of the sets, except one; ties in order of name. */
export function mostOften(sets: readonly ReadonlySet<string>[], but: string): readonly string[] {
  const counts = new Map<string, number>();
  for (const set of sets) {
    for (const name of set) if (name !== but) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([name]) => name);
}
