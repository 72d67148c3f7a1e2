import { hash } from 'node:crypto';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { DamagedCache } from '../../../src/base/failure.ts';
import { checkFiles } from '../../../src/publishing/siteWriter.ts';
import { tempFolder } from '../sources/tempFolder.ts';

const listed = (name: string, bytes: Buffer) => {
  return { path: name, bytes: bytes.length, sha256: hash('sha256', bytes) };
};

test.each([0, 1, 1000, 1 << 20, (1 << 20) + 1, (3 << 20) + 7])(
  'a file of %i bytes is intact until one is another, missing or too many',
  (size) => {
    const siteDir = tempFolder();
    const bytes = Buffer.alloc(size, 'some bytes');
    const files = [listed('a', bytes)];
    const check = (content: Uint8Array) => {
      writeFileSync(path.join(siteDir, 'a'), content);
      return expect(() => checkFiles({ siteDir, files }));
    };
    check(bytes).not.toThrow();
    check(Buffer.concat([bytes, Buffer.from('x')])).toThrow(DamagedCache);
    if (size === 0) return;
    check(bytes.subarray(1)).toThrow(DamagedCache);
    bytes[size - 1]! ^= 1;
    check(bytes).toThrow(DamagedCache);
  },
);

test('a file is not intact when it is gone, a folder, or a link to one that is', () => {
  const siteDir = tempFolder({ there: 'text' });
  const place = path.join(siteDir, 'a');
  const check = () => checkFiles({ siteDir, files: [listed('a', Buffer.from('text'))] });
  expect(check).toThrow(DamagedCache);
  symlinkSync('there', place);
  expect(check).toThrow(DamagedCache);
  rmSync(place);
  mkdirSync(place);
  expect(check).toThrow(DamagedCache);
});

test('the first that is damaged is named', () => {
  const siteDir = tempFolder({ a: 'a', b: 'x', c: 'x' });
  const files = ['a', 'b', 'c'].map((name) => listed(name, Buffer.from(name)));
  expect(() => checkFiles({ siteDir, files })).toThrow(
    new DamagedCache('b does not hold what was published'),
  );
});
