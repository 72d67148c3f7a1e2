import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { markFiles } from '../../../../src/verifying/folder/fileCheck.ts';
import { marks } from '../../../../src/verifying/siteManifest.ts';
import { tempFolder } from '../../sources/tempFolder.ts';
import { manifestOfPaths } from '../manifestOf.ts';

function markIn(there: readonly string[], listed: readonly string[], folders = ['']) {
  const root = tempFolder(Object.fromEntries(there.map((name) => [name, name])));
  const manifest = manifestOfPaths(listed);
  const mark = () => markFiles({ root, manifest: manifest.shared, folders });
  const marked = () =>
    listed.filter((name) => manifest.isMarked(manifest.find(name), marks.onDisk));
  return { root, mark, marked };
}

test('files that the manifest lists are marked where they are there', () => {
  const { mark, marked } = markIn(['a.json', 'api/b.json'], ['a.json', 'api/b.json', 'c.json']);
  const { files, tallies } = mark();
  expect([files, tallies.files.failures]).toEqual([2, 0]);
  expect(marked()).toEqual(['a.json', 'api/b.json']);
});

test('a file that is not listed is told, but for what describes the site and what file managers leave', () => {
  const there = ['manifest.json', 'release.json', '.DS_Store', 'api/Thumbs.db', 'extra.json'];
  const { tallies } = markIn(there, []).mark();
  expect(tallies.files).toMatchObject({
    failures: 1,
    first: { address: 'extra.json', found: 'a file that is not in manifest.json' },
  });
  // Elsewhere these names mean nothing.
  expect(markIn(['api/manifest.json', 'api/DS_Store'], []).mark().tallies.files.failures).toBe(2);
});

test('a link is no file, even where its name is listed', () => {
  const { root, mark, marked } = markIn(['a.json'], ['a.json', 'b.json']);
  symlinkSync('a.json', path.join(root, 'b.json'));
  expect(mark().tallies.files.first).toMatchObject({
    address: 'b.json',
    expected: 'a regular file',
    found: 'a symbolic link',
  });
  expect(marked()).toEqual(['a.json']);
});

test('a task marks its own folders only', () => {
  const listed = ['api/genes/a/index.json', 'api/genes/b/index.json', 'c.json'];
  const { mark, marked } = markIn(listed, listed, ['api/genes/b']);
  expect(mark().files).toBe(1);
  expect(marked()).toEqual(['api/genes/b/index.json']);
});
