import { describe, expect, test } from 'vitest';
import { basesBetween, readingOf } from '../../../src/sequences/encodes.ts';
import { geneAt, randomBases } from '../../readers/genomesMade.ts';

const genome = randomBases(3000, 1);

/** How a gene is read that was made of these bases. */
function read(wanted: Parameters<typeof geneAt>[3], bases = genome) {
  const { Start, Stop, Length, Orientation, Translation } = geneAt('A', 1, bases, wanted);
  const stretch = { start: Start, stop: Stop, length: Length, isReverse: Orientation === 'R' };
  return readingOf(bases, stretch, Buffer.from(Translation, 'latin1'));
}

describe('a gene in one part', () => {
  test.each([false, true])('has no cut (on the other strand: %s)', (isReverse) => {
    expect(read({ start: 100, stop: 400, isReverse })).toEqual({ code: 11, cut: null });
    expect(read({ start: 2900, stop: 200, isReverse })).toEqual({ code: 11, cut: null });
  });

  test('is read by the first code that fits', () => {
    const stretch = { start: 0, stop: 9, length: 9, isReverse: false };
    const bases = Buffer.from('ATGTGATAA');
    expect(readingOf(bases, stretch, Buffer.from('MW'))).toEqual({ code: 4, cut: null });
    expect(readingOf(bases, stretch, Buffer.from('MG'))).toEqual({ code: 25, cut: null });
    expect(readingOf(bases, stretch, Buffer.from('MK'))).toBe(null);
    expect(readingOf(bases, stretch, Buffer.from('MWK'))).toEqual(null);
  });
});

describe('a gene in two parts', () => {
  test.each([
    [-1, false],
    [1, false],
    [-1, true],
    [1, true],
    [240, false],
  ])(
    'is cut where %i bases are left out, if that is known (on the other strand: %s)',
    (skipped, isReverse) => {
      let known = 0;
      for (let seed = 1; seed <= 100; seed++) {
        const bases = randomBases(1500, seed);
        const wanted = {
          start: 500,
          stop: 1100 + skipped,
          slip: [300, skipped] as const,
          isReverse,
        };
        const cut = read(wanted, bases)?.cut ?? null;
        if (cut === null) continue;
        known++;
        const all = basesBetween(bases, { ...wanted, length: 0 });
        const readWith = (at: number) =>
          Buffer.concat([all.subarray(0, at), all.subarray(at + skipped)]);
        expect(readWith(cut)).toEqual(readWith(300));
      }
      expect(known).toBeGreaterThan(75);
    },
  );

  test('is cut in a codon only where no other cut fits', () => {
    const bases = Buffer.from(`ATGAAAT${'C'.repeat(5)}GGCCCTAA`);
    const stretch = { start: 0, stop: bases.length, length: 15, isReverse: false };
    expect(readingOf(bases, stretch, Buffer.from('MKWP'))).toEqual({ code: 11, cut: 7 });
  });

  test('has no cut that is known where several read the same from other bases', () => {
    // GCA and GCC are the same amino acid.
    const bases = Buffer.from('ATGGCAGCCAAATAA');
    const stretch = { start: 0, stop: bases.length, length: 12, isReverse: false };
    expect(readingOf(bases, stretch, Buffer.from('MAK'))).toEqual({ code: 11, cut: null });
  });

  test('has any of the cuts that come to the same bases', () => {
    const bases = Buffer.from('ATGGCAGCAAAATAA');
    const stretch = { start: 0, stop: bases.length, length: 12, isReverse: false };
    expect(readingOf(bases, stretch, Buffer.from('MAK'))).toEqual({ code: 11, cut: 6 });
  });
});
