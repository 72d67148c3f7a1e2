import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { withWorkers as withBuildWorkers } from '../../../src/pipeline/tasks.ts';
import { DamagedCache, Failure } from '../../../src/base/failure.ts';
import { threadsOf } from '../../../src/base/threads.ts';
import { asLines, tinyGene } from '../../integration/tinyData.ts';
import { sourceOf, taskOf } from '../sources/takeIn.ts';
import { heldOf } from './garbage.ts';
import { readRun, runIn } from './runFiles.ts';
import { addFile, tempFolder } from '../sources/tempFolder.ts';
import type { SomeTasks } from './someTasks.ts';

// Not every Node runs TypeScript.
const { outputFiles } = await build({
  entryPoints: [fileURLToPath(new URL('someTasks.ts', import.meta.url))],
  bundle: true,
  format: 'esm',
  platform: 'node',
  write: false,
});
const compiled = outputFiles[0]!.text;

/** Some tasks, on threads that do something else first. */
function threadsAfter(beginning = '') {
  const file = addFile(tempFolder(), 'worker.mjs', `${beginning}\n${compiled}`);
  return threadsOf<SomeTasks>(pathToFileURL(file), () => import('./someTasks.ts'));
}

/** What a task that must fail fails with. */
async function errorOf(work: Promise<unknown>): Promise<Error> {
  return work.then(
    () => expect.fail('it did not fail'),
    (error: unknown) => error as Error,
  );
}

describe.each([
  ['a worker thread', 1],
  ['this thread', 0],
])('a task for %s', (_, jobs) => {
  test('gives what its function gives, with every kind of value whole', async () => {
    const folder = tempFolder();
    const file = addFile(
      folder,
      'a.ndjson',
      asLines([3, 1, 2].map((number) => tinyGene('Quillon', number, { Length: 1 }))),
    );
    const task = taskOf([sourceOf(file)], runIn(folder), { maxFindings: 1 });
    const taken = await withBuildWorkers(jobs, (workers) => workers.run('intakeBundle', task));
    expect(readRun(taken.run).map(({ key }) => key.at(-1))).toEqual(['1', '2', '3']);
    expect(taken.pieces[0]?.uncounted).toEqual(new Map([['unexplained', 2]]));
    expect(taken.pieces[0]?.facts['colors']).toEqual(Float64Array.from([512, 0xa0b1c2, 1]));
  });

  test('that fails says in which way, and leaves its thread to the next', async () => {
    const file = path.join(tempFolder({ file: '' }), 'file/a');
    await threadsAfter()(jobs, async ({ run }) => {
      const failure = await errorOf(run('fail', 'failure'));
      expect(failure).toBeInstanceOf(Failure);
      expect(failure).toMatchObject({ kind: 'data', message: 'as asked', hint: 'ask for less' });
      const ofSystem = await errorOf(run('fill', file));
      expect(ofSystem).toBeInstanceOf(Failure);
      expect(ofSystem).toMatchObject({ kind: 'machine', message: expect.stringContaining(file) });
      const damage = await errorOf(run('fail', 'damage'));
      expect(damage).toBeInstanceOf(DamagedCache);
      expect(damage.message).toBe('a run is cut short');
      const bug = await errorOf(run('fail', 'bug'));
      expect(bug).not.toBeInstanceOf(Failure);
      expect(bug).not.toBeInstanceOf(DamagedCache);
      expect(bug.message).toBe('no such thing');
      expect(await run('echo', 'next')).toBe('next');
    });
  });
});

test('tasks may be more than there are threads', async () => {
  await threadsAfter()(2, async (workers) => {
    expect(workers.jobs).toBe(2);
    const asked = Array.from({ length: 9 }, (_, number) => number);
    const given = await Promise.all(asked.map((number) => workers.run('echo', number)));
    expect(given).toEqual(asked);
  });
});

test('a task that is under way when the threads are ended is a failure of the machine', async () => {
  const error = await threadsAfter()(1, async (workers) => {
    const work = errorOf(workers.run('never', undefined));
    await workers.close();
    return work;
  });
  expect(error).toBeInstanceOf(Failure);
  expect(error).toMatchObject({ kind: 'machine' });
});

test('in this thread, tasks give way to a signal, and those that wait are not begun', async () => {
  const controller = new AbortController();
  const file = addFile(tempFolder(), 'notes', '');
  const work = threadsAfter()(
    0,
    async (workers) => {
      expect(workers.jobs).toBe(1);
      const first = workers.run('note', file);
      const waiting = errorOf(workers.run('note', file));
      await first;
      controller.abort(new Error('enough'));
      return waiting;
    },
    controller.signal,
  );
  expect((await work).message).toBe('enough');
  expect(readFileSync(file, 'utf8')).toBe('noted\n');
});

test('in this thread, a task gets copies of what it is given, and gives copies', async () => {
  const error = await threadsAfter()(0, ({ run }) => errorOf(run('echo', { broken() {} })));
  expect(error.name).toBe('DataCloneError');
});

test('what the user of the threads throws is thrown, and the threads end', async () => {
  const work = threadsAfter()(1, async ({ run }) => {
    await run('echo', 1);
    throw new Error('enough');
  });
  await expect(work).rejects.toThrow('enough');
});

test('a result lives no longer than whoever asked for it wants it', async () => {
  await threadsAfter()(1, async ({ run }) => {
    const ask = async () => new WeakRef((await run('echo', {})) as object);
    const results = [await ask(), await ask(), await ask()];
    expect(await heldOf(results)).toEqual([]);
  });
});

test('a thread that cannot start is a failure of the machine, also when others can', async () => {
  const first = path.join(tempFolder(), 'first');
  const withThreads = threadsAfter(`
    import * as files from 'node:fs';
    // All but the first.
    try { files.mkdirSync(${JSON.stringify(first)}); } catch { throw new Error('a broken thread'); }`);
  const work = withThreads(2, async ({ run }) => {
    for (;;) await run('echo', 1);
  });
  await expect(work).rejects.toMatchObject({
    kind: 'machine',
    message: 'A worker thread ended early: a broken thread',
  });
});

test('a thread that dies is a failure of the machine, and another takes its place', async () => {
  await threadsAfter()(1, async ({ run }) => {
    expect(await errorOf(run('die', 7))).toMatchObject({
      kind: 'machine',
      message: expect.stringMatching(/^A worker thread ended early: /),
      hint: 'Is there too little memory? Fewer threads (--jobs) need less.',
    });
    expect(await run('echo', 1)).toBe(1);
  });
});

// Else Node 20 may crash.
test('threads that are ended while they load have loaded first', async () => {
  const loaded = addFile(tempFolder(), 'loaded', '');
  const withThreads = threadsAfter(`
    import * as files from 'node:fs';
    await new Promise((resolve) => setTimeout(resolve, 50));
    files.appendFileSync(${JSON.stringify(loaded)}, 'one\\n');`);
  await withThreads(2, async (workers) => {
    workers.start();
    await setImmediate();
  });
  expect(readFileSync(loaded, 'utf8')).toBe('one\none\n');
});
