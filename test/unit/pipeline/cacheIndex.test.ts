import { hash } from 'node:crypto';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  dropCacheIndex,
  keepFormer,
  loadCacheIndex,
  saveCacheIndex,
  takeFormer,
} from '../../../src/pipeline/cacheIndex.ts';
import { renderManifest } from '../../../src/publishing/manifest.ts';
import { filesIn } from '../publishing/siteFolder.ts';
import { filesBelow, tempFolder } from './cacheFolder.ts';
import { exampleIndex, exampleSite } from './exampleIndex.ts';

const damaged = { kind: 'ignored', reason: 'is damaged' };

function savedIndex() {
  const folder = tempFolder();
  saveCacheIndex(folder, exampleIndex, 'data');
  return { folder, file: path.join(folder, 'index.json') };
}

describe('the index of a cache', () => {
  test('comes back as it was saved', () => {
    const { folder } = savedIndex();
    expect(loadCacheIndex(folder, 'key', 'data')).toEqual({ kind: 'loaded', index: exampleIndex });
  });

  test('is saved in one step, and leaves no draft behind', () => {
    const { folder } = savedIndex();
    saveCacheIndex(folder, { ...exampleIndex, intakeKey: 'other' }, 'data');
    expect(filesBelow(folder)).toEqual(['index.json']);
    expect(loadCacheIndex(folder, 'other', 'data')).toMatchObject({ kind: 'loaded' });
  });

  test('is ignored when it belongs to another version or other options', () => {
    const { folder } = savedIndex();
    expect(loadCacheIndex(folder, 'another key', 'data')).toEqual({
      kind: 'ignored',
      reason: 'belongs to another version or other options',
    });
  });

  test('is none where there is none, and once it is dropped', () => {
    const { folder } = savedIndex();
    expect(loadCacheIndex(path.join(folder, 'elsewhere'), 'key', 'data')).toEqual({ kind: 'none' });
    dropCacheIndex(folder);
    expect(loadCacheIndex(folder, 'key', 'data')).toEqual({ kind: 'none' });
    dropCacheIndex(folder);
  });

  test('is ignored whichever byte of it was changed', () => {
    const { folder, file } = savedIndex();
    const bytes = readFileSync(file);
    for (let at = 0; at < bytes.length; at++) {
      for (const flip of [0x01, 0x80]) {
        bytes[at]! ^= flip;
        writeFileSync(file, bytes);
        bytes[at]! ^= flip;
        expect(loadCacheIndex(folder, 'key', 'data'), `byte ${at}`).toEqual(damaged);
      }
    }
  });

  test('is ignored wherever it is cut short', () => {
    const { folder, file } = savedIndex();
    for (let length = readFileSync(file).length - 1; length >= 0; length -= 7) {
      truncateSync(file, length);
      expect(loadCacheIndex(folder, 'key', 'data'), `${length} bytes`).toEqual(damaged);
    }
    truncateSync(file, 0);
    expect(loadCacheIndex(folder, 'key', 'data')).toEqual(damaged);
  });

  test('is ignored when something was added to it', () => {
    const { folder, file } = savedIndex();
    writeFileSync(file, `${readFileSync(file, 'utf8')}\n`);
    expect(loadCacheIndex(folder, 'key', 'data')).toEqual(damaged);
  });

  test('says nothing of where the data lies, and shows what it holds below its name now', () => {
    const folder = tempFolder();
    const [bundle] = exampleIndex.bundles;
    const [finding] = exampleSite.findings;
    const indexOf = (data: string) => {
      const file = path.join(data, 'genes/a.ndjson');
      const pieces = bundle!.pieces.map((piece) => ({ ...piece, file }));
      const findings = [
        { ...finding!, file, expected: `as at ${file}:3 and ${file}`, found: 'x' },
        { ...finding!, file: data, expected: 'mydata, datadata', found: 'data2' },
      ];
      return {
        ...exampleIndex,
        bundles: [{ ...bundle!, pieces }],
        published: { ...exampleSite, findings },
      };
    };
    saveCacheIndex(folder, indexOf('/secret/data'), '/secret/data');
    expect(readFileSync(path.join(folder, 'index.json'), 'utf8')).not.toContain('secret');
    for (const data of ['/secret/data', 'data', '/x'])
      expect(loadCacheIndex(folder, 'key', data)).toEqual({ kind: 'loaded', index: indexOf(data) });
  });
});

describe('api/ of the site before the live one', () => {
  const sha256 = (text: string) => hash('sha256', text);
  const manifest = renderManifest([{ path: 'api/a.json', bytes: 1, sha256: sha256('1') }]);
  const release = sha256(manifest);

  /** Keeps it, and takes it for an empty folder; `others` are more files of the cache. */
  const taken = async (others: Readonly<Record<string, string>>) => {
    const site = { 'api/a.json': '1', 'api/b.json': '2', 'manifest.json': manifest };
    const [cache, staging] = [tempFolder(others), tempFolder()];
    keepFormer(cache, tempFolder(site));
    const former = await takeFormer(cache, staging);
    return { stagedAtMs: former?.stagedAtMs, files: filesIn(staging) };
  };

  test('is begun with, without what was added to it', async () => {
    const files = { 'api/a.json': '1' };
    expect(await taken({ staged: `${release} 5.5\n` })).toEqual({ stagedAtMs: 5.5, files });
  });

  test.each<[what: string, others: Readonly<Record<string, string>>]>([
    ['when it was staged is not known', {}],
    ['another site was staged then', { staged: `${sha256('')} 5.5\n` }],
    ['the disk ignores case', { staged: `${release} 5.5\n`, 'FORMER.JSON': '' }],
  ])('is not begun with where %s', async (_what, others) => {
    expect(await taken(others)).toEqual({ stagedAtMs: undefined, files: {} });
  });
});
