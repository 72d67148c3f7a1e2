import { expect, test } from 'vitest';
import { joinRows, parseFeatureLine } from '../../../../src/importing/annotations/gff3Features.ts';

const gene = 'ATGGCATGGGCATAA';
// In the genetic code 15, TAG is no stop.
const coded = 'ATGTAGGGCATGTAA';
const reverse = 'TTATGCCCATGCCAT';
const cut = 'TTATGCCCATGCG';
const bases = Buffer.from([gene, gene, 'ACT'.repeat(20), coded, coded, reverse, cut].join('CCCCC'));

/** The parts of each feature, with its product, and what is doubtful. */
function joined(...rows: readonly string[]) {
  const doubts: string[] = [];
  const held = rows.map((row, at) => {
    const [type, start, end, strand, about] = row.split(' ');
    const text = ['s', 'x', type, start, end, '.', strand, '0', about].join('\t');
    const parsed = parseFeatureLine(text);
    if ('found' in parsed) throw new Error(parsed.found);
    return { ...parsed, line: at + 1 };
  });
  const features = joinRows(held, bases, {
    passOver() {},
    doubt: ({ line, kind }) => doubts.push(`${line}: ${kind}`),
  }).map(
    ({ line, first, parts }) =>
      `${line} ${first.type} ${parts.map(({ start, end }) => `${start + 1}-${end}`).join(' ')}`,
  );
  return { features, doubts };
}

const own = 'rows with the ID of another feature, taken as features of their own';

test('rows of one ID are one feature', () => {
  expect(joined('CDS 41 50 + ID=a', 'gene 1 50 + ID=a', 'CDS 60 69 + ID=a')).toEqual({
    features: ['1 CDS 41-50 60-69', '2 gene 1-50'],
    doubts: [],
  });
  // Where a ribosome shifts its frame, a base or two are read twice.
  expect(joined('CDS 41 50 - ID=a', 'CDS 49 60 - ID=a').features).toEqual(['1 CDS 41-50 49-60']);
});

test.each([
  ['strand', 'CDS 41 50 + ID=a', 'CDS 60 69 - ID=a'],
  ['locus tag', 'CDS 41 50 + ID=a;locus_tag=T1', 'CDS 60 69 + ID=a;locus_tag=T2'],
  ['product', 'CDS 41 50 + ID=a;product=one', 'CDS 60 69 + ID=a;product=two'],
  ['parent', 'CDS 41 50 + ID=a;Parent=g1', 'CDS 60 69 + ID=a;Parent=g2'],
  ['place, which overlaps', 'CDS 41 50 + ID=a', 'CDS 48 69 + ID=a'],
])('rows of one ID and another %s are features of their own, which is said', (_, one, other) => {
  const { features, doubts } = joined(one, other);
  expect(features).toHaveLength(2);
  expect(doubts).toEqual([`2: ${own}`]);
});

test('rows of one ID that are whole genes each are genes of their own', () => {
  expect(joined('CDS 1 15 + ID=CDS', 'CDS 21 35 + ID=CDS')).toEqual({
    features: ['1 CDS 1-15', '2 CDS 21-35'],
    doubts: [`2: ${own}`],
  });
});

test.each([
  ['of another genetic code', 'CDS 106 120 + ID=CDS', 'CDS 126 140 + ID=CDS'],
  ['that the sequence cuts off at the start', 'CDS 146 160 - ID=CDS', 'CDS 166 178 - ID=CDS'],
])('so are those %s', (_, one, other) => {
  expect(joined(one, other).features).toHaveLength(2);
});

test('a row that stands twice is taken once, with an ID, under a parent, or with neither', () => {
  for (const about of ['ID=a', 'ID=a;locus_tag=T1', 'Parent=m', 'product=x']) {
    expect(joined(`CDS 41 50 + ${about}`, `CDS 41 50 + ${about}`)).toEqual({
      features: ['1 CDS 41-50'],
      doubts: ['2: rows that stand twice, taken once'],
    });
  }
  expect(joined('CDS 41 50 + product=x', 'CDS 41 50 + product=y').features).toHaveLength(2);
});

test('parts of a CDS without an ID are one under their transcript or gene, not under an operon', () => {
  const parts = ['CDS 41 50 + Parent=m1', 'CDS 60 69 + Parent=m1,'] as const;
  for (const parent of ['mRNA', 'transcript', 'gene']) {
    expect(joined(`${parent} 41 69 + ID=m1`, ...parts).features).toEqual([
      `1 ${parent} 41-69`,
      '2 CDS 41-50 60-69',
    ]);
  }
  expect(joined(...parts).features).toEqual(['1 CDS 41-50 60-69']);
  expect(joined('operon 41 69 + ID=m1', ...parts).features).toHaveLength(3);
  // Two genes of their own, though some program has them under one.
  expect(joined('CDS 1 15 + Parent=g', 'CDS 21 35 + Parent=g').features).toHaveLength(2);
});

test('a part under several transcripts is a part of the CDS of each', () => {
  const shared = 'CDS 41 50 + Parent=m1,m2';
  expect(joined(shared, 'CDS 60 69 + Parent=m1', 'CDS 71 80 + Parent=m2').features).toEqual([
    '1 CDS 41-50 60-69',
    '1 CDS 41-50 71-80',
  ]);
  expect(joined(shared, 'CDS 60 69 + Parent=m1,m2').features).toEqual(['1 CDS 41-50 60-69']);
});

test('parts that are trans-spliced are one CDS across strands and parents', () => {
  const said = 'exception=trans-splicing';
  for (const key of ['ID=a', 'locus_tag=T1', 'protein_id=P1']) {
    expect(
      joined(`CDS 60 69 - Parent=m1;${key};${said}`, `CDS 41 50 + Parent=m2;${key};${said}`),
    ).toEqual({ features: ['1 CDS 60-69 41-50'], doubts: [] });
  }
  expect(joined('CDS 60 69 - Parent=m1,m2', 'CDS 41 50 + Parent=m1,m2').features).toEqual([
    '1 CDS 60-69 41-50',
  ]);
  expect(joined('CDS 60 69 - Parent=m1', 'CDS 41 50 + Parent=m1').features).toHaveLength(2);
  const numbered = (one: string, other: string) =>
    joined(`CDS 60 69 - ID=a;${said};part=${one}`, `CDS 41 50 + ID=a;${said};part=${other}`);
  expect(numbered('2/2', '1/2').features).toEqual(['1 CDS 41-50 60-69']);
  expect(numbered('1/2', '2/2').features).toEqual(['1 CDS 60-69 41-50']);
});

test('a hundred thousand rows of one ID are sorted out at once', () => {
  const held = Array.from({ length: 100_000 }, (_, at) => ({
    type: 'CDS',
    line: at + 1,
    part: { start: at, end: at + 30, strand: 1 as const },
    phase: 0,
    qualifiers: new Map([['ID', ['a']]]),
  }));
  expect(joinRows(held, bases, { passOver() {}, doubt() {} }).length).toBeGreaterThan(8);
});
