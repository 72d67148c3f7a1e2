import { brotliCompressSync, gzipSync } from 'node:zlib';
import { rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFileCheck } from '../../../../src/verifying/folder/fileCheck.ts';
import { marks } from '../../../../src/verifying/siteManifest.ts';
import { createKeptLog } from '../keptLog.ts';
import { verifiedSite } from './verifiedSite.ts';

function claim(file: string, ...site: Parameters<typeof verifiedSite>) {
  const kept = createKeptLog();
  const { root, manifest } = verifiedSite(...site);
  const check = createFileCheck(root, manifest, kept.log);
  const bytes = check.claim(file, { bytes: Buffer.alloc(0) });
  const isClaimed = (name: string) => manifest.isMarked(manifest.find(name), marks.claimed);
  const told = kept.failures.map(({ clause, address, expected, found }) => {
    return `${clause} ${address}: ${expected}; ${found}`;
  });
  return { text: bytes?.toString() ?? null, told, isClaimed };
}

describe('a file that must be there', () => {
  test('is read, claimed, and is what the manifest says', () => {
    const { text, told, isClaimed } = claim('a.json', { 'a.json': 'text', 'b.json': 'b' });
    expect([text, told]).toEqual(['text', []]);
    expect([isClaimed('a.json'), isClaimed('b.json')]).toEqual([true, false]);
  });

  test('of another size or with other bytes is told, and handed out all the same', () => {
    const longer = claim('a.json', { 'a.json': 'text' }, { 'a.json': 'texts' });
    expect(longer).toMatchObject({ text: 'texts', told: ['manifest a.json: 4 bytes; 5'] });
    const other = claim('a.json', { 'a.json': 'text' }, { 'a.json': 'Text' });
    expect(other.text).toBe('Text');
    expect(other.told).toEqual([
      expect.stringMatching(/^manifest a\.json: SHA-256 [0-9a-f]{64}; /),
    ]);
  });

  test('and is not listed or not there is told by whoever asks', () => {
    expect(claim('b.json', { 'a.json': 'text' }, { 'b.json': 'b' })).toMatchObject({
      text: null,
      told: [],
    });
    const gone = claim('a.json', { 'a.json': 'text' }, { 'a.json': null });
    expect(gone).toMatchObject({ text: null, told: [] });
    expect(gone.isClaimed('a.json')).toBe(true);
  });

  test('that became a link since it was found is not read', () => {
    const { log, failures } = createKeptLog();
    const { root, manifest } = verifiedSite({ 'a.json': 'text', 'b.json': 'text' });
    rmSync(path.join(root, 'a.json'));
    symlinkSync('b.json', path.join(root, 'a.json'));
    const check = createFileCheck(root, manifest, log);
    expect(check.claim('a.json', { bytes: Buffer.alloc(0) })).toBeNull();
    expect(failures).toMatchObject([{ clause: 'manifest', expected: 'a file that can be read' }]);
  });
});

describe('the siblings of a file', () => {
  const files = {
    'a.json': 'text',
    'a.json.gz': gzipSync('text'),
    'a.json.br': brotliCompressSync('text'),
  };

  test('are claimed with it, and unpack to its bytes', () => {
    const { told, isClaimed } = claim('a.json', files);
    expect(told).toEqual([]);
    expect([isClaimed('a.json.gz'), isClaimed('a.json.br')]).toEqual([true, true]);
  });

  test.each([
    ['other bytes', gzipSync('Text')],
    ['no gzip', 'text'],
    ['more behind', Buffer.concat([gzipSync('text'), Buffer.of(0)])],
  ])('with %s are told', (_, packed) => {
    const { told } = claim('a.json', { ...files, 'a.json.gz': packed });
    expect(told).toEqual(['M6 a.json.gz: the gzip form of a.json; something else']);
  });

  test('of a file that changed no longer unpack to it', () => {
    const { told } = claim('a.json', files, { 'a.json': 'Text' });
    expect(told).toHaveLength(3);
  });
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
