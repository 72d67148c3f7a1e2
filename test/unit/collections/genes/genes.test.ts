import { describe, expect, test } from 'vitest';
import { genes } from '../../../../src/collections/genes/genes.ts';
import type { Gene } from '../../../../src/collections/genes/geneRecord.ts';
import { noGenomes } from '../../../../src/genomes/genomeIndex.ts';
import { exampleGene } from '../../generated/exampleRecords.ts';

function breachesOf(changes: Partial<Gene>) {
  return genes.rules.flatMap(
    (rule) => rule.breaches?.({ ...exampleGene, ...changes }, noGenomes) ?? [],
  );
}

describe('gene-id-form', () => {
  test.each(['Quillon_CDS_2', 'Quillon_CDS_007', 'a b_CDS_0', '_CDS__CDS_1', 'é_CDS_123456789012'])(
    '%j is a GeneID',
    (GeneID) => {
      expect(breachesOf({ GeneID })).toEqual([]);
    },
  );

  test.each(
    [
      ['Quillon', '_CDS_1', 'Quillon_CDS_', 'Quillon_CDS_1a', 'Quillon_cds_1', 'Quillon_CDS_-1'],
      ['Quillon_CDS_1.5', 'QuillonCDS_1', 'Quillon_CDS_1 x', 'Quillon_CDS_١'],
    ].flat(),
  )('%j is none', (GeneID) => {
    expect(breachesOf({ GeneID })).toEqual([
      {
        rule: 'gene-id-form',
        pointer: '/GeneID',
        expected: 'a GeneID of the form <phage_name>_CDS_<integer>',
        found: JSON.stringify(GeneID),
      },
    ]);
  });
});

describe('gene-length', () => {
  test.each([
    [0, 12, 12],
    [5, 5, 0],
    [100, 1000, 900],
  ])('from %i to %i the length is %i', (Start, Stop, Length) => {
    expect(breachesOf({ Start, Stop, Length })).toEqual([]);
    expect(breachesOf({ Start, Stop, Length, Orientation: 'F' })).toEqual([]);
  });

  test('any other length is a breach that says the sum', () => {
    expect(breachesOf({ Start: 10, Stop: 20, Length: 11 })).toEqual([
      {
        rule: 'gene-length',
        kind: 'unexplained',
        pointer: '/Length',
        expected: '10 (Stop 20 − Start 10)',
        found: '11',
        hint: 'If it is right all the same, --allow gene-length publishes it as it is.',
      },
    ]);
  });

  test('a gene that wraps round the origin breaks it when its genome is known', () => {
    expect(breachesOf({ Start: 50_000, Stop: 20, Length: 120 })).toEqual([]);
  });

  test.each(['Start', 'Stop', 'Length'])('without %s nothing can be said', (field) => {
    expect(breachesOf({ Length: 7, [field]: null })).toEqual([]);
  });
});

describe('path-name', () => {
  test('a GeneID that cannot be a path is a breach', () => {
    expect(breachesOf({ GeneID: 'a/b_CDS_1' })).toMatchObject([
      { rule: 'path-name', pointer: '/GeneID' },
    ]);
  });

  test('one that breaks two rules is two breaches', () => {
    expect(breachesOf({ GeneID: '..' }).map(({ rule }) => rule)).toEqual([
      'gene-id-form',
      'path-name',
    ]);
  });

  test('a GeneID that is null breaks none of these', () => {
    expect(breachesOf({ GeneID: null })).toEqual([]);
  });
});
