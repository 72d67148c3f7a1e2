import { describe, expect, test } from 'vitest';
import { phagePartOfGeneId } from '../../../../src/collections/genes/geneId.ts';

describe('the phage part of a GeneID', () => {
  test.each([
    ['Quillon_CDS_2', 'Quillon'],
    ['A_CDS_1_CDS_22', 'A_CDS_1'],
    ['a\nb_CDS_1', 'a\nb'],
    ['Quillon', 'Quillon'],
    ['Quillon_CDS_x', 'Quillon_CDS_x'],
  ])('of %j is %j', (geneId, part) => {
    expect(phagePartOfGeneId(geneId)).toBe(part);
  });
});
