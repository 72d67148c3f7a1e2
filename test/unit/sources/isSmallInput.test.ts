/** How much data is little. */
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isSmallInput } from '../../../src/sources/planBundles.ts';
import { tempFolder } from './tempFolder.ts';

const mebibyte = 'x'.repeat(1 << 20);
const filesOf = (count: number, text: string) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`genes/${at % 7}/${at}.json`, text]),
  );
const manyFiles = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`phages/${at}.json`, '']));

test.each([
  ['nothing', {}, true, true],
  ['three mebibytes', filesOf(3, mebibyte), true, true],
  ['five', filesOf(5, mebibyte), false, true],
  ['nine', filesOf(9, mebibyte), false, false],
  // Each file counts as four kibibytes more.
  ['two hundred files beside three', { ...filesOf(3, mebibyte), ...manyFiles(200) }, true, true],
  ['three hundred beside three', { ...filesOf(3, mebibyte), ...manyFiles(300) }, false, true],
  ['what is compressed', { 'phages/A.JSON.GZ': '' }, false, false],
  ['much beside the collections', { 'notes/a': mebibyte.repeat(9) }, true, true],
])('%s', (_, files, withGeneFiles, without) => {
  const folder = tempFolder({ 'genes/a.ndjson': '', 'phages/b.ndjson': '', ...files });
  expect(isSmallInput(folder, true)).toBe(withGeneFiles);
  expect(isSmallInput(folder, false)).toBe(without);
});

test('a folder that leads back to itself ends', () => {
  const folder = tempFolder({ 'genes/a.ndjson': '', 'phages/b.ndjson': '' });
  symlinkSync('.', path.join(folder, 'genes/round'));
  expect(isSmallInput(folder, false)).toBe(false);
});
