/** The nucleotides of a gene, from the genome of its phage; of one in two parts those that are read. */
import { addresses } from './addresses.ts';
import { fetchText, isMissing } from './fetching.ts';
import { genomeOf, hasGenome } from './phageFiles.ts';
import { reverseComplement } from './protein.ts';
import type { Gene } from './records.ts';
import type { Site } from './site.ts';

/** Bases, counted from 1; both ends are included. */
export interface Part {
  readonly first: number;
  readonly last: number;
}

export interface GeneBases {
  /** On the strand that is read. */
  readonly bases: string;
  /** In the order of the genome, which is circular. */
  readonly parts: readonly Part[];
  /** Whether these are all bases from start to stop, since it is not known which of them are read. */
  readonly isWholeSpan: boolean;
}

/** Null where the site has no genome of its phage. Rejects with Unavailable. */
export async function basesOf(site: Site, gene: Gene): Promise<GeneBases | null> {
  if (!(await hasGenome(site, gene.phage))) return null;
  const genome = await genomeOf(gene.phage);
  if (genome === '') return null;
  const whole = spanOf(gene, genome.length);
  const isOne = gene.length === null || gene.length === countOf(whole);
  const cut = isOne ? [] : partsIn(await gff3Of(gene.phage), gene, genome.length);
  // A build finds the parts by the protein. Where it cannot, its file has the whole span.
  const isCut = countOf(cut) === gene.length;
  const parts = isCut ? cut : whole;
  const along = parts.map(({ first, last }) => genome.slice(first - 1, last)).join('');
  const bases = gene.isReverse ? reverseComplement(along) : along;
  return { bases, parts, isWholeSpan: !isOne && !isCut };
}

/** A gene that stops before it starts runs through the origin. */
function spanOf({ start, stop }: Gene, genomeLength: number): readonly Part[] {
  if (start <= stop) return [{ first: start + 1, last: stop }];
  return [
    { first: start + 1, last: genomeLength },
    { first: 1, last: stop },
  ].filter(({ first, last }) => first <= last);
}

function countOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { first, last }) => sum + last - first + 1, 0);
}

/** The rows of a gene in a GFF3 file: it is the ID that makes them one. */
export function partsIn(
  gff3: string,
  { id, start }: Pick<Gene, 'id' | 'start'>,
  genomeLength: number,
): readonly Part[] {
  const end = gff3.indexOf('\n##FASTA');
  const rows = gff3.slice(0, end === -1 ? undefined : end).split('\n');
  const found = rows.flatMap((row): readonly Part[] => {
    const [, , type, first, last, , , , attributes = ''] = row.split('\t');
    if (type !== 'CDS') return [];
    const [, own = ''] = /(?:^|;)ID=([^;]*)/.exec(attributes) ?? [];
    return decoded(own) === id ? [{ first: Number(first), last: Number(last) }] : [];
  });
  const placeOf = ({ first }: Part) => (first - 1 - start + genomeLength) % genomeLength;
  return found.sort((a, b) => placeOf(a) - placeOf(b));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

async function gff3Of(phage: string): Promise<string> {
  try {
    return await fetchText(addresses.gff3(phage));
  } catch (error) {
    if (isMissing(error)) return '';
    throw error;
  }
}
