import { expect, test } from 'vitest';
import { phageRows } from '../../../../src/web/data/indexes.ts';
import {
  canBeginGene,
  familiesLabelled,
  mayBeGene,
  mayBeNote,
  mayBeSequence,
  phagesCalled,
  phagesLike,
} from '../../../../src/web/data/search.ts';

const labels = new Map([
  [1, 'my Lysin_A'],
  [2, 'Lysin_A2'],
  [3, 'Lysin_A'],
  [4, 'holin'],
]);

test.each([
  ['lysin_a', [3, 2, 1]],
  ['HOLIN', [4]],
  ['portal', []],
  ['', []],
])('families are found by their labels, the best match first: %j', (text, found) => {
  expect(familiesLabelled(labels, text)).toEqual(found);
});

test.each([
  ['lysin', true],
  ['lysin A', true],
  ['tape measure', true],
  ['Cas4', true],
  ['holin-like', true],
  ['Trixie', true],
  ['A2', false],
  ['1234', false],
  ['MN585964', false],
  ['Trixie_CDS_5', false],
  ['SEA_TRIXIE_6', false],
  ['o', false],
])('%s may be words of notes: %s', (text, expected) => {
  expect(mayBeNote(text)).toBe(expected);
});

test.each([
  ['Trixie_CDS_5', true, true],
  ['SEA_TRIXIE_6', true, true],
  ['Trixie_', true, true],
  ['AAS_0030', true, true],
  ['Trixie', false, true],
  ['9476', false, true],
  ['holin-like', false, true],
  ['T4', false, false],
  ['lysin A', false, false],
])('%s looks like a gene: %s, and one may begin so: %s', (text, looks, may) => {
  expect(mayBeGene(text)).toBe(looks);
  expect(canBeginGene(text)).toBe(may);
});

const typedRows = phageRows({
  name: ['SubTrixie', 'Trixie2', 'Trixie', 'L5', 'Myrna'],
  old: ['', '', '', 'Phage L5; Big Trixie', ''],
  accession: ['', '', 'JN408461', '', ''],
  reference: ['', '', '', 'NC_001335', ''],
});
const like = (text: string, most = 10) => phagesLike(typedRows, text, most).map(({ name }) => name);

test('the phage itself comes first, then names that begin so, other names, and names that hold it', () => {
  expect(like('TRIXIE')).toEqual(['Trixie', 'Trixie2', 'L5', 'SubTrixie']);
  expect(like('trixie', 2)).toEqual(['Trixie', 'Trixie2']);
});

test('accessions and words in any order are found, parts of words inside other names are not', () => {
  expect(like('jn4084')).toEqual(['Trixie']);
  expect(like('001335')).toEqual(['L5']);
  expect(like('trixie big')).toEqual(['L5']);
  expect(['hage', 'big myrna', ' ', 'none'].map((text) => like(text))).toEqual([[], [], [], []]);
});

const rows = phageRows({
  name: ['Trixie', 'L5', 'Myrna', 'myrna'],
  old: ['', 'Phage L5; Old One', '', ''],
  accession: ['JN408461.2', '', '', ''],
  reference: ['', 'NC_001335', '', ''],
});
const called = (text: string) => phagesCalled(rows, text).map(({ name }) => name);

test('a phage is found by its name in any case, as a draft, by old names and by accessions', () => {
  const names = [
    'trixie',
    'Trixie_Draft',
    'jn408461',
    'JN408461.1',
    'old one',
    'phage L5',
    'nc_001335.1',
  ];
  expect(names.map(called)).toEqual([
    ['Trixie'],
    ['Trixie'],
    ['Trixie'],
    ['Trixie'],
    ['L5'],
    ['L5'],
    ['L5'],
  ]);
});

test('rows of one index are made once, so that they are known again', () => {
  const index = { name: ['Trixie'] };
  expect(phageRows(index)).toBe(phageRows(index));
});

test('several that fit are all given, and nothing for a part of a name', () => {
  expect(called('MYRNA')).toEqual(['Myrna', 'myrna']);
  expect(['Trix', '', ' ', '.1', 'None'].map(called)).toEqual([[], [], [], [], []]);
});

test.each([
  ['MSASDRFKAPINYPAGTPAVTPDQVDNSLCQHDADPPICYCVHDW', true],
  ['>mine MKV', true],
  ['phosphoribosylformylglycinamidine synthase', false],
  ['phosphoribosylformylglycinamidine', false],
  ['Trixie_CDS_12', false],
])('%s may be a sequence: %s', (text, expected) => {
  expect(mayBeSequence(text)).toBe(expected);
});
