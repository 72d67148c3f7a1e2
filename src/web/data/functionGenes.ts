/** The genes of some families that have one of some notes: which phages and clusters have a function, and in which genes. */
import { allOfFamily } from './familyGenes.ts';
import type { Gene } from './records.ts';
import type { Site } from './site.ts';

// Browsers ask a site for about so many files at once.
const mostAtOnce = 6;

/** In the order of the families; `tell` hears of how many families the genes have come. Rejects with Unavailable. */
export async function functionGenes(
  site: Site,
  phams: readonly number[],
  isNoted: (notes: string) => boolean,
  tell: (read: number) => void,
): Promise<readonly Gene[]> {
  const found: (readonly Gene[])[] = [];
  let next = 0;
  let read = 0;
  let hasFailed = false;
  const take = async () => {
    while (next < phams.length && !hasFailed) {
      const at = next++;
      try {
        // oxlint-disable-next-line no-await-in-loop -- each of a few takes one after the other
        const { genes } = await allOfFamily(site, String(phams[at]), () => {});
        found[at] = genes.filter(({ notes }) => isNoted(notes));
      } catch (error) {
        hasFailed = true;
        throw error;
      }
      // Nobody waits for those that come after a failure.
      if (!hasFailed) tell(++read);
    }
  };
  await Promise.all(Array.from({ length: mostAtOnce }, take));
  return found.flat();
}

/** Groups them by what `keyOf` says, in the order in which the groups begin. */
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
