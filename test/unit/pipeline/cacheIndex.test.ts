import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  dropCacheIndex,
  loadCacheIndex,
  saveCacheIndex,
} from '../../../src/pipeline/cacheIndex.ts';
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
