import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  createFileCheck,
  hashFile,
  type ReadBuffer,
  readWhole,
  walkFolders,
} from '../../../../src/verifying/folder/fileCheck.ts';
import { tempFolder } from '../../sources/tempFolder.ts';
import { createKeptLog } from '../keptLog.ts';
import { verifiedSite } from './verifiedSite.ts';

test('a file that became a link since it was found is not read', () => {
  const { log, failures } = createKeptLog();
  const { root, manifest } = verifiedSite({ 'a.json': 'text', 'b.json': 'text' });
  rmSync(path.join(root, 'a.json'));
  symlinkSync('b.json', path.join(root, 'a.json'));
  const check = createFileCheck(root, manifest, log);
  expect(check.claim('a.json', { bytes: Buffer.alloc(0) })).toBeNull();
  expect(failures).toMatchObject([{ clause: 'manifest', expected: 'a file that can be read' }]);
});

test('a file that is only hashed is held to the manifest, too, and so is a large one', () => {
  const large = 'x'.repeat(3_000_000);
  const hashOnly = (changes: Record<string, string | null>) => {
    const { log, where } = createKeptLog();
    const { root, manifest } = verifiedSite({ 'a.bin': large }, changes);
    createFileCheck(root, manifest, log).hashOnly(0);
    return where();
  };
  expect(hashOnly({})).toEqual([]);
  expect(hashOnly({ 'a.bin': `${large.slice(1)}y` })).toEqual(['manifest a.bin']);
  expect(hashOnly({ 'a.bin': `${large}x` })).toEqual(['manifest a.bin']);
  expect(hashOnly({ 'a.bin': null })).toEqual(['manifest a.bin']);
});

const files = {
  'index.html': 'welcome',
  '.hidden': 'h',
  'api/genes/index.json': 'list',
  'api/genes/Trixie_CDS_1/index.json': 'gene',
  'api/genes/a/b/c/d.json': 'deep',
};

const walk = (root: string, depth: 'all' | 'large' = 'all', folders = ['']) =>
  [...walkFolders(root, folders, depth)].toSorted((a, b) => (a.path < b.path ? -1 : 1));

const newBuffer = (): ReadBuffer => ({ bytes: Buffer.alloc(0) });

describe('a walk through a folder', () => {
  test('tells of folders of single records instead of going into them, where that is asked', () => {
    const found = walk(tempFolder(files), 'large');
    expect(found.filter(({ kind }) => kind === 'folder').map((entry) => entry.path)).toEqual([
      'api/genes/Trixie_CDS_1',
      'api/genes/a',
    ]);
    expect(found.filter(({ kind }) => kind === 'file').map((entry) => entry.path)).toEqual([
      '.hidden',
      'api/genes/index.json',
      'index.html',
    ]);
  });

  test('begins where it is told to, and names what it finds from the root', () => {
    const found = walk(tempFolder(files), 'all', ['api/genes/a', 'api/genes/Trixie_CDS_1']);
    expect(found.map((entry) => entry.path)).toEqual([
      'api/genes/Trixie_CDS_1/index.json',
      'api/genes/a/b/c/d.json',
    ]);
  });

  test('tells of a pipe, and of a folder that is not there', () => {
    const root = tempFolder();
    execFileSync('mkfifo', [path.join(root, 'pipe')]);
    expect(walk(root)).toEqual([{ kind: 'other', path: 'pipe', what: 'no regular file' }]);
    const [gone] = walk(root, 'all', ['gone']);
    expect(gone).toMatchObject({ kind: 'other', path: 'gone' });
    expect(gone).toHaveProperty('what', expect.stringContaining('a folder that cannot be read'));
  });
});

test('a file that is read whole may be as large as was said, and no larger', () => {
  const file = path.join(tempFolder({ a: '12345' }), 'a');
  expect(readWhole(file, 5, newBuffer()).ok).toBe(true);
  expect(readWhole(file, 4, newBuffer())).toEqual({ ok: false, reason: '5 bytes' });
});

test('a file that is read whole is no link, no pipe, no folder, and is there', () => {
  const root = tempFolder({ a: 'a' });
  symlinkSync('a', path.join(root, 'link'));
  execFileSync('mkfifo', [path.join(root, 'pipe')]);
  mkdirSync(path.join(root, 'folder'));
  const reason = (name: string) => {
    const result = readWhole(path.join(root, name), 10, newBuffer());
    return result.ok ? null : result.reason;
  };
  expect(reason('link')).toMatch(/^no file that can be read/);
  expect(reason('gone')).toMatch(/^no file that can be read/);
  expect(reason('pipe')).toBe('no regular file');
  expect(reason('folder')).toBe('no regular file');
});

test('a file is hashed in blocks from its beginning to its end, each byte once', () => {
  const text = 'abcdefghij'.repeat(10);
  const file = path.join(tempFolder({ a: text, empty: '' }), 'a');
  for (const size of [1, 7, 100, 1000]) {
    const block = Buffer.alloc(size);
    expect(hashFile(file, block)).toEqual({ ok: true, bytes: 100, sha256: hash('sha256', text) });
  }
  const nothing = hashFile(path.join(path.dirname(file), 'empty'), Buffer.alloc(8));
  expect(nothing).toEqual({ ok: true, bytes: 0, sha256: hash('sha256', '') });
});
