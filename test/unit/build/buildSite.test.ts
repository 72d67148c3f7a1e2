import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildStages } from '../../../src/build/buildSite.ts';
import type { Workers } from '../../../src/build/workers.ts';
import { DamagedCache, Failure } from '../../../src/failure.ts';
import { asLines, tinyData, tinyGene } from '../../integration/tinyData.ts';
import { build } from '../publishing/build.ts';
import { bytesBelow } from './stagedFiles.ts';
import { addFile, tempFolder } from '../sources/tempFolder.ts';
import { inProcessWorkers } from '../validation/inProcessWorkers.ts';

/** Notes the stages that begin; `failAt` is the name of one that fails instead. */
function watched(failAt?: string) {
  const seen: string[] = [];
  const stage = (name: string) => {
    if (name === failAt) throw new Error(`failed at ${name}`);
    seen.push(name);
  };
  return { seen, progress: { stage, advance() {}, end() {} } };
}

async function publishedSite() {
  const folder = tempFolder(tinyData);
  await build(folder);
  return { folder, site: path.join(folder, 'site'), names: readdirSync(folder) };
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

test.each(['Reading', 'Writing', 'Writing views', 'Listing files', 'Flushing to the disk'])(
  'when the stage %s fails, the live site stays and nothing is left beside it',
  async (name) => {
    const { folder, site, names } = await publishedSite();
    const before = bytesBelow(site);
    addFile(folder, 'data/genes/More.ndjson', asLines([tinyGene('Quillon', 9)]));
    const { progress } = watched(name);
    await expect(build(folder, {}, inProcessWorkers, progress)).rejects.toThrow(
      `failed at ${name}`,
    );
    expect(bytesBelow(site)).toEqual(before);
    expect(readdirSync(folder)).toEqual(names);
    await build(folder);
    expect(bytesBelow(site)).not.toEqual(before);
  },
);

test('bad data ends a build before anything is written', async () => {
  const { folder, site, names } = await publishedSite();
  const before = bytesBelow(site);
  addFile(folder, 'data/genes/More.ndjson', '{"GeneID":1}\n');
  const { seen, progress } = watched();
  // The build itself ends well: its findings are what the test's own build does not take.
  await expect(build(folder, {}, inProcessWorkers, progress)).rejects.toThrow('schema');
  expect(seen).not.toContain('Writing');
  expect(bytesBelow(site)).toEqual(before);
  expect(readdirSync(folder)).toEqual(names);
});

test('where the cache proves damaged, the build starts over without it', async () => {
  const { folder, site } = await publishedSite();
  addFile(folder, 'data/genes/More.ndjson', asLines([tinyGene('Quillon', 9)]));
  let tasks = 0;
  const run: Workers['run'] = (name, input) => {
    if (name === 'renderPart' && tasks++ === 0) return Promise.reject(new DamagedCache('a run'));
    return inProcessWorkers.run(name, input);
  };
  const { seen, progress } = watched();
  await build(folder, {}, { ...inProcessWorkers, run }, progress);
  expect(seen.filter((name) => name === 'Reading')).toHaveLength(2);
  expect(Object.keys(bytesBelow(site))).toContain('api/genes/Quillon_CDS_9/index.json');
});

describe('what needs genomes is refused where these are not published:', () => {
  test.each([
    ['--link-genomes', { linkGenomes: true }],
    ['--genomes-file', { genomesFile: 'all.fasta' }],
  ])('%s', async (flag, asked) => {
    const folder = tempFolder(tinyData);
    const refused = build(folder, { ...asked, bulk: ['tsv'] });
    await expect(refused).rejects.toThrow(Failure);
    await expect(refused).rejects.toThrow(`${flag} needs the files of genomes`);
    expect(readdirSync(folder)).toEqual(['data']);
  });
});
