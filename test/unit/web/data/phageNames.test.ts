import { expect, test } from 'vitest';
import { phageRows } from '../../../../src/web/data/phageIndex.ts';
import { phagesCalled } from '../../../../src/web/data/phageNames.ts';

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
