import { describe, expect, test } from 'vitest';
import { surroundings } from '../../../../src/web/data/neighbourhood.ts';
import { stretchOfAll, trackOf } from '../../../../src/web/map/surroundingsMap.ts';
import { spansOn } from '../../../../src/web/map/track.ts';
import { gene } from '../geneOf.ts';

// 300 bases with the codon that ends it: 200 at the end of a genome of 50,000, 100 at its beginning.
const through = gene({ id: 'through', start: 49_800, stop: 100, translation: 'M'.repeat(99) });
const before = gene({ id: 'before', start: 49_000, stop: 49_700 });
const drawn = (id: string, genes = [before, through]) => trackOf(surroundings(genes, id)!);

describe('the neighbourhood of a gene', () => {
  test('begins at the gene and is read to the right', () => {
    const reverse = { ...before, isReverse: true };
    expect(spansOn(drawn('before'), before)).toEqual([{ from: 0, to: 700, pointsLeft: false }]);
    expect(spansOn(drawn('before', [reverse, through]), reverse)).toEqual([
      { from: 0, to: 700, pointsLeft: false },
    ]);
  });

  test('is no wider for a gene through the origin', () => {
    expect(stretchOfAll([drawn('before')])).toEqual([-300, 1400]);
  });

  test('of a gene through the origin has all of it, in one', () => {
    for (const isReverse of [false, true]) {
      const own = { ...through, isReverse };
      const track = drawn('through', [before, own]);
      expect(spansOn(track, own)).toEqual([{ from: 0, to: 300, pointsLeft: false }]);
      const [from, to] = stretchOfAll([track]);
      expect(to - from).toBe(1700);
    }
  });

  test('of a gene without a family is turned in the same way', () => {
    const lone = { ...before, pham: null, isReverse: true };
    expect(spansOn(drawn('before', [lone]), lone)[0]).toMatchObject({ from: 0, pointsLeft: false });
  });
});
