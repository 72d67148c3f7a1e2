import { expect, test } from 'vitest';
import { NotPasted, readPasted } from '../../../../src/web/data/pasted.ts';
import { reverseComplement } from '../../../../src/web/data/sequences.ts';
import { createDraw, randomProtein } from './someProteins.ts';

const protein = 'MSYEPIRVEVPRELLPLIHLVADHHDAVPQ';

test('a protein comes as FASTA, with numbers and blanks, or as letters alone', () => {
  for (const text of [
    protein,
    protein.toLowerCase(),
    `>\n${protein}*\n`,
    ` 1 ${protein.slice(0, 10)} ${protein.slice(10, 20)}\r\n21 ${protein.slice(20)}\r\n\r\n`,
  ])
    expect(readPasted(text).proteins).toEqual([{ name: '', protein, place: null }]);
  expect(readPasted(`>a b\n${protein}\n>c\n;a comment\n${protein}\n`).proteins).toMatchObject([
    { name: 'a b' },
    { name: 'c' },
  ]);
  expect(readPasted(`${protein.slice(0, 15)}*${protein.slice(15)}`).proteins[0]?.protein).toBe(
    `${protein.slice(0, 15)}X${protein.slice(15)}`,
  );
});

test.each([
  ['nothing', ' \n ', /no sequence yet/],
  ['a heading alone', '>name\n', /no sequence yet/],
  ['other signs', `>a\n${protein}\n<html>`, /^Line 3 has “<”/],
  ['what is too short', 'MKV', /at least 12 amino acids/],
  ['nucleotides without a frame', 'TAACTAACTAACTAACTAAC', /without an open reading frame/],
  ['too long a protein', `>giant\n${'MKVLW'.repeat(2001)}`, /“giant” has 10,005 amino acids/],
  ['too many proteins', `>a\n${protein}\n`.repeat(1001), /1,001 proteins/],
  ['a bacterium', 'ACGTTGCA'.repeat(125_001), /1,000,008 nucleotides/],
  ['10 MB', 'MKVL'.repeat(2_500_000), /10\.0 million characters/],
])('%s is refused with a reason', (_, text, reason) => {
  expect(() => readPasted(text)).toThrow(NotPasted);
  expect(() => readPasted(text)).toThrow(reason);
});

const codons: Readonly<Record<string, string>> = {
  A: 'GCC', R: 'CGT', N: 'AAC', D: 'GAC', C: 'TGC', Q: 'CAG', E: 'GAG', G: 'GGC', H: 'CAC', I: 'ATC',
  L: 'CTG', K: 'AAG', M: 'ATG', F: 'TTC', P: 'CCG', S: 'TCC', T: 'ACC', W: 'TGG', Y: 'TAC', V: 'GTC',
}; // prettier-ignore
const encoded = (text: string) => Array.from(text, (letter) => codons[letter]).join('');

test('nucleotides are translated: open reading frames of both strands, with their places', () => {
  const draw = createDraw(4);
  const [first, second] = [randomProtein(draw, 80), randomProtein(draw, 60)].map(
    (one) => `M${one}`,
  );
  const gene = `${encoded(first!)}TAA`;
  const other = reverseComplement(`GTG${encoded(second!.slice(1))}TGA`);
  const text = `TAGCTAACTAG${gene}CTAACTAGTTAACTAG${other}CTAGCTAACTAG`;
  const found = readPasted(text.toLowerCase());
  expect([found.nucleotides, found.records]).toEqual([1, 1]);
  expect(found.proteins.find(({ protein: own }) => own === first)?.place).toEqual({
    first: 12,
    last: 11 + gene.length,
    isReverse: false,
  });
  const start = text.indexOf(other);
  expect(found.proteins.find(({ protein: own }) => own === second)?.place).toEqual({
    first: start + 1,
    last: start + other.length,
    isReverse: true,
  });
});

test('a gene without its ends is translated to the edges, and ambiguous bases are X', () => {
  const inner = randomProtein(createDraw(9), 50);
  const found = readPasted(encoded(inner)).proteins.find(({ place }) => !place!.isReverse);
  expect(found).toMatchObject({ protein: inner, place: { first: 1, last: 150 } });
  const unclear = `${encoded(inner.slice(0, 20))}NNN${encoded(inner.slice(21))}`;
  const proteins = readPasted(unclear).proteins.map((one) => one.protein);
  expect(proteins).toContain(`${inner.slice(0, 20)}X${inner.slice(21)}`);
});

test('of a GenBank file, the sequence is read', () => {
  const inner = `M${randomProtein(createDraw(9), 50)}`;
  const bases = `TAGCTAACTAG${encoded(inner)}TAACTAGTTAACTAG`.toLowerCase();
  const text = `LOCUS       Alpha   ${bases.length} bp    DNA\nFEATURES\n     CDS  1..9 <%>\nORIGIN\n        1 ${bases}\n//\n`;
  expect(readPasted(text).proteins).toContainEqual({
    name: 'Alpha',
    protein: inner,
    place: { first: 12, last: bases.length - 12, isReverse: false },
  });
});

test('genes are told from longer frames on the other strand by their codons', () => {
  // Codons with C or G at their ends leave few stops on the other strand.
  const draw = createDraw(21);
  const genes = Array.from({ length: 12 }, () => `M${randomProtein(draw, 240 + draw(60))}`);
  const stops = 'TAACTAGCTGATTAGTTAGCTAA';
  const found = readPasted(genes.map((one) => `${stops}${encoded(one)}TAA`).join('')).proteins;
  for (const gene of genes) expect(found.map((one) => one.protein)).toContain(gene);
  expect(found.length).toBeLessThan(genes.length + 6);
});
