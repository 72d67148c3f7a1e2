import { mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createSourceWatcher, workOnChange } from '../../../src/preview/watch.ts';
import { tempFolder } from '../sources/tempFolder.ts';

const never = new AbortController().signal;

/** A watcher of paths below a new folder, and a way to await that a step is noticed. */
function watched(files: Record<string, string>, ...names: readonly string[]) {
  const folder = tempFolder(files);
  const at = (name: string) => path.join(folder, name);
  const complaints: string[] = [];
  const watcher = createSourceWatcher((text) => complaints.push(text));
  onTestFinished(() => watcher.close());
  const cover = () => watcher.cover(names.map(at));
  cover();
  const notices = async (step: () => void) => {
    const known = watcher.changes();
    step();
    await watcher.until(known, never);
    cover();
  };
  return { at, notices, watcher, complaints };
}

test('a file that is written, added, renamed or removed is noticed, however deep', async () => {
  const { at, notices, complaints } = watched({ 'data/genes/a.json': '1' }, 'data');
  await notices(() => writeFileSync(at('data/genes/a.json'), '2'));
  await notices(() => writeFileSync(at('data/genes/b.json'), '2'));
  await notices(() => renameSync(at('data/genes/b.json'), at('data/genes/c.json')));
  await notices(() => unlinkSync(at('data/genes/c.json')));
  expect(complaints).toEqual([]);
});

test('a file that an editor replaces by another of its name is noticed, again and again', async () => {
  const { at, notices } = watched({ 'site.json': '0' }, 'site.json');
  for (const text of ['1', '2', '3']) {
    writeFileSync(at('new'), text);
    await notices(() => renameSync(at('new'), at('site.json')));
  }
  await notices(() => unlinkSync(at('site.json')));
  await notices(() => writeFileSync(at('site.json'), '4'));
});

test('what lies in a folder that is new, or took the place of another, is noticed', async () => {
  const { at, notices } = watched({ 'data/genes/a.json': '1' }, 'data');
  await notices(() => mkdirSync(at('data/phages')));
  await notices(() => writeFileSync(at('data/phages/a.json'), '1'));
  await notices(() => rmSync(at('data/genes'), { recursive: true }));
  await notices(() => mkdirSync(at('data/genes')));
  await notices(() => writeFileSync(at('data/genes/a.json'), '2'));
  await notices(() => renameSync(at('data'), at('old')));
  mkdirSync(at('next'));
  await notices(() => renameSync(at('next'), at('data')));
  await notices(() => writeFileSync(at('data/a.json'), '2'));
});

test('what is not there yet is noticed when it comes', async () => {
  const { at, notices } = watched({ 'a.txt': '' }, 'lab/data');
  await notices(() => mkdirSync(at('lab')));
  await notices(() => mkdirSync(at('lab/data')));
  await notices(() => writeFileSync(at('lab/data/a.json'), '1'));
});

test('behind a link to a folder or a file, changes of what it leads to are noticed, and of the link', async () => {
  const { at, notices } = watched(
    { 'v1/a.json': '1', 'v2/a.json': '2', 'kept/site.json': '1' },
    'data',
    'site.json',
  );
  await notices(() => symlinkSync(at('v1'), at('data')));
  await notices(() => writeFileSync(at('v1/a.json'), '3'));
  symlinkSync(at('v2'), at('next'));
  await notices(() => renameSync(at('next'), at('data')));
  await notices(() => writeFileSync(at('v2/a.json'), '3'));
  await notices(() => symlinkSync(at('kept/site.json'), at('site.json')));
  await notices(() => writeFileSync(at('kept/site.json'), '2'));
});

test('what happens beside a file that is watched is not noticed', async () => {
  const { at, notices, watcher } = watched({ 'site.json': '0' }, 'site.json');
  const known = watcher.changes();
  writeFileSync(at('other.json'), '1');
  mkdirSync(at('dist'));
  // The system reports what happens in a folder in its order; a file is made by one step.
  await notices(() => renameSync(at('other.json'), at('site.json')));
  expect(watcher.changes() - known).toBe(1);
});

test('waiting ends with the reason of the signal', async () => {
  const { watcher } = watched({}, 'data');
  const ending = new AbortController();
  const waiting = watcher.until(watcher.changes(), ending.signal);
  ending.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
});

/** A watcher whose changes the test makes. */
function handWatcher() {
  let count = 0;
  let wake = () => {};
  const covered: string[] = [];
  return {
    covered,
    change() {
      count += 1;
      wake();
    },
    cover: (paths: readonly string[]) => void covered.push(paths.join(' ')),
    changes: () => count,
    async until(known: number, signal: AbortSignal) {
      if (count <= known) await new Promise<void>((resolve) => (wake = resolve));
      signal.throwIfAborted();
    },
    close: () => {},
  };
}

test('a round follows a change once nothing is written during a pause, and rounds never overlap', async () => {
  const watcher = handWatcher();
  const ending = new AbortController();
  const told: string[] = [];
  let pauses = 0;
  let rounds = 0;
  const working = workOnChange(watcher, {
    sources: ['config'],
    signal: ending.signal,
    async pause() {
      pauses += 1;
      told.push('pause');
      // Writes go on during the first two.
      if (pauses <= 2) watcher.change();
      await Promise.resolve();
    },
    async work(cover) {
      rounds += 1;
      told.push(`begin ${rounds}`);
      cover(['data']);
      // Something changes while the first round is at work: that leads to the second.
      if (rounds === 1) watcher.change();
      if (rounds === 2) {
        ending.abort(new Error('enough'));
        watcher.change();
      }
      await Promise.resolve();
      told.push(`end ${rounds}`);
    },
  });
  await expect(working).rejects.toThrow('enough');
  expect(told).toEqual(['begin 1', 'end 1', 'pause', 'pause', 'pause', 'begin 2', 'end 2']);
  // The configuration before it is read, and all before the data is.
  expect(watcher.covered.slice(0, 2)).toEqual(['config', 'config data']);
});
