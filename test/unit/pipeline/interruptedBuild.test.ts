/** Builds that a signal ends. Their threads load the compiled worker. */
import { hash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { BuildOptions } from '../../../src/pipeline/planSite.ts';
import { buildStages } from '../../../src/pipeline/buildSite.ts';
import { type Workers, withWorkers } from '../../../src/pipeline/tasks.ts';
import { Interrupted } from '../../../src/base/failure.ts';
import { besideSite, newStagingFolder } from '../../../src/publishing/outFolder.ts';
import { withSiteLock } from '../../../src/publishing/lock.ts';
import { asLines, tinyGene, tinyPhage } from '../../integration/tinyData.ts';
import { snapshot } from '../../integration/workFolder.ts';
import { build } from '../publishing/build.ts';
import { filesIn } from '../publishing/siteFolder.ts';
import { addFile, tempFolder } from '../sources/tempFolder.ts';

/** Of which a build takes every stage but those that large or little data has none of. */
const data = {
  'data/genes/a.ndjson': asLines([1, 2, 3].map((n) => tinyGene('Quillon', n))),
  'data/phages/a.ndjson': asLines([tinyPhage('Quillon', { genome_length: 16 })]),
  'data/genomes/a.fasta': '>Quillon\nACGTACGTACGTACGT\n',
};
const options: Partial<BuildOptions> = {
  phageAliases: true,
  pages: true,
  allowed: new Set(['genome-gc']),
};
/** What changes a record, so that a page is rendered and others are kept. */
const changed = asLines([1, 2, 3].map((n) => tinyGene('Quillon', n, { Notes: 'another' })));

/** Aborts a build when a stage begins, or once a part of it is done; `reached` says whether it came to that. */
function abortAt(wanted: string, when: 'begins' | 'is under way') {
  const controller = new AbortController();
  const reason = new Interrupted('Interrupted.');
  const state = { stage: '', isReached: false };
  const reach = () => {
    state.isReached = true;
    controller.abort(reason);
  };
  const progress = {
    stage(name: string) {
      state.stage = name;
      if (name === wanted && when === 'begins') reach();
    },
    advance() {
      if (state.stage === wanted && when === 'is under way') reach();
    },
    end() {},
  };
  return { wanted, progress, reason, state, signal: controller.signal };
}

/** Builds, and expects that the build ends with the reason of its signal. */
async function expectInterrupted(
  folder: string,
  jobs: number,
  { wanted, progress, reason, state, signal }: ReturnType<typeof abortAt>,
) {
  const use = (workers: Workers) => build(folder, options, workers, progress, { signal });
  await expect(withWorkers(jobs, use, signal)).rejects.toBe(reason);
  expect(state.isReached).toBe(true);
  // At most one stage has begun since.
  const order = buildStages.map(([name]) => name);
  expect(order.indexOf(state.stage) - order.indexOf(wanted)).toBeLessThanOrEqual(1);
}

// What follows needs what was left by others, and much data.
const notHere = new Set(['Removing what was left', 'Hashing sources']);
const underWay = ['Reading', 'Writing', 'Writing views', 'Writing genomes', 'Writing bulk files'];
const moments = [
  // Between tasks, it makes no difference where these run.
  ...buildStages.flatMap(([name]) => (notHere.has(name) ? [] : [[name, 'begins', 0] as const])),
  ...underWay.map((name) => [name, 'is under way', 0] as const),
  // Threads may leave half a file: in the cache, and in what is staged.
  ['Reading', 'is under way', 1],
  ['Writing', 'is under way', 2],
] as const;

/** All that a test must find as it was, but for the sources. */
async function stateOf(folder: string) {
  const site = path.join(folder, 'site');
  const cache = hash('sha256', JSON.stringify(filesIn(besideSite(site, 'cache'))));
  return { ...(await snapshot(site)), cache, names: readdirSync(folder).join() };
}

describe('a build that is aborted', () => {
  test('leaves the live site as it was, in any stage, and what was kept to the next build', async () => {
    const folder = tempFolder(data);
    await build(folder, options);
    const before = await stateOf(folder);
    // With nothing to do, too.
    await expectInterrupted(folder, 0, abortAt('Looking at the site', 'begins'));
    addFile(folder, 'data/genes/a.ndjson', changed);
    for (const [name, when, jobs] of moments) {
      await expectInterrupted(folder, jobs, abortAt(name, when));
      expect(await stateOf(folder), `as ${name} ${when}, on ${jobs} threads`).toEqual(before);
    }
    expect(await notesOfBuild(folder)).toEqual([]);
    expect(filesIn(folder)['site/api/genes/index.json']).toContain('another');
  });

  test.each(['Reading', 'Writing', 'Flushing to the disk'])(
    'for the first time, as %s begins, leaves nothing',
    async (name) => {
      const folder = tempFolder(data);
      await expectInterrupted(folder, 0, abortAt(name, 'begins'));
      expect(readdirSync(folder)).toEqual(['data']);
    },
  );

  test('as it removes what was left writes nothing, and the next build removes the rest', async () => {
    const folder = tempFolder(data);
    await build(folder, options);
    const before = await stateOf(folder);
    const left = newStagingFolder(path.join(folder, 'site'));
    addFile(left, 'api/index.json', 'of a build that was killed');
    const moment = abortAt('Removing what was left', 'begins');
    await expectInterrupted(folder, 0, moment);
    expect(moment.state.stage).toBe('Removing what was left');
    const names = readdirSync(folder).filter((name) => name !== path.basename(left));
    expect({ ...(await stateOf(folder)), names: names.join() }).toEqual(before);
    expect(await notesOfBuild(folder)).toEqual([]);
    expect(readdirSync(folder).join()).toEqual(before.names);
  });
});

/** What a build that nobody ends tells. */
async function notesOfBuild(folder: string): Promise<string[]> {
  const notes: string[] = [];
  const note = (text: string) => void notes.push(text);
  await build(folder, options, undefined, undefined, { note });
  return notes;
}

test('a build that is aborted while it waits for another leaves that alone', async () => {
  const folder = tempFolder(data);
  const [out, controller, reason] = [
    path.join(folder, 'site'),
    new AbortController(),
    new Error('enough'),
  ];
  const notes: string[] = [];
  const note = (text: string) => {
    notes.push(text);
    controller.abort(reason);
  };
  const waiting = { onWait() {}, signal: null };
  await withSiteLock(out, waiting, async (lock) => {
    const { signal } = controller;
    await expect(build(folder, {}, undefined, undefined, { note, signal })).rejects.toBe(reason);
    expect(lock.isHeld()).toBe(true);
  });
  expect(notes).toEqual([`Waiting for another command that is at work on ${out} …`]);
  expect(readdirSync(folder)).toEqual(['data']);
});
