/** Reads the genes of a phage in stretches, for phages with too many genes to hold in memory. */
import { findGene, geneSpans } from '../generated/plainRecords.ts';
import type { GeneStretch } from './featureOrder.ts';
import {
  createNeutralLines,
  placeLength,
  readRecordLines,
  type RecordPages,
} from './recordLines.ts';
import { createTextBuffer } from './textBuffer.ts';

/** The memory limits: a stretch of genes ends at either. A single gene may exceed both. */
export interface StretchLimits {
  readonly genes: number;
  readonly bytes: number;
}

/** Returns the genes at these places; they are valid until the next call. */
export type GeneReader = (places: Uint32Array) => GeneStretch;

/** `lines` is the buffer for their records. */
export function createGeneReader(
  { read, fieldNames }: RecordPages,
  buffer = createTextBuffer(),
): GeneReader {
  const neutral = createNeutralLines('genes', fieldNames);
  return (places) => {
    const published = readRecordLines({ collection: 'genes', places }, read, buffer);
    const { lines, starts } = neutral({ lines: buffer, starts: published });
    const count = starts.length - 1;
    const spans = new Int32Array(count * geneSpans);
    for (let gene = 0; gene < count; gene++) {
      findGene(lines.bytes, starts[gene] ?? 0, spans, gene * geneSpans);
    }
    return { count, bytes: lines.bytes, spans };
  };
}

/** The places of some genes, by index. */
export function placesOf(places: Uint32Array, genes: Uint32Array): Uint32Array {
  const own = new Uint32Array(genes.length * placeLength);
  genes.forEach((gene, slot) => {
    own.set(places.subarray(gene * placeLength, (gene + 1) * placeLength), slot * placeLength);
  });
  return own;
}

/** Splits a list into ranges [from, to) within the limits; an item larger than the limits is a range of its own. */
export function* stretches(
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
