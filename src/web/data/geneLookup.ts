/** Finds genes by GeneID in the pages of the list, which are in order of it. */
import { compareText } from '../../text/order.ts';
import { addresses, fetchJson, isMissing, Unavailable } from './fetching.ts';
import { fetchFirstGenes, type PhageRow } from './indexes.ts';
import { type Gene, geneOf, genesOfPhage } from './records.ts';
import { resultsOf, type Site } from './site.ts';

/**
 * The genes that a text names: the one of just this GeneID, or else those of it in another case, or of it as a locus tag.
 *
 */
export async function genesNamed(
  site: Site,
  text: string,
  phages: () => Promise<readonly PhageRow[]>,
): Promise<readonly Gene[]> {
  try {
    return [await findGene(site, text)];
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  const wanted = folded(text);
  const rows = await phages();
  const found = await genesIn(site, rows, text, mostAlike, (id) => folded(id) === wanted);
  if (found.length > 0) return found;
  const tagged = await genesTagged(site, text, rows);
  return tagged.filter(({ locusTag }) => folded(locusTag) === wanted);
}

/** The wanted ones whose GeneID begins with the name of a phage that is in the text. */
async function genesIn(
  site: Site,
  rows: readonly PhageRow[],
  text: string,
  most: number,
  isWanted: (id: string) => boolean,
): Promise<readonly Gene[]> {
  for (const prefix of phagePrefixes(rows, text)) {
    const found = await genesFrom(site, prefix, most, isWanted);
    if (found.length > 0) return found;
  }
  return [];
}

// Of GeneIDs that differ in case alone.
const mostAlike = 20;

/** The record of a gene. */
async function findGene(site: Site, id: string): Promise<Gene> {
  if (site.hasGeneFiles) return geneOf(site, await fetchJson(addresses.gene(id)));
  const [gene] = await genesFrom(site, id, 1);
  if (gene?.id === id) return gene;
  throw new Unavailable('There is no such gene on this site.', addresses.gene(id), true);
}

/**
 * At most `most` genes whose GeneID is `text` or begins with it: as it is written, or else in any case behind the name of
 * a phage in it. The list is in order of case, so without such a name all of it would have to be read. Where there are none,
 * those whose locus tag begins so. `phages` are asked for only then.
 */
export async function genesLike(
  site: Site,
  text: string,
  most: number,
  phages: () => Promise<readonly PhageRow[]>,
): Promise<readonly Gene[]> {
  const exact = await genesFrom(site, text, most);
  if (exact.length > 0) return exact;
  const wanted = folded(text);
  const rows = await phages();
  const found = await genesIn(site, rows, text, most, (id) => folded(id).startsWith(wanted));
  if (found.length > 0) return found;
  return (await genesTagged(site, text, rows)).slice(0, most);
}

/**
 * Genes whose locus tag is `text` or begins with it, in any case and in order of position. No index has locus tags, but
 * most have the name of their phage, as SEA_TRIXIE_6 has, and a phage has few genes.
 */
async function genesTagged(site: Site, text: string, rows: readonly PhageRow[]) {
  if (!site.views.includes('genesbyphage')) return [];
  const wanted = folded(text);
  for (const phage of phagesInTag(rows, text)) {
    const genes = await genesOfPhage(site, phage);
    const found = genes.filter(({ locusTag }) => folded(locusTag).startsWith(wanted));
    if (found.length > 0) return found;
  }
  return [];
}

// A tag has the name of one phage, or of one and of another whose name is part of it.
const mostInTag = 3;

/** The phages with genes whose name is a part of a locus tag, the longest name first; a name alone is no tag. */
export function phagesInTag(rows: readonly PhageRow[], text: string): readonly string[] {
  const parts = `_${letters(text)}_`;
  return rows
    .filter(({ name, genes }) => {
      const own = letters(name);
      return genes > 0 && own !== '' && parts !== `_${own}_` && parts.includes(`_${own}_`);
    })
    .map(({ name }) => name)
    .sort((a, b) => b.length - a.length || compareText(a, b))
    .slice(0, mostInTag);
}

/** With one character for all that are neither letters nor digits: tags cannot have most of them. */
function letters(text: string): string {
  return folded(text)
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '');
}

/**
 * How GeneIDs begin that are `text` in another case: with the name of a phage, as it is published, and the sign that
 * follows it, which keeps apart Alpha_1 and Alphabet_1. The longest comes first.
 */
export function phagePrefixes(
  rows: readonly Pick<PhageRow, 'name'>[],
  text: string,
): readonly string[] {
  const wanted = folded(text);
  return rows
    .map(({ name }) => name)
    .filter((name) => name !== '' && wanted.startsWith(folded(name)))
    .map((name) => ({ name, sign: /^./u.exec(text.slice(name.length))?.[0] ?? '' }))
    .filter(({ sign }) => !/[\p{L}\p{N}]/u.test(sign))
    .map(({ name, sign }) => name + sign)
    .sort((a, b) => b.length - a.length || compareText(a, b));
}

function folded(text: string): string {
  return text.toLowerCase();
}

/** At most `most` genes, the first whose GeneID begins with `prefix` and is wanted, in order. */
async function genesFrom(
  site: Site,
  prefix: string,
  most: number,
  isWanted: (id: string) => boolean = () => true,
): Promise<readonly Gene[]> {
  const firsts = await fetchFirstGenes();
  const found: Gene[] = [];
  for (let page = Math.max(pageOf(firsts, prefix), 1); page <= firsts.length; page++) {
    const results = resultsOf(await fetchJson(addresses.genePage(page)));
    const genes = results.map((record) => geneOf(site, record));
    for (const gene of genes) if (gene.id.startsWith(prefix) && isWanted(gene.id)) found.push(gene);
    const last = genes.at(-1)?.id ?? '';
    const isPast = compareText(last, prefix) > 0 && !last.startsWith(prefix);
    if (found.length >= most || isPast) break;
  }
  return found.slice(0, most);
}

/** Binary search: the last page, from 1, whose first GeneID is not after `id`; 0 if there is none. */
export function pageOf(firsts: readonly string[], id: string): number {
  let low = 0;
  let high = firsts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    // A page whose first gene is the one itself may follow a page that ends with the same.
    if (compareText(firsts[middle] ?? '', id) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
