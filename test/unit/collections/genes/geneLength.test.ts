import { describe, expect, test } from 'vitest';
import type { Gene } from '../../../../src/collections/genes/geneRecord.ts';
import { geneLength, wrapBreach, wrapOf } from '../../../../src/collections/genes/geneLength.ts';
import { noGenomes } from '../../../../src/genomes/genomeIndex.ts';
import { exampleGene } from '../../generated/exampleRecords.ts';

const mayBeRight = 'If it is right all the same, --allow gene-length publishes it as it is.';
const real = 'Genomes have such genes: --allow gene-length publishes them as they are.';

function lengthBreaches(of: Gene) {
  return geneLength.breaches?.(of, noGenomes) ?? [];
}

function gene(Start: number, Stop: number, Length: number, residues: number): Gene {
  return { ...exampleGene, Start, Stop, Length, Translation: 'M'.repeat(residues) };
}

describe('a gene whose Stop lies behind its Start', () => {
  test.each([
    ['a slip back of one nucleotide', 18_284, 831, 276],
    ['a slip ahead of one', 18_286, 831, 276],
    ['an intron', 19_000, 831, 276],
    ['a stop codon in its Translation', 18_284, 831, 277],
  ])(
    'is in two parts where its Length fits its Translation: %s',
    (_what, stop, length, residues) => {
      const span = stop - 17_454;
      expect(lengthBreaches(gene(17_454, stop, length, residues))).toEqual([
        {
          rule: 'gene-length',
          kind: 'in-two-parts',
          pointer: '/Length',
          expected: `${span} (Stop ${stop} − Start 17454)`,
          found: `${length}, as long as its Translation: a gene in two parts`,
          hint: real,
        },
      ]);
    },
  );

  test.each([
    ['its Length does not fit its Translation', gene(17_454, 18_284, 832, 276)],
    ['its parts would share more than two nucleotides', gene(17_454, 18_282, 831, 276)],
    ['it has no Translation to fit', { ...gene(17_454, 18_284, 831, 276), Translation: null }],
  ])('is unexplained where %s', (_why, one) => {
    const [breach, ...more] = lengthBreaches(one);
    expect(more).toEqual([]);
    const found = String(one.Length);
    expect(breach).toMatchObject({ kind: 'unexplained', found, hint: mayBeRight });
  });

  test('does not wrap', () => {
    expect(wrapOf(gene(10, 20, 11, 3))).toBe(null);
  });
});

describe('a gene whose Stop lies before its Start', () => {
  const wrap = { phageId: 'Quillon', start: 152_829, stop: 4, length: 576 };

  test('has them swapped where Length is their difference', () => {
    const swapped = gene(900, 300, 600, 199);
    expect(wrapOf(swapped)).toBe(null);
    expect(lengthBreaches(swapped)).toEqual([
      {
        rule: 'gene-length',
        kind: 'start-and-stop-swapped',
        pointer: '/Length',
        expected: 'Start before Stop, also where Orientation is R',
        found: 'Start 900 and Stop 300',
      },
    ]);
  });

  test('is judged when the length of its genome can be known', () => {
    const through = gene(152_829, 4, 576, 191);
    expect(lengthBreaches(through)).toEqual([]);
    expect(wrapOf(through)).toEqual({ ...wrap, phageId: exampleGene.PhageID.PhageID });
    expect(wrapOf({ ...through, PhageID: null })).toEqual({ ...wrap, phageId: null });
  });

  test('runs through the origin of a genome that is as long as that takes', () => {
    expect(wrapBreach(wrap, 153_401)).toEqual({
      rule: 'gene-length',
      kind: 'through-the-origin',
      pointer: '/Length',
      expected: 'a gene that does not run through the origin',
      found: '576 from Start 152829 through it to Stop 4, which is right in a genome of 153401',
      hint: real,
    });
  });

  test('may do so where no phage record says how long its genome is, which is said', () => {
    expect(wrapBreach(wrap, null)).toMatchObject({
      kind: 'through-the-origin',
      found:
        '576 from Start 152829 to Stop 4, as in a genome of 153401 (how long it is, no phage record says)',
    });
  });

  test('cannot do so in a genome that would end before its Start, known or not', () => {
    expect(wrapBreach({ ...wrap, length: 3 }, null)).toEqual({
      rule: 'gene-length',
      kind: 'unexplained',
      pointer: '/Length',
      expected: 'a Length of at least Stop 4, if the gene runs through the origin',
      found: '3 from Start 152829 to Stop 4',
      hint: mayBeRight,
    });
  });

  test('is unexplained where its genome is shorter or longer', () => {
    expect(wrapBreach(wrap, 153_400)).toEqual({
      rule: 'gene-length',
      kind: 'unexplained',
      pointer: '/Length',
      expected: '575 (from Start 152829 through the origin of a genome of 153400 to Stop 4)',
      found: '576',
      hint: mayBeRight,
    });
    expect(wrapBreach(wrap, 150_000)).toMatchObject({
      kind: 'unexplained',
      expected: 'a Start within the genome of 150000',
      found: 'Start 152829, Stop 4 and Length 576',
    });
  });
});
