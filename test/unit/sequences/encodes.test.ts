import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { basesBetween, encodes, firstDifference, spanOf } from '../../../src/sequences/encodes.ts';
import {
  type CodeNumber,
  codeNumbers,
  reverseComplement,
  translate,
} from '../../../src/sequences/nucleotides.ts';

/** Whether bases, with a gene in part of them, encode a protein. */
function reads(
  genome: string,
  [start, stop, length]: readonly [number, number, number],
  protein: string,
  isReverse = false,
) {
  return encodes(Buffer.from(genome), { start, stop, length, isReverse }, Buffer.from(protein));
}

describe('a protein is what a stretch encodes', () => {
  test.each([
    ['with a stop in the genome alone', 'ATGAAATAA', 'MK', true],
    ['with a stop in both', 'ATGAAATAA', 'MK*', true],
    ['with a stop in none', 'ATGAAA', 'MK', true],
    ['with a stop in the protein alone', 'ATGAAA', 'MK*', true],
    ['with another last codon than a stop', 'ATGAAAGGG', 'MK', false],
    ['with M for an unusual start', 'GTGAAATAA', 'MK', true],
    ['with its own letter for an unusual start', 'GTGAAATAA', 'VK', true],
    ['with M for what starts by one code and is read by another', 'GTGTAGCAA', 'MQQ', true],
    ['but not with M for a codon that starts nothing', 'CCCAAATAA', 'MK', false],
    ['and not with M for an unusual start elsewhere', 'ATGGTGTAA', 'MM', false],
    ['by code 4 and 25', 'ATGTGAAAATAA', 'MWK', true],
    ['by code 25', 'ATGTGAAAATAA', 'MGK', true],
    ['by code 15', 'ATGTAGAAATAA', 'MQK', true],
    ['by one code only', 'ATGTGATAGAAA', 'MWQK', false],
    ['where the genome is RNA', 'AUGAAAUAA', 'MK', true],
    ['with a stop in the middle', 'ATGTAAAAATAA', 'M*K', true],
    ['with one letter too few', 'ATGAAAAAATAA', 'MK', false],
    ['with X for what is ambiguous', 'ATGNNNTAA', 'MX', true],
    ['with anything for what may be anything', 'ATGNNNTAA', 'MW', true],
    ['with what an ambiguous codon may mean', 'ATGRAYTAA', 'MD', true],
    ['with the letter for both', 'ATGRAYTAA', 'MB', true],
    ['but not with what it cannot mean', 'ATGRAYTAA', 'MK', false],
    ['and not with X for what is plain', 'ATGAAATAA', 'MX', false],
    ['with M for a start that is ambiguous', 'RTGAAATAA', 'MK', true],
    ['without a letter', 'TAA', '', true],
  ])('%s', (_, genome, protein, isSo) => {
    expect(reads(genome, [0, genome.length, genome.length], protein)).toBe(isSo);
    const back = reverseComplement(Buffer.from(genome)).toString();
    expect(reads(`CC${back}G`, [2, genome.length + 2, genome.length], protein, true)).toBe(isSo);
    // Through the origin.
    const moved = `${genome.slice(4)}CCC${genome.slice(0, 4)}`;
    const through = [genome.length - 1, genome.length - 4, genome.length] as const;
    if (genome.length > 4) expect(reads(moved, through, protein)).toBe(isSo);
  });

  test.each([
    ['ATGAAACCCCCGGGTAA', 12, 'MKG', true],
    ['ATGAACCCCCAGGGTAA', 12, 'MKG', true],
    ['ATGACCCCCAAGGGTAA', 12, 'MKG', true],
    // The ribosome slips back by a base, which is read twice.
    ['ATGAAAAGGGTAA', 14, 'MKKG', false],
    ['ATGAAAGGGTA', 12, 'MKKG', false],
    ['ATGAAAAGGTAA', 12, 'MKR', true],
    // Its Stop or Start is a base off.
    ['ATGAAACGGTAA'.slice(0, 11), 12, 'MKR', false],
    ['ATGAAACGGTAA'.slice(1), 12, 'MKR', false],
    ['ATGAAACGGTAAA', 12, 'MKR', false],
    ['AATGAAACGGTAA', 12, 'MKR', false],
    ['ATGAAAGGATAA', 15, 'MKKG', true],
    // It skips one.
    ['ATGAAATGGGTAA', 12, 'MKG', true],
    ['ATGAAATGGGTAA', 12, 'MKR', false],
    ['ATGCCCAAACCGGGTAA', 12, 'MKG', false],
  ])('%s in two parts of %i bases together: %s is %s', (genome, length, protein, isSo) => {
    expect(reads(genome, [0, genome.length, length], protein)).toBe(isSo);
    const back = reverseComplement(Buffer.from(genome)).toString();
    expect(reads(back, [0, genome.length, length], protein, true)).toBe(isSo);
  });
});

