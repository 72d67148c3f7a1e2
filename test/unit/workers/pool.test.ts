/** The pool, with the compiled threads of a build. */
import { execFile } from 'node:child_process';
import { readdirSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { DamagedCache, Failure } from '../../../src/failure.ts';
import type { RenderTask } from '../../../src/rendering/task.ts';
import { withWorkers } from '../../../src/build/workers.ts';
import { asLines, tinyGene } from '../../integration/tinyData.ts';
import { installed } from '../../../src/installed.ts';
import { paged } from '../../../src/pages/pagedList.ts';
import { sourceOf, taskOf } from '../intake/takeIn.ts';
import { numbered, readRun, runIn, spill } from '../sorting/runFiles.ts';
import { addFile, tempFolder } from '../sources/tempFolder.ts';

// Not every Node runs TypeScript.
const bundledPool = fileURLToPath(installed('node_modules/.cache/phagepress/pool.mjs'));
await build({
  entryPoints: [fileURLToPath(installed('src/workers/pool.ts'))],
  outfile: bundledPool,
  bundle: true,
  format: 'esm',
  platform: 'node',
  packages: 'external',
});
const withBundledPool = `
  import { threadsOf } from '${pathToFileURL(bundledPool).href}';
  const worker = new URL('${installed('lib/buildWorker.js').href}');
  const withWorkers = threadsOf(worker);`;

/** A task that renders a few records into a folder. */
function renderTask(folder: string, stagingDir = path.join(folder, 'staging')): RenderTask {
  const run = spill(numbered(4), runIn(folder));
  return {
    runs: [run],
    part: { fromKey: null, firstRank: 0, endRank: 4 },
    shape: paged('genes', 4, 2),
    contested: new Set(['x']),
    maxRepeated: 50,
    site: {
      stagingDir,
      liveDir: null,
      baseUrl: 'https://phages.example',
      links: 'query',
      precompress: [],
      recordFiles: false,
      caseInsensitiveNames: false,
      fieldNames: {},
      noted: false,
      partitioned: null,
    },
  };
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
    const taken = await withWorkers(jobs, (workers) => workers.run('intakeBundle', task));
    expect(readRun(taken.run).map(({ key }) => key.at(-1))).toEqual(['1', '2', '3']);
    expect(taken.pieces[0]?.uncounted).toEqual(new Map([['unexplained', 2]]));
    expect(taken.pieces[0]?.facts['colors']).toEqual(Float64Array.from([512, 0xa0b1c2, 1]));
  });

  test('may be one of more than there are threads', async () => {
    const folders = Array.from({ length: 9 }, () => tempFolder());
    await withWorkers(2, async (workers) => {
      expect(workers.jobs).toBe(2);
      const results = await Promise.all(
        folders.map((folder) => workers.run('renderPart', renderTask(folder))),
      );
      for (const { firstKeys } of results) expect(firstKeys).toEqual(['k0000', 'k0002']);
    });
  });

  test('that fails because of the machine is that Failure, with its hint', async () => {
    const folder = tempFolder({ file: '' });
    const task = renderTask(folder, path.join(folder, 'file/staging'));
    const error = await withWorkers(jobs, (workers) => errorOf(workers.run('renderPart', task)));
    expect(error).toBeInstanceOf(Failure);
    expect(error).toMatchObject({
      kind: 'machine',
      message: expect.stringMatching(/^Cannot write .*: a part of the path is a file/),
    });
  });

  test('that finds the cache damaged says so', async () => {
    const task = renderTask(tempFolder());
    truncateSync(task.runs[0]!.path, 10);
    const error = await withWorkers(jobs, (workers) => errorOf(workers.run('renderPart', task)));
    expect(error).toBeInstanceOf(DamagedCache);
    expect(error.message).toBe(`${task.runs[0]!.path} is cut short`);
  });

  test('that fails because of a bug is an error, and no Failure', async () => {
    const task = { ...renderTask(tempFolder()), shape: undefined } as unknown as RenderTask;
    const error = await withWorkers(jobs, (workers) => errorOf(workers.run('renderPart', task)));
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(Failure);
    expect(error).not.toBeInstanceOf(DamagedCache);
    expect(error.message).toMatch(/undefined/);
  });

  test.runIf(process.platform === 'linux')(
    'that finds the disk full when it spills is a failure of the machine, not a bug',
    async () => {
      const folder = tempFolder();
      const file = addFile(folder, 'a.ndjson', asLines([tinyGene('Quillon', 1)]));
      // Always full.
      const task = taskOf([sourceOf(file)], '/dev/full');
      const error = await withWorkers(jobs, (workers) =>
        errorOf(workers.run('intakeBundle', task)),
      );
      expect(error).toBeInstanceOf(Failure);
      expect(error).toMatchObject({
        kind: 'machine',
        message: expect.stringContaining('the disk is full (ENOSPC)'),
      });
    },
  );

  test('that fails leaves its thread to the next', async () => {
    const folder = tempFolder();
    const broken = { ...renderTask(folder), shape: undefined } as unknown as RenderTask;
    await withWorkers(jobs, async (workers) => {
      await errorOf(workers.run('renderPart', broken));
      const { firstKeys } = await workers.run('renderPart', renderTask(tempFolder()));
      expect(firstKeys).toEqual(['k0000', 'k0002']);
    });
  });
});

