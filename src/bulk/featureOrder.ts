/** Sorts a phage's genes by position on its genome, in typed arrays instead of objects; genes are added in batches. */
import { geneFields, geneSpans } from '../generated/plainRecords.ts';
import { nullValue, readInteger, spanLength } from '../json/plainJson.ts';

/** Consecutive genes in order of GeneID. */
export interface GeneStretch {
  readonly count: number;
  /** The buffer with their records. */
  readonly bytes: Buffer;
  /** The offsets of their values in the buffer, `geneSpans` numbers per gene. */
  readonly spans: Int32Array;
}

export interface FeatureOrder {
  /** Adds the next genes of the phage; they are not used after the call. */
  readonly note: (genes: GeneStretch) => void;
  /** The end of the region: genome_length, or the end of the last gene if that is larger. */
  readonly last: () => number;
  /** The indices of genes with a Start and a Stop, sorted by Start, Stop and GeneID. */
  readonly sorted: () => Uint32Array;
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
    sorted: () =>
      placed
        .slice(0, used)
        .sort(
          (a, b) =>
            (starts[a] ?? 0) - (starts[b] ?? 0) || (stops[a] ?? 0) - (stops[b] ?? 0) || a - b,
        ),
    isRepeated: (gene) => repeated[gene] === 1,
  };

  /** The genome's end as implied by a gene that wraps around the origin, if the genome length is unknown; else 0. */
  function endOfGenome(genes: GeneStretch, gene: number, from: number, to: number): number {
    const said = integerOf(genes, gene, Length);
    return to < from && genomeLength === null && said !== null ? from + said - to : 0;
  }
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