const anyBases = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...'ACGT'), minLength: min, maxLength: max });

test('any cut that reads the protein is found, and none where there is none', () => {
  fc.assert(
    fc.property(
      anyBases(6, 40),
      fc.nat({ max: 20 }),
      fc.nat({ max: 999 }),
      fc.constantFrom(...codeNumbers),
      fc.option(fc.nat({ max: 999 })),
      (genome, codons, cutAt, code, wrongAt) => {
        const length = 3 * (1 + (codons % Math.floor((genome.length + 2) / 3)));
        const cut = Math.max(length - genome.length, cutAt % (Math.min(length, genome.length) + 1));
        const spliced = (at: number) =>
          genome.slice(0, at) + genome.slice(genome.length - (length - at));
        let protein = translate(Buffer.from(spliced(cut)), code);
        if (wrongAt !== null) {
          const at = wrongAt % protein.length;
          protein = `${protein.slice(0, at)}W${protein.slice(at + 1)}`;
        }
        expect(reads(genome, [0, genome.length, length], protein)).toBe(
          naively(genome, length, protein),
        );
      },
    ),
    { numRuns: 2000 },
  );
});

/** By trying each cut and each code. */
function naively(genome: string, length: number, protein: string): boolean {
  const letters = protein.replace(/\*$/, '');
  const wanted = length === 3 * letters.length ? letters : `${letters}*`;
  if (length !== 3 * wanted.length) return false;
  // Each part has a codon at least.
  const part = length === genome.length ? 0 : 3;
  const least = Math.max(part, length - genome.length);
  for (let cut = least; cut <= Math.min(length - part, genome.length); cut++) {
    const bases = genome.slice(0, cut) + genome.slice(genome.length - (length - cut));
    if (length === genome.length && bases !== genome) continue;
    if (codeNumbers.some((code) => isRead(bases, wanted, code))) return true;
  }
  return false;
}

function isRead(bases: string, wanted: string, code: CodeNumber): boolean {
  const read = translate(Buffer.from(bases), code);
  // By the codes of NCBI together: TTA, TTG, CTG, ATT, ATC, ATA, ATG, GTG.
  const begins = /^(TTA|TTG|CTG|ATT|ATC|ATA|ATG|GTG)/.test(bases);
  return read === wanted || (begins && wanted === `M${read.slice(1)}`);
}

test('a gene of a million bases in two parts is read at once', () => {
  const half = 'ATGAAA'.repeat(100_000);
  const genome = `${half}C${half}TAA`;
  const protein = 'MK'.repeat(200_000);
  expect(reads(genome, [0, genome.length, genome.length - 1], protein)).toBe(true);
  expect(reads(genome, [0, genome.length, genome.length - 1], `${protein.slice(0, -1)}R`)).toBe(
    false,
  );
});

test('the first difference is said by the code that fits best', () => {
  const genome = Buffer.from('ATGTAGAAACCCTAA');
  const stretch = { start: 0, stop: 15, length: 15, isReverse: false };
  const of = (protein: string) => firstDifference(genome, stretch, Buffer.from(protein));
  expect(of('MQKS')).toEqual({ at: 4, count: 1, stated: 'S', codon: 'CCC', means: 'P' });
  expect(of('MQRS')).toMatchObject({ at: 3, count: 2 });
  const noStop = { ...stretch, stop: 12, length: 12 };
  expect(firstDifference(genome, noStop, Buffer.from('MQK'))).toMatchObject({
    at: 4,
    stated: null,
  });
});

test('a stretch through the origin goes on at the beginning', () => {
  const stretch = { start: 4, stop: 2, length: 4, isReverse: false };
  expect(spanOf(stretch, 6)).toBe(4);
  expect(basesBetween(Buffer.from('ACGTTG'), stretch).toString()).toBe('TGAC');
  const back = { ...stretch, isReverse: true };
  expect(basesBetween(Buffer.from('ACGTTG'), back).toString()).toBe('GTCA');
});
