/** Writes the genes of a phage as GFF3 features of its genome. */
import { geneFields, geneSpans } from '../generated/plainRecords.ts';
import { encodeSequenceName, encodeValue, percentEncode, reserved } from '../text/escapes.ts';
import { readString } from '../text/json.ts';
import { escaped, nullValue, spanLength } from '../text/plainJson.ts';
import {
  createFeatureOrder,
  createGeneReader,
  type GenePart,
  type GeneRange,
  type GroupedPhage,
  integerOf,
  partsOf,
  type PhageGenes,
  type PhageMaker,
  placesOf,
  rangesOf,
  type RangeLimits,
} from './maker.ts';
import {
  addAscii,
  addInteger,
  addText,
  createTextBuffer,
  placeLength,
  recordBytes,
  type RecordPages,
  reserve,
  type TextBuffer,
  writtenSince,
} from './recordLines.ts';

/** The head of every GFF3 file; it explains how its lines are derived from the records. */
const featuresHead = `##gff-version 3
# Made by phagepress from gene records, whose Start and Stop are 0-based and half-open; here they are 1-based and closed.
# A gene is a CDS. Where Stop lies before Start it runs over the origin: two parts, one at the end of the genome, one at its beginning, with one ID.
# A gene whose Length is not that of its span, as after a frameshift, spans all from Start to Stop, and coding_length is its Length.
# A region ends with genome_length, or with the last gene where that lies behind it. What has no phage, no Start or no Stop is not told here.
`;

export const features: PhageMaker = {
  form: 'gff3',
  head: featuresHead,
  add: addFeatures,
  parts: (phage, pages, limits) =>
    phage.name === null ? { count: 0, parts: [] } : featureParts(phage, phage.name, pages, limits),
};

/** What the features of a phage have in common. */
interface Region {
  /** Encoded for the first column. */
  readonly name: string;
  readonly last: number;
}

const { GeneID, Start, Stop, Length, Name, Orientation, Notes, LocusTag, PhamID_PhamID } =
  geneFields;

/** Adds the phage's region and the rows of its genes, in order of position; returns the number of genes. */
function addFeatures(text: TextBuffer, genes: PhageGenes): number {
  if (genes.name === null) return 0;
  const order = createFeatureOrder(genes.count, genes.genomeLength);
  order.note(genes);
  const region = addRegion(text, genes.name, order.last());
  for (const row of order.rows()) {
    addRow(text, genes, row >>> 1, row & 1, order.isRepeated(row >>> 1), region);
  }
  return order.placed();
}

/** Adds the `##sequence-region` line that precedes the features of a phage. */
function addRegion(text: TextBuffer, phage: string, last: number): Region {
  const name = encodeSequenceName(phage);
  addText(text, `##sequence-region ${name} 1 ${last}\n`);
  return { name, last };
}

/** Adds part `index` of a gene that has a Start and a Stop. */
function addRow(
  text: TextBuffer,
  genes: GeneRange,
  gene: number,
  index: number,
  isRepeated: boolean,
  { name, last }: Region,
): void {
  const from = integerOf(genes, gene, Start) ?? 0;
  const to = integerOf(genes, gene, Stop) ?? 0;
  const at = gene * geneSpans + Orientation * spanLength;
  const side = (genes.spans[at] ?? nullValue) < 0 ? 0 : genes.bytes[genes.spans[at] ?? 0];
  const strand = side === 0x46 ? '+' : side === 0x52 ? '-' : '.';
  const parts = partsOf(from, to, last);
  const part = parts[index] ?? { first: 1, last: 1 };
  // In the direction of the gene.
  const partBefore = parts[strand === '-' ? index + 1 : index - 1];
  addAscii(text, name);
  addAscii(text, '\tphagepress\tCDS\t');
  addInteger(text, part.first);
  addAscii(text, '\t');
  addInteger(text, part.last);
  addAscii(text, '\t.\t');
  addAscii(text, strand);
  addAscii(text, '\t');
  addInteger(text, partBefore === undefined ? 0 : phaseBehind(partBefore));
  addAscii(text, '\t');
  addAttributes(text, genes, gene, isRepeated, to < from ? last - from + to : to - from);
}

/** The phase of GFF3: bases to skip, in the direction of the gene, to reach the next codon. */
function phaseBehind({ first, last }: GenePart): number {
  return (3 - ((last - first + 1) % 3)) % 3;
}

function addAttributes(
  text: TextBuffer,
  genes: GeneRange,
  gene: number,
  isRepeated: boolean,
  spanned: number,
): void {
  const between = text.used;
  // Lines with the same ID would be read as parts of one gene.
  if (!isRepeated) add('ID=', GeneID);
  add('Name=', Name);
  add('locus_tag=', LocusTag);
  add('product=', Notes);
  add('pham=', PhamID_PhamID);
  const codingLength = integerOf(genes, gene, Length);
  if (codingLength !== null && codingLength !== spanned) addName(`coding_length=${codingLength}`);
  if (text.used === between) addAscii(text, '.');
  addAscii(text, '\n');

  function add(name: string, field: number): void {
    const at = gene * geneSpans + field * spanLength;
    const first = genes.spans[at] ?? nullValue;
    const end = genes.spans[at + 1] ?? nullValue;
    if (first === nullValue || first === end) return;
    addName(name);
    if (((genes.spans[at + 2] ?? 0) & escaped) !== 0) {
      addText(text, encodeValue(readString(genes.bytes, first, end)));
    } else {
      addValue(text, genes.bytes, first, end);
    }
  }

  function addName(name: string): void {
    if (text.used > between) addAscii(text, ';');
    addAscii(text, name);
  }
}

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

/** The records are read twice: first for the sort keys, which are all that must be in memory. */
function featureParts(
  { places, genomeLength }: Pick<GroupedPhage, 'places' | 'genomeLength'>,
  name: string,
  pages: RecordPages,
  limits: RangeLimits,
): { readonly count: number; readonly parts: Iterable<Buffer> } {
  const readGenes = createGeneReader(pages);
  const count = places.length / placeLength;
  const order = createFeatureOrder(count, genomeLength);
  for (const [from, to] of rangesOf(count, (gene) => recordBytes(places, gene), limits)) {
    order.note(readGenes(places.subarray(from * placeLength, to * placeLength)));
  }
  const rows = order.rows();
  return { count: order.placed(), parts: inOrder() };

  function* inOrder(): Generator<Buffer> {
    const text = createTextBuffer();
    const region = addRegion(text, name, order.last());
    yield writtenSince(text, 0);
    const bytesOf = (at: number) => recordBytes(places, (rows[at] ?? 0) >>> 1);
    for (const [from, to] of rangesOf(rows.length, bytesOf, limits)) {
      const wanted = rows.subarray(from, to);
      // Read in page order, so that each page is opened once.
      const byPlace = Uint32Array.from(new Set(wanted.map((row) => row >>> 1))).sort();
      const genes = readGenes(placesOf(places, byPlace));
      const slots = new Map(Array.from(byPlace, (gene, slot) => [gene, slot]));
      text.used = 0;
      for (const row of wanted) {
        const slot = slots.get(row >>> 1) ?? 0;
        addRow(text, genes, slot, row & 1, order.isRepeated(row >>> 1), region);
      }
      yield writtenSince(text, 0);
    }
  }
}
