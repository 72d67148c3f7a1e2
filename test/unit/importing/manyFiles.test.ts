/** What a file costs an import: a collection has hundreds of thousands. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { withDataFolder } from '../../../src/importing/dataFolder.ts';
import { tempFolder } from '../sources/tempFolder.ts';

/** Counts the calls of a function of `node:fs` until the test has ended. */
function counting(name: 'lstatSync' | 'mkdirSync') {
  const spy = vi.spyOn(fs, name);
  // To importers by name, too.
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
  return () => spy.mock.calls.length;
}

test('each takes a look for a file in its place and one to know it again, and none of its folder', async () => {
  const folder = tempFolder();
  const [looks, folders] = [counting('lstatSync'), counting('mkdirSync')];
  const callsFor = async (count: number) => {
    const before = [looks(), folders()] as const;
    const options = { note() {}, signal: new AbortController().signal };
    await withDataFolder(path.join(folder, `data${count}`), options, async (staged) => {
      for (let at = 0; at < count; at++)
        staged.put(`genes/p${at}.ndjson`, Buffer.from('{}\n'), { inputs: ['a.gb'] });
    });
    return { looks: looks() - before[0], folders: folders() - before[1] };
  };
  const [few, many] = [await callsFor(10), await callsFor(110)];
  expect(many.looks - few.looks).toBe(200);
  expect(few.folders).toBeGreaterThan(0);
  expect(many.folders).toBe(few.folders);
});
