/** Streams the texts of a phage with too many genes to hold in memory. */
import { placeLength, readRecordLines, recordBytes } from './recordLines.ts';
import type { Pages } from '../pages/openPages.ts';
import type { GroupedPhage } from './bulkParts.ts';
import { createFeatureOrder, type GeneStretch } from './featureOrder.ts';
import { findGene, geneSpans } from '../generated/plainRecords.ts';
import { addFeature, addRegion } from './genomeFeatures.ts';
import { addProtein } from './proteinEntries.ts';
import { createTextBuffer, writtenSince } from './textBuffer.ts';

/** The memory limits: a stretch of genes ends at either. A single gene may exceed them. */
export interface StretchLimits {
  readonly genes: number;
  readonly bytes: number;
}

type Reader = (places: Uint32Array) => GeneStretch;

/** Its proteins, in order of GeneID. A chunk is valid until the next is requested. Throws the system's error. */
export function* proteinPieces(
  { places }: Pick<GroupedPhage, 'places'>,
  read: Pages['read'],
  limits: StretchLimits,
): Generator<Buffer> {
  const readGenes = createReader(read);
  const text = createTextBuffer();
  const count = places.length / placeLength;
  for (const [from, to] of stretches(count, (gene) => recordBytes(places, gene), limits)) {
    const { bytes, spans } = readGenes(places.subarray(from * placeLength, to * placeLength));
    text.used = 0;
    for (let gene = 0; gene < to - from; gene++) addProtein(text, bytes, spans, gene * geneSpans);
    yield writtenSince(text, 0);
  }
}

/**
 * Its features, sorted by Start, Stop and GeneID, and their number. The records are read twice: first for the sort
 * keys, which are all that must be in memory. A chunk is valid until the next is requested. Throws the system's
 * error.
 */
export function featurePieces(
  { places, genomeLength }: Pick<GroupedPhage, 'places' | 'genomeLength'>,
  name: string,
  read: Pages['read'],
  limits: StretchLimits,
): { readonly count: number; readonly pieces: Iterable<Buffer> } {
  const readGenes = createReader(read);
  const count = places.length / placeLength;
  const order = createFeatureOrder(count, genomeLength);
  for (const [from, to] of stretches(count, (gene) => recordBytes(places, gene), limits)) {
    order.note(readGenes(places.subarray(from * placeLength, to * placeLength)));
  }
  const sorted = order.sorted();
  return { count: sorted.length, pieces: inOrder() };

  function* inOrder(): Generator<Buffer> {
    const text = createTextBuffer();
    const region = addRegion(text, name, order.last());
    yield writtenSince(text, 0);
    const bytesOf = (at: number) => recordBytes(places, sorted[at] ?? 0);
    for (const [from, to] of stretches(sorted.length, bytesOf, limits)) {
      const wanted = sorted.subarray(from, to);
      // Read in page order, so that each page is opened once.
      const byPlace = wanted.toSorted();
      const genes = readGenes(placesOf(places, byPlace));
      const slots = new Map(Array.from(byPlace, (gene, slot) => [gene, slot]));
      text.used = 0;
      for (const gene of wanted) {
        addFeature(text, genes, slots.get(gene) ?? 0, region, order.isRepeated(gene));
      }
      yield writtenSince(text, 0);
    }
  }
}

function createReader(read: Pages['read']): Reader {
  const lines = createTextBuffer();
  return (places) => {
    const starts = readRecordLines({ collection: 'genes', places }, read, lines);
    const count = starts.length - 1;
    const spans = new Int32Array(count * geneSpans);
    for (let gene = 0; gene < count; gene++) {
      findGene(lines.bytes, starts[gene] ?? 0, spans, gene * geneSpans);
    }
    return { count, bytes: lines.bytes, spans };
  };
}

function placesOf(places: Uint32Array, genes: Uint32Array): Uint32Array {
  const own = new Uint32Array(genes.length * placeLength);
  genes.forEach((gene, slot) => {
    own.set(places.subarray(gene * placeLength, (gene + 1) * placeLength), slot * placeLength);
  });
  return own;
}

/** Splits a list into ranges [from, to) within the limits; an item larger than the limits is a range of its own. */
function* stretches(
  count: number,
  bytesOf: (index: number) => number,
  limits: StretchLimits,
): Generator<readonly [from: number, to: number]> {
  let from = 0;
  while (from < count) {
    let to = from;
    let bytes = 0;
    do bytes += bytesOf(to++);
    while (to < count && to - from < limits.genes && bytes + bytesOf(to) <= limits.bytes);
    yield [from, to];
    from = to;
  }
}
