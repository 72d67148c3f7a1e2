/** The genes of some families that have one of some notes: which phages and clusters have a function, and in which genes. */
import { allOfFamily } from './familyGenes.ts';
import type { FunctionFamily } from './functionFamilies.ts';
import type { Gene } from './records.ts';
import type { Site } from './site.ts';

// Browsers ask a site for about so many files at once.
const mostAtOnce = 6;
// Loaded without asking the reader: about 1 MB, in so many files.
const mostUnasked = { genes: 2000, families: 60 };

export function shouldAutoLoad(families: readonly FunctionFamily[]): boolean {
  return families.length <= mostUnasked.families && genesIn(families) <= mostUnasked.genes;
}

/** All genes of the families, whatever their notes: what is fetched. */
export function genesIn(families: readonly FunctionFamily[]): number {
  return families.reduce((sum, { genes }) => sum + genes, 0);
}

export interface FunctionGenesOptions {
  readonly isMeant: (notes: string) => boolean;
  /** Genes by family, from an earlier try: these are not fetched again, and new ones are added. */
  readonly found: Map<number, readonly Gene[]>;
  /** Called with the number of families whose genes are loaded. */
  readonly tell: (read: number) => void;
  /** Stops the fetching of further families. */
  readonly signal: AbortSignal;
}

/** In the order of the families. Rejects with Unavailable. */
export async function functionGenes(
  site: Site,
  families: readonly number[],
  { isMeant, found, tell, signal }: FunctionGenesOptions,
): Promise<readonly Gene[]> {
  const wanted = families.filter((pham) => !found.has(pham));
  let next = 0;
  let hasFailed = false;
  const take = async () => {
    while (next < wanted.length && !hasFailed && !signal.aborted) {
      const pham = wanted[next++] ?? 0;
      try {
        // oxlint-disable-next-line no-await-in-loop -- each of a few takes one after the other
        const { genes } = await allOfFamily(site, String(pham), () => {});
        found.set(
          pham,
          genes.filter(({ notes }) => isMeant(notes)),
        );
      } catch (error) {
        hasFailed = true;
        throw error;
      }
      // After a failure, the results of the others are not used.
      if (!hasFailed && !signal.aborted) tell(found.size);
    }
  };
  await Promise.all(Array.from({ length: mostAtOnce }, take));
  return families.flatMap((pham) => found.get(pham) ?? []);
}

/** Groups items by key, in the order of the first of each group. */
export function genesBy<Key>(
  genes: Iterable<Gene>,
  keyOf: (gene: Gene) => Key,
): ReadonlyMap<Key, readonly Gene[]> {
  const groups = new Map<Key, Gene[]>();
  for (const gene of genes) {
    const key = keyOf(gene);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [gene]);
    else group.push(gene);
  }
  return groups;
}
