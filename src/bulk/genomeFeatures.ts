/** The genes of a phage as features of its genome, in GFF3. */
import { readString } from '../json/readString.ts';
import {
  escaped,
  geneFields,
  geneSpans,
  nullValue,
  readInteger,
  spanLength,
} from './geneFields.ts';
import { addAscii, addInteger, addText, reserve, type TextBuffer } from './textBuffer.ts';

/** What every GFF3 file begins with: how its lines come of the records. */
export const featuresHead = `##gff-version 3
# Made by phagepress from gene records, whose Start and Stop are 0-based and half-open; here they are 1-based and closed.
# A gene is a CDS. Where Stop lies before Start it runs over the origin: two parts, one at the end of the genome, one at its beginning, with one ID.
# A gene whose Length is not that of its span, as after a frameshift, spans all from Start to Stop, and coding_length is its Length.
# A region ends with genome_length, or with the last gene where that lies behind it. What has no phage, no Start or no Stop is not told here.
`;

/** The genes of one phage, in order of GeneID. */
export interface PhageGenes {
  /** PhageID.PhageID. */
  readonly phage: string;
  /** As the phage's record says; null where there is none, or it says none. */
  readonly genomeLength: number | null;
  readonly count: number;
  /** Their records. */
  readonly bytes: Buffer;
  /** Where their values are, `geneSpans` numbers each. */
  readonly spans: Int32Array;
}

interface Feature {
  /** Its number among the genes of the phage. */
  readonly gene: number;
  readonly start: number;
  readonly stop: number;
}

const { geneId, start, stop, length, label, orientation, notes, locusTag, phamId } = geneFields;

/** Adds the phage's region and its genes in order of Start, Stop and GeneID; gives how many there are. */
export function addFeatures(text: TextBuffer, genes: PhageGenes): number {
  const features: Feature[] = [];
  let last = Math.max(1, genes.genomeLength ?? 0);
  for (let gene = 0; gene < genes.count; gene++) {
    const [from, to] = [integerOf(genes, gene, start), integerOf(genes, gene, stop)];
    if (from === null || to === null) continue;
    features.push({ gene, start: from, stop: to });
    last = Math.max(last, from, to, endOfGenome(genes, gene, from, to));
  }
  features.sort((a, b) => a.start - b.start || a.stop - b.stop || a.gene - b.gene);
  const region = encodeRegion(genes.phage);
  addText(text, `##sequence-region ${region} 1 ${last}\n`);
  for (const feature of features) addFeature(text, genes, feature, region, last);
  return features.length;
}

/** What a gene that runs over the origin says of where its genome ends, which nothing else may say; else 0. */
function endOfGenome(genes: PhageGenes, gene: number, from: number, to: number): number {
  const said = integerOf(genes, gene, length);
  return to < from && genes.genomeLength === null && said !== null ? from + said - to : 0;
}

interface Part {
  readonly first: number;
  readonly last: number;
  /** How many of its nucleotides, in the direction of the gene, end a codon that began before. */
  readonly phase: number;
}

function addFeature(
  text: TextBuffer,
  genes: PhageGenes,
  { gene, start: from, stop: to }: Feature,
  region: string,
  last: number,
): void {
  const at = gene * geneSpans + orientation * spanLength;
  const side = (genes.spans[at] ?? nullValue) < 0 ? 0 : genes.bytes[genes.spans[at] ?? 0];
  const strand = side === 0x46 ? '+' : side === 0x52 ? '-' : '.';
  for (const part of partsOf(from, to, last, strand === '-')) {
    addAscii(text, region);
    addAscii(text, '\tphagepress\tCDS\t');
    addInteger(text, part.first);
    addAscii(text, '\t');
    addInteger(text, part.last);
    addAscii(text, '\t.\t');
    addAscii(text, strand);
    addAscii(text, '\t');
    addInteger(text, part.phase);
    addAscii(text, '\t');
    addAttributes(text, genes, gene, to < from ? last - from + to : to - from);
  }
}

/** Where a gene lies; over the origin in two parts. One of no length is where it would be. */
function partsOf(from: number, to: number, last: number, isReverse: boolean): Part[] {
  if (to > from) return [{ first: from + 1, last: to, phase: 0 }];
  const [tail, head] = to === from ? [0, 0] : [last - from, to];
  const behind = (before: number) => (3 - (before % 3)) % 3;
  const parts = [
    ...(tail > 0 ? [{ first: from + 1, last, phase: isReverse ? behind(head) : 0 }] : []),
    ...(head > 0 ? [{ first: 1, last: head, phase: isReverse ? 0 : behind(tail) }] : []),
  ];
  const point = Math.max(1, from);
  return parts.length > 0 ? parts : [{ first: point, last: point, phase: 0 }];
}

function addAttributes(text: TextBuffer, genes: PhageGenes, gene: number, spanned: number): void {
  const between = text.used;
  // Two lines with one ID would be one gene.
  if (!isRepeated(genes, gene)) add('ID=', geneId);
  add('Name=', label);
  add('locus_tag=', locusTag);
  add('product=', notes);
  add('pham=', phamId);
  const said = integerOf(genes, gene, length);
  if (said !== null && said !== spanned) addName(`coding_length=${said}`);
  if (text.used === between) addAscii(text, '.');
  addAscii(text, '\n');

  function add(name: string, field: number): void {
    const at = gene * geneSpans + field * spanLength;
    const first = genes.spans[at] ?? nullValue;
    const end = genes.spans[at + 1] ?? nullValue;
    if (first === nullValue || first === end) return;
    addName(name);
    if (((genes.spans[at + 2] ?? 0) & escaped) !== 0) {
      addText(text, readString(genes.bytes, first, end).replaceAll(reserved, percentEncode));
    } else {
      addValue(text, genes.bytes, first, end);
    }
  }

  function addName(name: string): void {
    if (text.used > between) addAscii(text, ';');
    addAscii(text, name);
  }
}

// As the specification of GFF3 has it for the ninth column, and no others.
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const reserved = /[\x00-\x1f\x7f%;=&,]/g;
const isReserved = Uint8Array.from({ length: 128 }, (_, byte) =>
  Number(String.fromCharCode(byte).search(reserved) === 0),
);

function addValue(text: TextBuffer, bytes: Buffer, first: number, end: number): void {
  reserve(text, (end - first) * 3);
  const target = text.bytes;
  let { used } = text;
  for (let at = first; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (isReserved[byte] !== 1) target[used++] = byte;
    else used += target.write(percentEncode(String.fromCharCode(byte)), used);
  }
  text.used = used;
}

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

/** A name as the first column has it; a region must not begin like an entry of FASTA, which ">" is escaped for. */
function encodeRegion(name: string): string {
  return Array.from(Buffer.from(name), (byte) => {
    const character = String.fromCharCode(byte);
    return /[A-Za-z0-9.:^*$@!+_?|-]/.test(character) ? character : percentEncode(character);
  }).join('');
}

function integerOf({ bytes, spans }: PhageGenes, gene: number, field: number): number | null {
  const at = gene * geneSpans + field * spanLength;
  const first = spans[at] ?? nullValue;
  return first === nullValue ? null : readInteger(bytes, first, spans[at + 1] ?? first);
}

/** Whether the gene before has the same GeneID. */
function isRepeated({ bytes, spans }: PhageGenes, gene: number): boolean {
  if (gene === 0) return false;
  const at = gene * geneSpans + geneId * spanLength;
  const before = at - geneSpans;
  return bytes.compare(bytes, spans[before], spans[before + 1], spans[at], spans[at + 1]) === 0;
}
