import { rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createFileCheck } from '../../../../src/verifying/folder/fileCheck.ts';
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
