import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PublishedFile } from '../../../src/publishing/fileList.ts';
import {
  compareManifests,
  filesIn,
  manifestOf,
  readManifest,
  renderManifest,
} from '../../../src/publishing/manifest.ts';
import { compareText } from '../../../src/text/order.ts';
import { tempFolder } from '../sources/tempFolder.ts';

function file(path: string): PublishedFile {
  return { path, bytes: path.length, sha256: 'f'.repeat(64) };
}

test('a manifest has a line for each file, in code-point order of their paths', () => {
  const sha256 = 'f'.repeat(64);
  expect(renderManifest(['b', '\u{1f9ec}', '\uff5e', 'B'].map(file))).toBe(
    `{"files":[
{"path":"B","bytes":1,"sha256":"${sha256}"},
{"path":"b","bytes":1,"sha256":"${sha256}"},
{"path":"\uff5e","bytes":1,"sha256":"${sha256}"},
{"path":"\u{1f9ec}","bytes":2,"sha256":"${sha256}"}
]}
`,
  );
});

test.each([0, 1, 2, 3, 4, 5])('%d files make the same text in pieces of two', (count) => {
  const files = Array.from({ length: count }, (_, at) => file(`${at}`));
  const pieces = [...manifestOf(files, 2)];
  expect(pieces.join('')).toBe(renderManifest(files));
  expect(pieces.length).toBeGreaterThan(count / 2);
});

test.each([
  ['missing', {}],
  ['empty', { 'manifest.json': '' }],
  ['cut short', { 'manifest.json': renderManifest([file('a')]).slice(0, -4) }],
  ['no manifest', { 'manifest.json': '[]' }],
  ['without files', { 'manifest.json': '{}' }],
  ['of something else', { 'manifest.json': '{"files":[{"path":1,"bytes":2,"sha256":""}]}' }],
  ['holding null', { 'manifest.json': '{"files":[null]}' }],
  ['a folder', { 'manifest.json/x': '' }],
])('a manifest that is %s is none', (_what, files: Record<string, string>) => {
  expect(readManifest(tempFolder(files), null)).toBeNull();
});

test('two manifests tell which files are in one of them, and which are alike in both', () => {
  const anyFiles = fc.uniqueArray(
    fc
      .tuple(fc.constantFrom('a', 'b', 'b/c', '"', 'é', '\u{1f9ec}', 'z'), fc.nat({ max: 1 }))
      .map(([path, bytes]): PublishedFile => ({ ...file(path), bytes })),
    { selector: ({ path }) => path },
  );
  fc.assert(
    fc.property(anyFiles, anyFiles, (before, now) => {
      const manifests = [before, now].map((files) => Buffer.from(renderManifest(files)));
      const [old = Buffer.alloc(0), latest = old] = manifests;
      const inOrder = (files: readonly PublishedFile[]) =>
        files.toSorted((a, b) => compareText(a.path, b.path));
      expect([...filesIn(latest)]).toEqual(inOrder(now));
      const found = [...compareManifests(old, latest)];
      const of = (...where: readonly string[]) =>
        found.flatMap(({ file: one, isIn }) => (where.includes(isIn) ? [one] : []));
      const isAlike = ({ path, bytes }: PublishedFile) =>
        before.some((one) => one.path === path && one.bytes === bytes);
      expect(of('before', 'both')).toEqual(inOrder(before));
      expect(of('now', 'both')).toEqual(inOrder(now));
      expect(of('both')).toEqual(inOrder(now.filter(isAlike)));
    }),
  );
});
