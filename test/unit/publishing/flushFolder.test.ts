import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { Failure } from '../../../src/base/failure.ts';
import { flush, flushFolder } from '../../../src/publishing/publishSite.ts';
import { tempFolder } from '../sources/tempFolder.ts';

const programs = process.env['PATH'] ?? '';
const { signal } = new AbortController();

afterEach(() => {
  process.env['PATH'] = programs;
});

/** Stands in for `sync`, as no disk fails on demand. */
function provideSync(script: string): void {
  const folder = tempFolder();
  writeFileSync(path.join(folder, 'sync'), `#!/bin/sh\n${script}\n`);
  chmodSync(path.join(folder, 'sync'), 0o755);
  process.env['PATH'] = `${folder}:${programs}`;
}

describe('flushing a folder', () => {
  test('is done by the program for it, or file by file where there is none', async () => {
    const folder = tempFolder({ 'a/b.json': '1' });
    await flushFolder(folder, signal);
    process.env['PATH'] = '/nowhere';
    await flushFolder(folder, signal);
  });

  test('fails where the program for it says so, with its reason', async () => {
    provideSync('echo "sync: error syncing $2: Input/output error" >&2; exit 1');
    const folder = tempFolder({ 'a.json': '1' });
    const failure: unknown = await flushFolder(folder, signal).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Failure);
    expect(failure).toMatchObject({
      kind: 'machine',
      message: `Cannot flush ${folder} to the disk: Input/output error.`,
      hint: expect.stringContaining('Nothing was published.'),
    });
  });

  test('is done file by file where the program does not know how', async () => {
    provideSync('echo "sync: unrecognized option \'--file-system\'" >&2; exit 1');
    await flushFolder(tempFolder({ 'a.json': '1' }), signal);
    await expect(flushFolder('/nowhere/at/all', signal)).rejects.toThrow('Cannot flush');
  });

  test('ends when it is interrupted, however long the disk takes', async () => {
    const begun = path.join(tempFolder(), 'begun');
    provideSync(`echo > ${begun}; exec sleep 60`);
    const interruption = new AbortController();
    const flushing = flushFolder(tempFolder(), interruption.signal);
    const ended = expect(flushing).rejects.toThrow('enough');
    await expect.poll(() => existsSync(begun)).toBe(true);
    interruption.abort(new Error('enough'));
    await ended;
  });
});

test('flushing something that is not there fails', async () => {
  await expect(flush('/nowhere/at/all')).rejects.toThrow('Cannot flush /nowhere/at/all');
});
