import { expect, test } from 'vitest';
import {
  misspeltFolders,
  missingFolder,
  nearFolder,
  noCollections,
  noSources,
} from '../../../src/sources/folderFindings.ts';

test.each([
  ['gene', 'genes'],
  ['Phages', 'phages'],
  ['genome', 'genomes'],
  ['genes', null],
  ['pictures', null],
])('a folder %j was probably meant to be %j', (name, meant) => {
  expect(nearFolder(name)).toBe(meant);
});

test('of folders without records, those with similar names are told', () => {
  expect(noCollections('data', ['gene', 'phage', 'x'], false)).toMatchObject({
    file: 'data',
    found: 'neither, but gene/ and phage/',
    hint: 'Did you mean genes/ and phages/?',
  });
  const { found, hint } = noCollections('data', ['genome'], false);
  expect(found).toBe('neither');
  expect(hint).not.toMatch(/sample/);
  expect(noCollections('data', [], true).hint).toMatch(/phagepress sample/);
});

test('a folder that is missing can be left out by a rule, unless its name is misspelt', () => {
  expect(misspeltFolders(['genes'], ['gene', 'phage'])).toEqual(['gene']);
  expect(missingFolder('data/genes', ['gene'])).toMatchObject({
    rule: 'source-missing',
    found: 'only gene/',
    hint: 'Did you mean genes/?',
  });
  expect(missingFolder('data/genes', [])).toMatchObject({
    found: 'none',
    hint: expect.stringMatching(/--allow source-missing/),
  });
});

test('of files that are no sources, three are named and the rest counted', () => {
  const found = (others: string[]) => noSources('genes', 'data/genes', others).found;
  expect(found([])).toBe('none');
  expect(found(['a.xlsx'])).toBe('only a.xlsx');
  expect(found(['a', 'b', 'c'])).toBe('only a, b and c');
  expect(found(['a', 'b', 'c', 'd', 'e'])).toBe('only a, b, c and 2 more');
  expect(noSources('genomes', 'data/genomes', []).expected).toMatch(/\.fasta/);
});
