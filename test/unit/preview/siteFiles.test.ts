import { statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { knownRelease } from '../../../src/preview/answer.ts';
import { tinyRelease } from '../../contract/tinySite.ts';
import { addFile, tempFolder } from '../sources/tempFolder.ts';

afterEach(() => vi.restoreAllMocks());

const text = (maxAge: number) =>
  JSON.stringify({ ...tinyRelease('https://example.org'), max_age: maxAge });

/** A site that was built a while ago. */
function makeSite(): { root: string; file: string } {
  const root = tempFolder();
  addFile(root, 'release.json', text(100));
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
  return { root, file: path.join(root, 'release.json') };
}

test('what did not change is read once', () => {
  const { root } = makeSite();
  const read = knownRelease(root);
  expect(read()).toMatchObject({ max_age: 100 });
  expect(read()).toBe(read());
});

test('what was written over is read again, whatever its size and time say', () => {
  const { root, file } = makeSite();
  const read = knownRelease(root);
  expect(read()).toMatchObject({ max_age: 100 });
  const { atime, mtime } = statSync(file);
  writeFileSync(file, text(200));
  utimesSync(file, atime, mtime);
  expect(read()).toMatchObject({ max_age: 200 });
});

test('what may have changed a moment ago is read each time', () => {
  const { root } = makeSite();
  vi.restoreAllMocks();
  const read = knownRelease(root);
  expect(read()).not.toBe(read());
});
