import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { DamagedCache } from '../../../src/base/failure.ts';
import { checkFiles, isIntact } from '../../../src/publishing/siteWriter.ts';
import { tempFolder } from '../sources/tempFolder.ts';

const describeFile = (name: string, bytes: Buffer) => {
  return {
    path: name,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
};

describe('a file of a site', () => {
  test.each([0, 1, 1000, 1 << 20, (1 << 20) + 1, (3 << 20) + 7])(
    'of %i bytes is intact until one is another, missing or too many',
    (size) => {
      const folder = tempFolder();
      const place = path.join(folder, 'a');
      const bytes = Buffer.alloc(size, 'some bytes');
      const file = describeFile('a', bytes);
      writeFileSync(place, bytes);
      expect(isIntact(place, file)).toBe(true);
      writeFileSync(place, Buffer.concat([bytes, Buffer.from('x')]));
      expect(isIntact(place, file)).toBe(false);
      if (size === 0) return;
      writeFileSync(place, bytes.subarray(1));
      expect(isIntact(place, file)).toBe(false);
      bytes[size - 1]! ^= 1;
      writeFileSync(place, bytes);
      expect(isIntact(place, file)).toBe(false);
    },
  );

  test('is not intact when it is gone, a folder, or a link to one that is', () => {
    const folder = tempFolder({ there: 'text' });
    const place = path.join(folder, 'a');
    const file = describeFile('a', Buffer.from('text'));
    expect(isIntact(place, file)).toBe(false);
    symlinkSync('there', place);
    expect(isIntact(place, file)).toBe(false);
    rmSync(place);
    mkdirSync(place);
    expect(isIntact(place, file)).toBe(false);
  });
});

test('files are held against their hashes, and the first that is damaged is named', () => {
  const siteDir = tempFolder({ a: 'a', b: 'x', c: 'x' });
  const files = ['a', 'b', 'c'].map((name) => describeFile(name, Buffer.from(name)));
  expect(() => checkFiles({ siteDir, files: files.slice(0, 1) })).not.toThrow();
  expect(() => checkFiles({ siteDir, files })).toThrow(
    new DamagedCache('b does not hold what was published'),
  );
});
