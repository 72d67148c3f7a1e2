/** What a file costs an import: a collection has hundreds of thousands. */
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withDataFolder } from '../../../src/importing/dataFolder.ts';

const calls = vi.hoisted(() => ({ lstatSync: 0, mkdirSync: 0 }));
vi.mock('node:fs', async (importOriginal) => {
  const real = await importOriginal<typeof fs>();
  const counted = {
    lstatSync(...given: Parameters<typeof real.lstatSync>) {
      calls.lstatSync++;
      return real.lstatSync(...given);
    },
    mkdirSync(...given: Parameters<typeof real.mkdirSync>) {
      calls.mkdirSync++;
      return real.mkdirSync(...given);
    },
  };
  return { ...real, ...counted, default: { ...real, ...counted } };
});

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(tmpdir(), 'phagepress-many-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

/** Calls of the system for an import of so many new files. */
async function callsFor(count: number) {
  Object.assign(calls, { lstatSync: 0, mkdirSync: 0 });
  const options = { note() {}, signal: new AbortController().signal };
  await withDataFolder(path.join(folder, `data${count}`), options, async (staged) => {
    for (let at = 0; at < count; at++)
      staged.put(`genes/p${at}.ndjson`, Buffer.from('{}\n'), { inputs: ['a.gb'] });
  });
  return { ...calls };
}

test('each takes one look for a file in its place, and none of its folder', async () => {
  const [few, many] = [await callsFor(10), await callsFor(110)];
  expect(many.lstatSync - few.lstatSync).toBe(100);
  expect(many.mkdirSync).toBe(few.mkdirSync);
});
