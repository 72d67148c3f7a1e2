import { describe, expect, test } from 'vitest';
import { planBlocks } from '../../../src/sinks/maker.ts';
import { placeLength } from '../../../src/sinks/recordLines.ts';
import { genesOn } from './someNotes.ts';

const usual = 40;

type Phages = readonly (readonly [name: string, genes: number])[];

/** The parts of genes of these phages, on pages of ten: the phage of each record. */
function partsOf(phages: Phages): string[][] {
  const genes = phages.flatMap(([name, count]) => Array.from({ length: count }, () => name));
  const stretches = genes.map((name, at) => [Math.floor(at / 10) + 1, at % 10, 1, name] as const);
  return Array.from(planBlocks(genesOn(...stretches), 'genes', usual), ({ first, places }) =>
    genes.slice(first, first + places.length / placeLength),
  );
}

const phages: Phages = Array.from({ length: 200 }, (_, at) => [`Phage${1000 + at}`, 8]);

describe('the parts of a list', () => {
  test('have about the usual number of records, and at most twice as many', () => {
    const parts = partsOf(phages);
    const sizes = parts.map((part) => part.length);
    expect(parts.flat()).toEqual(phages.flatMap(([name, count]) => Array(count).fill(name)));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(2 * usual);
    expect(sizes.length).toBeGreaterThan(1600 / usual / 2);
    expect(sizes.length).toBeLessThan((1600 / usual) * 2);
  });

  test('are the same again behind records that were added', () => {
    const before = partsOf(phages).map(String);
    const added = partsOf(phages.toSpliced(3, 0, ['Phage1002b', 9])).map(String);
    expect(added.slice(-20)).toEqual(before.slice(-20));
    expect(added.filter((part) => !before.includes(part)).length).toBeLessThan(4);
  });

  test('of a single phage are cut by their number', () => {
    expect(partsOf([['Quillon', 5 * usual]]).map((part) => part.length)).toEqual([80, 80, 40]);
  });

  test('are one part without records where there are none', () => {
    expect(partsOf([])).toEqual([[]]);
  });
});
