/** Sorts a phage's genes by position on its genome, in typed arrays instead of objects; genes are added in batches. */
import { geneFields, geneSpans } from '../generated/plainRecords.ts';
import { nullValue, readInteger, spanLength } from '../json/plainJson.ts';

/** Consecutive genes in order of GeneID. */
export interface GeneStretch {
  readonly count: number;
  /** The spans of their values in the buffer, `geneSpans` numbers per gene. */
  readonly bytes: Buffer;
  /** Adds the next genes of the phage, and does not use them after the call. */
  readonly spans: Int32Array;
}

export interface FeatureOrder {
  /** Adds the next genes of the phage; they are not used after the call. */
  readonly note: (genes: GeneStretch) => void;
  /** The end of the region: genome_length, or the end of the last gene if that is larger. */
  readonly last: () => number;
  /** The number of genes with a Start and a Stop. */
  readonly placed: () => number;
  /** Their rows, sorted by first base, last base and GeneID. */
  readonly rows: () => Uint32Array;
  /** Whether the previous gene has the same GeneID. */
  readonly isRepeated: (gene: number) => boolean;
}

const { GeneID, Start, Stop, Length } = geneFields;

/** For a phage with `count` genes; the genome length is null if no record states it. */
export function createFeatureOrder(count: number, genomeLength: number | null): FeatureOrder {
  const starts = new Float64Array(count);
  const stops = new Float64Array(count);
  const repeated = new Uint8Array(count);
  const placed = new Uint32Array(count);
  let noted = 0;
  let used = 0;
  let last = Math.max(1, genomeLength ?? 0);
  let keyBefore = Buffer.alloc(0);

  return {
    note(genes) {
      for (let gene = 0; gene < genes.count; gene++) {
        const from = integerOf(genes, gene, Start);
        const to = integerOf(genes, gene, Stop);
        const number = noted + gene;
        const isRepeated =
          gene === 0 ? keyOf(genes, 0).equals(keyBefore) : hasKeyBefore(genes, gene);
        if (number > 0 && isRepeated) repeated[number] = 1;
        if (from === null || to === null) continue;
        starts[number] = from;
        stops[number] = to;
        placed[used++] = number;
        last = Math.max(last, from, to, endOfGenome(genes, gene, from, to));
      }
      noted += genes.count;
      // Copied, since the buffer will be reused for the next genes.
      if (genes.count > 0) keyBefore = Buffer.from(keyOf(genes, genes.count - 1));
    },
    last: () => last,
    placed: () => used,
    rows,
    isRepeated: (gene) => repeated[gene] === 1,
  };

  function rows(): Uint32Array {
    let most = used;
    for (const gene of placed.subarray(0, used)) {
      if ((stops[gene] ?? 0) < (starts[gene] ?? 0)) most++;
    }
    const all = new Uint32Array(most);
    const firsts = new Float64Array(most);
    const lasts = new Float64Array(most);
    let rowCount = 0;
    for (const gene of placed.subarray(0, used)) {
      partsOf(starts[gene] ?? 0, stops[gene] ?? 0, last).forEach((part, index) => {
        firsts[rowCount] = part.first;
        lasts[rowCount] = part.last;
        all[rowCount++] = gene * 2 + index;
      });
    }
    return Uint32Array.from({ length: rowCount }, (_, at) => at)
      .sort(
        (a, b) => (firsts[a] ?? 0) - (firsts[b] ?? 0) || (lasts[a] ?? 0) - (lasts[b] ?? 0) || a - b,
      )
      .map((at) => all[at] ?? 0);
  }

  /** The genome's end as implied by a gene that wraps around the origin, if the genome length is unknown; else 0. */
  function endOfGenome(genes: GeneStretch, gene: number, from: number, to: number): number {
    const said = integerOf(genes, gene, Length);
    return to < from && genomeLength === null && said !== null ? from + said - to : 0;
  }
}

export interface GenePart {
  readonly first: number;
  readonly last: number;
}

/**
 * The location of a gene; two parts if it wraps around the origin, the one before the origin first. A gene of length
 * 0 is placed at its position.
 */
export function partsOf(from: number, to: number, end: number): readonly GenePart[] {
  if (to > from) return [{ first: from + 1, last: to }];
  const [tail, head] = to === from ? [0, 0] : [end - from, to];
  const point = Math.max(1, from);
  if (tail === 0 && head === 0) return [{ first: point, last: point }];
  return [
    ...(tail > 0 ? [{ first: from + 1, last: end }] : []),
    ...(head > 0 ? [{ first: 1, last: head }] : []),
  ];
}

/** An integer field of a gene; null for null. */
export function integerOf(
  { bytes, spans }: Pick<GeneStretch, 'bytes' | 'spans'>,
  gene: number,
  field: number,
): number | null {
  const at = gene * geneSpans + field * spanLength;
  const first = spans[at] ?? nullValue;
  return first === nullValue ? null : readInteger(bytes, first, spans[at + 1] ?? first);
}

function keyOf({ bytes, spans }: GeneStretch, gene: number): Buffer {
  const at = gene * geneSpans + GeneID * spanLength;
  return bytes.subarray(spans[at], spans[at + 1]);
}

function hasKeyBefore({ bytes, spans }: GeneStretch, gene: number): boolean {
  const at = gene * geneSpans + GeneID * spanLength;
  const before = at - geneSpans;
  return bytes.compare(bytes, spans[before], spans[before + 1], spans[at], spans[at + 1]) === 0;
}
