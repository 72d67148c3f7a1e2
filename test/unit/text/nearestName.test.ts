import { expect, test } from 'vitest';
import { nearestName } from '../../../src/text/words.ts';

const fields = ['GeneID', 'PhageID', 'PhamID', 'Start', 'Stop', 'Length', 'LocusTag'];

test.each([
  ['Lenght', 'Length'],
  ['geneid', 'GeneID'],
  ['GeneId', 'GeneID'],
  ['Strat', 'Start'],
  ['locus_tag', 'LocusTag'],
  ['PhamId', 'PhamID'],
])('%s was probably meant to be %s', (name, known) => {
  expect(nearestName(name, fields)).toBe(known);
});

test.each(['Colour', 'translation_table', 'zzzzzz'])('%s is like none of them', (name) => {
  expect(nearestName(name, fields)).toBeUndefined();
});

test('of names that are as near as each other the first is taken', () => {
  expect(nearestName('cat', ['bat', 'rat'])).toBe('bat');
  expect(nearestName('cat', ['rat', 'bat'])).toBe('rat');
});

test('a name that is known is its own nearest', () => {
  expect(nearestName('Stop', fields)).toBe('Stop');
});

test('where nothing is known, nothing is near', () => {
  expect(nearestName('Stop', [])).toBeUndefined();
});

test('a name with no letter in common is no slip, however short it is', () => {
  expect(nearestName('x', ['id', 'genus'])).toBeUndefined();
});
