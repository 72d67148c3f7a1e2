import { hash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createStreamedFile } from '../../../src/publishing/siteWriter.ts';

const file = 'bulk/all.gz';
let folder = '';
let place: { stagingDir: string; liveDir: string | null };

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'phagepress-test-'));
  place = { stagingDir: path.join(folder, 'staging'), liveDir: path.join(folder, 'live') };
  mkdirSync(path.join(folder, 'live/bulk'), { recursive: true });
});

afterEach(() => rmSync(folder, { recursive: true }));

function write(pieces: readonly string[], live: string | null) {
  if (live !== null) writeFileSync(path.join(folder, 'live', file), live);
  const stream = createStreamedFile(file, place);
  for (const piece of pieces) stream.append(Buffer.from(piece));
  const done = stream.finish();
  stream.close();
  const staged = path.join(folder, 'staging', file);
  const text = readFileSync(staged, 'utf8');
  const isSame =
    live !== null && statSync(staged).ino === statSync(path.join(folder, 'live', file)).ino;
  expect(done.isLinked).toBe(isSame);
  expect(done.file).toEqual({ path: file, bytes: text.length, sha256: hash('sha256', text) });
  return { text, isSame };
}

test('what the live site has is linked', () => {
  expect(write(['abc', 'def'], 'abcdef')).toEqual({ text: 'abcdef', isSame: true });
  rmSync(path.join(folder, 'staging'), { recursive: true });
  expect(write([], '')).toEqual({ text: '', isSame: true });
});

test.each([
  ['nothing', null],
  ['an empty file', ''],
  ['another beginning', 'Xbcdef'],
  ['another end', 'abcdeX'],
  ['a longer file', 'abcdefg'],
  ['a shorter file', 'abcd'],
])('where it has %s all is written, and its own stays', (_, live) => {
  expect(write(['abc', 'def'], live)).toEqual({ text: 'abcdef', isSame: false });
  if (live !== null) expect(readFileSync(path.join(folder, 'live', file), 'utf8')).toBe(live);
});

test('a file of nothing is a file', () => {
  expect(write([], 'a')).toEqual({ text: '', isSame: false });
});

test('where nothing can be written, that is said', () => {
  writeFileSync(path.join(folder, 'staging'), '');
  const stream = createStreamedFile(file, place);
  expect(() => stream.append(Buffer.from('a'))).toThrow(/Cannot write .*bulk\/all\.gz/);
  stream.close();
  expect(existsSync(path.join(folder, 'staging/bulk'))).toBe(false);
});
