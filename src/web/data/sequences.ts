/** The sequences of genomes, genes and proteins: where the site has them, what they weigh, and FASTA. */
import { addresses, fetchText, unlessMissing } from './fetching.ts';
import { allPhages, fetchPhages, mayHave, type PhageRow, rowOf } from './indexes.ts';
import type { Gene } from './records.ts';
import type { Site } from './site.ts';
import { decoded } from '../../text/values.ts';

/** Bases, counted from 1; both ends are included. */
export type Part = Readonly<{ first: number; last: number }>;

/** From 0 to 3 by the code of a letter, in either case; -1 for what is no single base. */
export const baseDigits = new Int8Array(128).fill(-1);
for (const [digit, letter] of [...'ACGT'].entries())
  for (const one of [letter, letter.toLowerCase()]) baseDigits[one.charCodeAt(0)] = digit;

/** Null where the site has no genome of its phage. */
export async function basesOf(site: Site, gene: Gene) {
  if (!(await hasGenome(site, gene.phage))) return null;
  const genome = await genomeOf(gene.phage);
  if (genome === '') return null;
  const whole = spanOf(gene, genome.length);
  const isOne = gene.length === null || gene.length === countOf(whole);
  const cut = isOne
    ? []
    : partsIn(await unlessMissing(fetchText(addresses.gff3(gene.phage)), ''), gene, genome.length);
  // A build finds the parts by the protein. Where it cannot, its file has the whole span.
  const isCut = countOf(cut) === gene.length;
  const parts = isCut ? cut : whole;
  const along = parts.map(({ first, last }) => genome.slice(first - 1, last)).join('');
  const bases = gene.isReverse ? reverseComplement(along) : along;
  // Of the whole span it is not known which bases are read.
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

type FilesOf = Pick<Site, 'bulk' | 'counts' | 'views'>;

/** Whether there may be a file of its features. Most phages have none. */
export async function mayHaveFeatures(site: FilesOf, name: string): Promise<boolean> {
  const mayBe = (rows: readonly PhageRow[]) => mayHave('features', site, rows, name);
  // A site without any features is not asked for its index.
  return site.views.includes('featuresbyphage') && mayBe([]) && mayBe(await allPhages());
}

/** Whether there may be its genome, which only phages with a record have. */
export async function hasGenome({ bulk }: FilesOf, name: string): Promise<boolean> {
  if (!bulk.includes('genomes')) return false;
  const rows = await unlessMissing(fetchPhages(), null);
  return rows === null || rowOf(rows, name)?.hasGenome === true;
}

/** The bases of its genome; '' where there is no file of it. */
export async function genomeOf(name: string): Promise<string> {
  return sequenceOf(await unlessMissing(fetchText(addresses.genome(name)), ''));
}

// Average masses of residues in daltons, from the IUPAC atomic weights.
// prettier-ignore
const residueMasses: Readonly<Record<string, number>> = {
  A: 71.0779, R: 156.1857, N: 114.1026, D: 115.0874, C: 103.1429, E: 129.114, Q: 128.1292,
  G: 57.0513, H: 137.1393, I: 113.1576, L: 113.1576, K: 128.1723, M: 131.1961, F: 147.1739,
  P: 97.1152, S: 87.0773, T: 101.1039, W: 186.2099, Y: 163.1733, V: 99.1311, U: 150.0379,
  O: 237.2982,
};
const water = 18.0153;

/** The average mass in kilodaltons; null where a letter is no single amino acid. */
export function massOf(protein: string): number | null {
  if (protein === '') return null;
  let sum = water;
  for (const letter of protein.toUpperCase()) {
    const mass = residueMasses[letter];
    if (mass === undefined) return null;
    sum += mass;
  }
  return sum / 1000;
}

const [letters, complements] = ['ACGTURYSWKMBVDHN', 'TGCAAYRSWMKVBHDN'];

export function reverseComplement(bases: string): string {
  let text = '';
  for (let at = bases.length - 1; at >= 0; at--)
    text += complements[letters.indexOf(bases.charAt(at))] ?? 'N';
  return text;
}

/** The sequence of the first record of a FASTA file, in upper case. */
export function sequenceOf(fasta: string): string {
  const lines = fasta.split(/\r?\n/);
  const first = lines.findIndex((line) => line.startsWith('>'));
  const next = lines.findIndex((line, at) => at > first && line.startsWith('>'));
  return lines
    .slice(first + 1, next === -1 ? undefined : next)
    .join('')
    .replace(/\s/g, '')
    .toUpperCase();
}

/** FASTA with 70 letters a line; what would begin another line or record in the header is a space. */
export function fastaOf(header: string, sequence: string): string {
  const lines = sequence.match(/.{1,70}/g) ?? [];
  // oxlint-disable-next-line no-control-regex -- they are what is taken out
  return [`>${header.replace(/[\x00-\x1f\x7f]/g, ' ')}`, ...lines, ''].join('\n');
}

/** The proteins of genes, each under its GeneID, its notes and its phage. */
export function proteinsOf(genes: readonly Gene[]): string {
  return genes
    .map(({ id, notes, phage, translation }) => fastaOf(`${id} ${notes} [${phage}]`, translation))
    .join('');
}