test('a task that is under way when the threads are ended is a failure of the machine', async () => {
  const task = renderTask(tempFolder());
  const error = await withWorkers(1, async (workers) => {
    const work = errorOf(workers.run('renderPart', task));
    await workers.close();
    return work;
  });
  expect(error).toBeInstanceOf(Failure);
  expect(error).toMatchObject({ kind: 'machine' });
});

test('in this thread, tasks give way to a signal, and those that wait are not begun', async () => {
  const controller = new AbortController();
  const [first, second] = [tempFolder(), tempFolder()];
  const work = withWorkers(
    0,
    async (workers) => {
      expect(workers.jobs).toBe(1);
      const rendered = workers.run('renderPart', renderTask(first));
      const waiting = errorOf(workers.run('renderPart', renderTask(second)));
      await rendered;
      controller.abort(new Error('enough'));
      return waiting;
    },
    controller.signal,
  );
  expect((await work).message).toBe('enough');
  expect(readdirSync(first)).toContain('staging');
  expect(readdirSync(second)).not.toContain('staging');
});

test('in this thread, a task gets copies of what it is given, and gives copies', async () => {
  const site = { stagingDir: tempFolder(), liveDir: null, precompress: [] };
  const files = { site, planned: [], broken: () => {} };
  const error = await withWorkers(0, (workers) => errorOf(workers.run('renderViews', files)));
  expect(error.name).toBe('DataCloneError');
});

test('what the user of the threads throws is thrown, and the threads end', async () => {
  const task = renderTask(tempFolder());
  const work = withWorkers(1, async (workers) => {
    await workers.run('renderPart', task);
    throw new Error('enough');
  });
  await expect(work).rejects.toThrow('enough');
});

test('a result lives no longer than whoever asked for it wants it', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const site = { stagingDir: tempFolder(), liveDir: null, precompress: [] };
  await withWorkers(1, async ({ run }) => {
    const ask = async () => new WeakRef(await run('renderViews', { site, planned: [] }));
    const results = [await ask(), await ask(), await ask()];
    // What was looked at in this turn is not collected.
    await setImmediate();
    collectGarbage();
    expect(results.filter((result) => result.deref() !== undefined)).toEqual([]);
  });
});

test('a thread that cannot start is a failure of the machine, also when others can', async () => {
  const folder = tempFolder({
    'fail.cjs': `
      if (require('node:worker_threads').threadId === 2) throw new Error('a broken thread');`,
    'main.mjs': `
      ${withBundledPool}
      const task = JSON.parse(process.argv[2]);
      const { kind, message } = await withWorkers(2, async (workers) => {
        for (;;) await workers.run('renderPart', task);
      }).catch((error) => error);
      console.log(JSON.stringify({ kind, message }));`,
  });
  const task = { ...renderTask(folder), contested: { size: 0 } };
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--require',
    path.join(folder, 'fail.cjs'),
    path.join(folder, 'main.mjs'),
    JSON.stringify(task),
  ]);
  expect(JSON.parse(stdout)).toEqual({
    kind: 'machine',
    message: 'A worker thread ended early: a broken thread',
  });
});

test('a thread that dies is a failure of the machine, and the program ends', async () => {
  const folder = tempFolder({
    // Every thread but the main one dies when it opens a certain file.
    'die.mjs': `
      import fs from 'node:fs';
      import { syncBuiltinESMExports } from 'node:module';
      import { isMainThread } from 'node:worker_threads';
      const { openSync } = fs;
      const die = (file, ...rest) => String(file).endsWith('fatal.run') ? process.exit(7) : openSync(file, ...rest);
      if (!isMainThread) fs.openSync = die;
      syncBuiltinESMExports();`,
    'main.mjs': `
      ${withBundledPool}
      const [fatal, good] = JSON.parse(process.argv[2]);
      const failed = await withWorkers(1, async (workers) => {
        const error = await workers.run('renderPart', fatal).catch((error) => error);
        const { firstKeys } = await workers.run('renderPart', good);
        return { kind: error.kind, message: error.message, hint: error.hint, firstKeys };
      });
      console.log(JSON.stringify(failed));`,
  });
  const good = { ...renderTask(folder), contested: { size: 0 } };
  const fatal = { ...good, runs: [{ ...good.runs[0], path: path.join(folder, 'fatal.run') }] };
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--import',
    pathToFileURL(path.join(folder, 'die.mjs')).href,
    path.join(folder, 'main.mjs'),
    JSON.stringify([fatal, good]),
  ]);
  expect(JSON.parse(stdout)).toEqual({
    kind: 'machine',
    message: expect.stringMatching(/^A worker thread ended early: /),
    hint: 'Is there too little memory? Fewer threads (--jobs) need less.',
    // Another thread has taken its place.
    firstKeys: ['k0000', 'k0002'],
  });
});

test('threads that are ended while they load do not bring the program down', async () => {
  const folder = tempFolder({
    'main.mjs': `
      ${withBundledPool}
      for (let pause = 0; pause < 60; pause += 2) {
        await withWorkers(2, async (workers) => {
          workers.start();
          await new Promise((resolve) => setTimeout(resolve, pause));
        });
      }
      console.log('done');`,
  });
  const { stdout } = await promisify(execFile)(process.execPath, [path.join(folder, 'main.mjs')]);
  expect(stdout).toBe('done\n');
});
