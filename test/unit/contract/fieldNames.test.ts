import { expect, test } from 'vitest';
import {
  changedNames,
  publicName,
  publicPointer,
  withFields,
  withPublicNames,
  withVariables,
} from '../../../src/contract/siteOptions.ts';
import { optionsBody } from '../../../src/contract/descriptions.ts';

const names = { GeneID: 'gene', Start: 'from', id: 'number' };

test('a field without another name keeps its own', () => {
  expect(['GeneID', 'Stop', 'toString'].map((field) => publicName(names, field))).toEqual([
    'gene',
    'Stop',
    'toString',
  ]);
});

test('what changes nothing is left out, and the order does not matter', () => {
  expect(Object.entries(changedNames({ b: 'x', c: 'c', a: 'y' }))).toEqual([
    ['a', 'y'],
    ['b', 'x'],
  ]);
});

test('sentences and addresses speak of fields by the names of the site', () => {
  expect(withFields('By {GeneID}, {Stop}.', names)).toBe('By gene, Stop.');
  expect(withVariables('/api/genes/{GeneID}/', names)).toBe('/api/genes/{gene}/');
  expect(optionsBody('features', names)).toContain('by PhageID, from, Stop, Type, Name.');
  expect(optionsBody('genesbyphage/*', names)).toContain('of a phage, by gene.');
});

test('objects have them at every depth, and arrays are left alone', () => {
  const value = { id: 1, genus: { id: 2, list: [{ id: 3 }] }, none: null };
  expect(withPublicNames(value, names)).toEqual({
    number: 1,
    genus: { number: 2, list: [{ id: 3 }] },
    none: null,
  });
});

test('a pointer leads to where a value stands on the site', () => {
  expect(publicPointer('', names)).toBe('');
  expect(publicPointer('/genus/id', names)).toBe('/genus/number');
  expect(publicPointer('/verified_hosts/0/id', names)).toBe('/verified_hosts/0/id');
});
