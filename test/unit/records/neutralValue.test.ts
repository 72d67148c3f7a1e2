import { expect, test } from 'vitest';
import { neutralValues } from '../../../src/records/renameFields.ts';

const names = {
  archive_accession: 'genbank_accession',
  in_archive: 'is_there',
  in_paper: 'in_archive',
};
const neutral = neutralValues('phages', names);

test('fields get neutral names, also in what is in them, and what is no field stays', () => {
  const isolation_host = { genus: 'Gordonia', genbank_accession: 'N1' };
  expect(neutral({ more: 1, phage_name: 'A', genbank_accession: 'X1', isolation_host })).toEqual({
    phage_name: 'A',
    archive_accession: 'X1',
    isolation_host: { genus: 'Gordonia', archive_accession: 'N1' },
    more: 1,
  });
});

test('a field that has its neutral name already keeps its value, unless another has that name', () => {
  expect(neutral({ phage_name: 'A', archive_accession: 'X1' })).toEqual({
    phage_name: 'A',
    archive_accession: 'X1',
  });
  expect(neutral({ in_archive: true, is_there: false })).toEqual({
    in_archive: false,
    in_paper: true,
  });
  expect(neutral({ in_archive: true })).toEqual({ in_paper: true });
});

test('the name that a site says comes before the neutral one', () => {
  const read = neutralValues('genes', { Notes: 'product' });
  expect(read({ Notes: 'no', product: 'yes', more: 1 })).toEqual({ Notes: 'yes', more: 1 });
});
