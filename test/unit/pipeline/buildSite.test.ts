import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { buildStages } from '../../../src/pipeline/buildSite.ts';
import type { Workers } from '../../../src/pipeline/tasks.ts';
import { DamagedCache, Failure } from '../../../src/base/failure.ts';
import { besideSite } from '../../../src/publishing/outFolder.ts';
import { asLines, tinyData, tinyGene } from '../../integration/tinyData.ts';
import { build } from '../publishing/build.ts';
import { bytesBelow, hashesOf } from './stagedFiles.ts';
import { addFile, tempFolder } from '../sources/tempFolder.ts';
import { inProcessWorkers } from '../records/inProcessWorkers.ts';

/** Notes the stages that begin; `failAt` is the name of one that fails instead. */
function watched(failAt?: string, error = new Error(`failed at ${failAt}`)) {
  const seen: string[] = [];
  const stage = (name: string) => {
    if (name === failAt) throw error;
    seen.push(name);
  };
  return { seen, error, progress: { stage, advance() {}, end() {} } };
}

/** A folder with a site, and a gene more in its data since. */
async function siteOfLess(more = asLines([tinyGene('Quillon', 9)])) {
  const folder = tempFolder(tinyData);
  await build(folder);
  addFile(folder, 'data/genes/More.ndjson', more);
  const site = path.join(folder, 'site');
  const state = () => ({ ...hashesOf(bytesBelow(site)), beside: readdirSync(folder).join() });
  return { folder, site, state, before: state() };
}

test('the stages begin in the order that the progress counts with', async () => {
  const { seen, progress } = watched();
  await build(tempFolder(tinyData), {}, inProcessWorkers, progress);
  const known = buildStages.map(([name]) => name);
  const order = seen.map((name) => known.indexOf(name));
  expect(order).not.toContain(-1);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(seen).toEqual(expect.arrayContaining(['Reading', 'Writing', 'Writing views']));
  expect(seen.at(-1)).toBe('Flushing to the disk');
});

test('when a stage fails, whichever it is, the live site stays and nothing is left beside it', async () => {
  const { folder, state, before } = await siteOfLess();
  for (const name of [
    'Reading',
    'Writing',
    'Writing views',
    'Listing files',
    'Flushing to the disk',
  ]) {
    const { progress, error } = watched(name);
    await expect(build(folder, {}, inProcessWorkers, progress), name).rejects.toBe(error);
    expect(state(), name).toEqual(before);
  }
  await build(folder);
  expect(state()).not.toEqual(before);
});

test('bad data ends a build before anything is written', async () => {
  const { folder, state, before } = await siteOfLess('{"GeneID":1}\n');
  const { seen, progress } = watched();
  // The build itself ends well: its findings are what the test's own build does not take.
  await expect(build(folder, {}, inProcessWorkers, progress)).rejects.toThrow('schema');
  expect(seen).not.toContain('Writing');
  expect(state()).toEqual(before);
});

test('where the cache proves damaged, the build starts over without it', async () => {
  const { folder, site } = await siteOfLess();
  let tasks = 0;
  const run: Workers['run'] = (name, input) => {
    if (name === 'renderPart' && tasks++ === 0) return Promise.reject(new DamagedCache('a run'));
    return inProcessWorkers.run(name, input);
  };
  const { seen, progress } = watched();
  await build(folder, {}, { ...inProcessWorkers, run }, progress);
  expect(seen.filter((name) => name === 'Reading')).toHaveLength(2);
  expect(existsSync(path.join(site, 'api/genes/Quillon_CDS_9/index.json'))).toBe(true);
});

test.each([
  ['--link-genomes', { linkGenomes: true }],
  ['--genomes-file', { genomesFile: 'all.fasta' }],
])('what needs genomes is refused where these are not published: %s', async (flag, asked) => {
  const folder = tempFolder(tinyData);
  const refused = build(folder, { ...asked, bulk: ['tsv'] });
  await expect(refused).rejects.toThrow(Failure);
  await expect(refused).rejects.toThrow(`${flag} needs the files of genomes`);
  expect(readdirSync(folder)).toEqual(['data']);
});

test.each(['apache', 'caddy'] as const)(
  'a site that %s cannot serve whatever is in it is refused before anything is read',
  async (host) => {
    const folder = tempFolder({ 'data/genes/a.ndjson': 'no record' });
    const run: Workers['run'] = (name) => {
      throw new Error(`there is work: ${name}`);
    };
    const options = { hosts: [host], baseUrl: 'https://example.org/a%2Fb' };
    const refused = build(folder, options, { ...inProcessWorkers, run });
    await expect(refused).rejects.toThrow(`--host ${host}: `);
    expect(readdirSync(folder)).toEqual(['data']);
  },
);

test('a build that has lost its lock leaves the cache to whoever has it', async () => {
  const folder = tempFolder(tinyData);
  const out = path.join(folder, 'site');
  const [lock, kept] = [besideSite(out, 'lock'), path.join(besideSite(out, 'cache'), 'other.run')];
  const run: Workers['run'] = (name, input) => {
    if (name === 'renderPart' && !existsSync(kept)) {
      rmSync(lock, { recursive: true });
      mkdirSync(lock);
      writeFileSync(kept, "the other's");
    }
    return inProcessWorkers.run(name, input);
  };
  const lost = build(folder, {}, { ...inProcessWorkers, run });
  await expect(lost).rejects.toThrow('was lost to another command');
  expect([existsSync(kept), existsSync(out)]).toEqual([true, false]);
});
