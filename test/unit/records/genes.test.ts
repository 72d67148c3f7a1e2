/** What a gene breaks by itself, and what its GeneID says. */
import { expect, test } from 'vitest';
import { phagePartOfGeneId, wrapBreach, wrapOf } from '../../../src/records/geneRules.ts';
import type { Gene } from '../../../src/records/collection.ts';
import { genes } from '../../../src/records/genes.ts';
import type { Breach } from '../../../src/text/findings.ts';
import { noGenomes } from '../../../src/sequences/genomeStore.ts';
import { exampleGene } from '../generated/exampleRecords.ts';

const geneWith = (changes: Partial<Gene>): Gene => ({ ...exampleGene, ...changes });
const breachesOf = (changes: Partial<Gene>) =>
  genes.rules.flatMap((rule) => rule.breaches?.(geneWith(changes), noGenomes) ?? []);

test.each(['Quillon_CDS_2', 'Quillon_CDS_007', 'a b_CDS_0', '_CDS__CDS_1', 'é_CDS_123456789012'])(
  '%j is a GeneID',
  (GeneID) => expect(breachesOf({ GeneID })).toEqual([]),
);

test.each(
  [
    ['Quillon', '_CDS_1', 'Quillon_CDS_', 'Quillon_CDS_1a', 'Quillon_cds_1', 'Quillon_CDS_-1'],
    ['Quillon_CDS_1.5', 'QuillonCDS_1', 'Quillon_CDS_1 x', 'Quillon_CDS_١'],
  ].flat(),
)('%j is no GeneID', (GeneID) => {
  expect(breachesOf({ GeneID })).toEqual([
    {
      rule: 'gene-id-form',
      pointer: '/GeneID',
      expected: 'a GeneID of the form <phage_name>_CDS_<integer>',
      found: JSON.stringify(GeneID),
    },
  ]);
});

test.each([
  ['a/b_CDS_1', ['path-name']],
  ['..', ['gene-id-form', 'path-name']],
  [null, []],
])('%j as a GeneID breaks %j', (GeneID, rules) => {
  expect(breachesOf({ GeneID }).map(({ rule }) => rule)).toEqual(rules);
});

test.each([
  ['Quillon_CDS_2', 'Quillon'],
  ['A_CDS_1_CDS_22', 'A_CDS_1'],
  ['a\nb_CDS_1', 'a\nb'],
  ['Quillon', 'Quillon'],
  ['Quillon_CDS_x', 'Quillon_CDS_x'],
])('the phage part of the GeneID %j is %j', (geneId, part) => {
  expect(phagePartOfGeneId(geneId)).toBe(part);
});

const hints = {
  '': undefined,
  real: 'Genomes have such genes: --allow gene-length publishes them as they are.',
  'may be right': 'If it is right all the same, --allow gene-length publishes it as it is.',
};

type Said = readonly [kind: Breach['kind'], expected: string, found: string, keyof typeof hints];
const due = ([kind, expected, found, hint]: Said) => ({
  rule: 'gene-length',
  pointer: '/Length',
  kind,
  expected,
  found,
  ...(hints[hint] !== undefined && { hint: hints[hint] }),
});
const inTwo = (stop: number): Said => [
  'in-two-parts',
  `${stop - 17_454} (Stop ${stop} − Start 17454)`,
  '831, as long as its Translation: a gene in two parts',
  'real',
];
const unexplained = (stop: number, length: number): Said => [
  'unexplained',
  `${stop - 17_454} (Stop ${stop} − Start 17454)`,
  `${length}`,
  'may be right',
];
const swapped = 'Start before Stop, also where Orientation is R';

test.each<
  readonly [why: string, coordinates: (number | null)[], residues: number, said: Said | null]
>([
  ['fits', [100, 1000, 900], 4, null],
  ['of a gene without bases fits', [5, 5, 0], 4, null],
  ['is too long', [17_454, 18_284, 832], 276, unexplained(18_284, 832)],
  ['slips back by a nucleotide', [17_454, 18_284, 831], 276, inTwo(18_284)],
  ['slips ahead by one', [17_454, 18_286, 831], 276, inTwo(18_286)],
  ['leaves out an intron', [17_454, 19_000, 831], 276, inTwo(19_000)],
  ['counts a stop codon', [17_454, 18_284, 831], 277, inTwo(18_284)],
  ['has parts that share three', [17_454, 18_282, 831], 276, unexplained(18_282, 831)],
  ['has no Translation to fit', [17_454, 18_284, 831], -1, unexplained(18_284, 831)],
  [
    'is that of Start and Stop swapped',
    [900, 300, 600],
    199,
    ['start-and-stop-swapped', swapped, 'Start 900 and Stop 300', ''],
  ],
  ['may be that through the origin', [50_000, 20, 120], 4, null],
  ['has no Start', [null, 12, 7], 4, null],
  ['has no Stop', [0, null, 7], 4, null],
  ['is none', [0, 12, null], 4, null],
])('a Length that %s', (_why, [Start = 0, Stop = 0, Length = 0], residues, said) => {
  const Translation = residues < 0 ? null : 'M'.repeat(residues);
  for (const Orientation of ['F', 'R'] as const) {
    const breaches = breachesOf({ Start, Stop, Length, Translation, Orientation });
    expect(breaches).toEqual(said === null ? [] : [due(said)]);
  }
});

const through = { Start: 152_829, Stop: 4, Length: 576 };
const wrap = { phageId: 'Quillon', start: 152_829, stop: 4, length: 576 };

test.each<[changes: Partial<Gene>, wraps: object | null]>([
  [through, wrap],
  [
    { ...through, PhageID: null },
    { ...wrap, phageId: null },
  ],
  [{ Start: 10, Stop: 20, Length: 11 }, null],
  [{ Start: 900, Stop: 300, Length: 600 }, null],
])('whether a gene of %j may run through the origin', (changes, wraps) => {
  expect(wrapOf(geneWith(changes))).toEqual(wraps);
});

const straight = 'a gene that does not run through the origin';
test.each<readonly [length: number, genome: number | null, ...said: Said]>([
  [
    576,
    153_401,
    'through-the-origin',
    straight,
    '576 from Start 152829 through it to Stop 4, which is right in a genome of 153401',
    'real',
  ],
  [
    576,
    null,
    'through-the-origin',
    straight,
    '576 from Start 152829 to Stop 4, as in a genome of 153401 (how long it is, no phage record says)',
    'real',
  ],
  [
    3,
    null,
    'unexplained',
    'a Length of at least Stop 4, if the gene runs through the origin',
    '3 from Start 152829 to Stop 4',
    'may be right',
  ],
  [
    576,
    153_400,
    'unexplained',
    '575 (from Start 152829 through the origin of a genome of 153400 to Stop 4)',
    '576',
    'may be right',
  ],
  [
    576,
    150_000,
    'unexplained',
    'a Start within the genome of 150000',
    'Start 152829, Stop 4 and Length 576',
    'may be right',
  ],
])('a Length of %i through the origin of a genome of %j', (length, genome, ...said) => {
  expect(wrapBreach({ ...wrap, length }, genome)).toEqual(due(said));
});
