/** Phages with genomes in which genes are found as real ones lie: on both strands, through the origin, in two parts. */
import type { FeatureRecord, GeneRecord, PhageRecord } from '../../src/generated/records.ts';
import { basesBetween } from '../../src/sequences/encodes.ts';
import { translate } from '../../src/sequences/nucleotides.ts';
import { tinyGene, tinyPhage } from '../integration/tinyData.ts';

const bases = 3000;

/** Random bases, always the same of a seed. */
export function randomBases(count: number, seed: number): Buffer {
  let state = seed;
  return Buffer.from(
    Array.from({ length: count }, () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
      return 'ACGT'.charCodeAt((state >> 16) & 3);
    }),
  );
}

interface Wanted {
  readonly start: number;
  readonly stop: number;
  readonly isReverse?: boolean;
  /** Bases before the slip, and how many bases it leaves out (or, below 0, reads twice). */
  readonly slip?: readonly [at: number, skipped: number];
}

/** The gene that lies there, whatever it encodes. */
export function geneAt(
  phage: string,
  number: number,
  genome: Buffer,
  { start, stop, isReverse = false, slip }: Wanted,
  fields: Partial<GeneRecord> = {},
): GeneRecord {
  const all = basesBetween(genome, { start, stop, length: 0, isReverse });
  const [at, skipped] = slip ?? [all.length, 0];
  const read = Buffer.concat([all.subarray(0, at), all.subarray(at + skipped)]);
  return tinyGene(phage, number, {
    Start: start,
    Stop: stop,
    Length: read.length,
    Orientation: isReverse ? 'R' : 'F',
    // A stop at the end is no letter.
    Translation: translate(read, 11).replace(/\*$/, ''),
    ...fields,
  });
}

export interface Made {
  readonly phage: PhageRecord;
  readonly genes: readonly GeneRecord[];
  readonly features: readonly FeatureRecord[];
  readonly bases: Buffer;
}

const feature = (PhageID: string, fields: Partial<FeatureRecord>): FeatureRecord => ({
  PhageID,
  Type: 'tRNA',
  Start: 2100,
  Stop: 2175,
  Orientation: 'F',
  Name: '',
  Notes: '',
  ...fields,
});

export function madePhage(
  name: string,
  seed: number,
  {
    phage = {},
    gene = {},
    origin = true,
  }: { phage?: Partial<PhageRecord>; gene?: Partial<GeneRecord>; origin?: boolean } = {},
): Made {
  const genome = randomBases(bases, seed);
  const wanted: Wanted[] = [
    { start: 0, stop: 300 },
    { start: 310, stop: 610, isReverse: true },
    { start: 500, stop: 1099, slip: [300, -1] },
    { start: 700, stop: 1301, slip: [150, 1], isReverse: true },
    { start: 2000, stop: 3000 - 100 },
    ...(origin
      ? [
          { start: 2900, stop: 200 },
          { start: 2900, stop: 206, isReverse: true },
          { start: 2800, stop: 399, slip: [150, -1] as const },
          { start: 2800, stop: 401, slip: [240, 1] as const, isReverse: true },
        ]
      : []),
  ];
  const genes = wanted.map((one, at) => geneAt(name, at + 1, genome, one, gene));
  return {
    phage: tinyPhage(name, { genome_length: bases, ...phage }),
    genes,
    features: [
      feature(name, { Name: 'tRNA-Met(cat)', Notes: 'a note' }),
      feature(name, { Type: 'tmRNA', Orientation: 'R', Name: 'tmRNA' }),
      feature(name, { Type: 'CRISPR', Orientation: null, Notes: '4 repeats' }),
      feature(name, { Type: 'repeat', Orientation: null }),
      feature(name, { Type: 'other', Name: 'attP', ...(origin ? { Start: 2990, Stop: 10 } : {}) }),
    ],
    bases: genome,
  };
}
