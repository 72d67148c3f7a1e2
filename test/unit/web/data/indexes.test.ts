import { expect, test } from 'vitest';
import { familiesOf, noteIndexOf } from '../../../../src/web/data/indexes.ts';
import { geneOf } from '../../../../src/web/data/records.ts';
import { siteOf } from '../../../../src/web/data/site.ts';

test('families are found by their PhamID', () => {
  const families = familiesOf({ id: [3, 4, 100], genes: [2, 9, 1], phages: [2, 5, 1] });
  expect([3, 7, 107, 4].map(families.phagesOf)).toEqual([2, 5, 1, 0]);
  expect(families.genesOf(7)).toBe(9);
});

test('notes have their families with counts', () => {
  expect(
    noteIndexOf({ notes: ['lysin'], genes: [5], families: [[7, 3, 9, 2]], more: [1] }).notes,
  ).toEqual([
    {
      text: 'lysin',
      genes: 5,
      families: [
        { pham: 7, count: 3 },
        { pham: 9, count: 2 },
      ],
      more: 1,
    },
  ]);
});

test('fields are read by the names that the site gives them, also where two change places', () => {
  const site = siteOf({ field_names: { Notes: 'Name', Name: 'Notes', GeneID: 'gene' } });
  const gene = geneOf(site, {
    gene: 'A_1',
    Name: 'lysin',
    Notes: '5',
    PhamID: { PhamID: 7, Color: '#ABCDEF' },
  });
  expect(gene).toMatchObject({ id: 'A_1', name: '5', notes: 'lysin', pham: 7, color: '#abcdef' });
});

test('what is no colour is white', () => {
  const gene = geneOf(siteOf({}), { PhamID: { PhamID: 1, Color: 'red;}' } });
  expect(gene.color).toBe('#ffffff');
});
