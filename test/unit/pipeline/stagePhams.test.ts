import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { prepareBatches, stagePhams } from '../../../src/pipeline/renderDerived.ts';
import { batchFolder, createHashPartition } from '../../../src/sinks/renderPhams.ts';
import { phamFile } from '../../../src/sinks/phamViews.ts';
import { asLines, tinyGene } from '../../integration/tinyData.ts';
import { filesIn } from '../publishing/siteFolder.ts';
import { addFile, tempFolder } from '../sources/tempFolder.ts';
import { inProcessWorkers } from '../records/inProcessWorkers.ts';
import { intakeOf } from './someIntake.ts';
import { silent } from './someOptions.ts';

const text = (ids: readonly string[]) =>
  JSON.stringify({
    count: ids.length,
    next: null,
    previous: null,
    results: ids.map((GeneID) => ({ GeneID })),
  });

/** Stages so many phams of two genes each, which lie in so many batches. */
async function stage(phams: number, batches: number, jobs: number) {
  const folder = tempFolder();
  const partitioned = { dir: path.join(folder, 'site-batches'), batches };
  for (let batch = 0; batch < batches; batch++) {
    mkdirSync(batchFolder(partitioned, batch), { recursive: true });
  }
  const partition = createHashPartition(partitioned, 0);
  for (const copy of ['a', 'b']) {
    for (let pham = 1; pham <= phams; pham++) {
      const gene = Buffer.from(JSON.stringify({ GeneID: `${pham}${copy}` }));
      partition.add(pham, gene, 0, gene.length);
    }
  }
  partition.finish();
  const stagingDir = path.join(folder, 'site');
  let advanced = 0;
  const written = await stagePhams(
    partitioned,
    { stagingDir, liveDir: null, precompress: [] },
    { ...inProcessWorkers, jobs },
    { ...silent, advance: (by) => void (advanced += by) },
  );
  const sum = (of: 'phams' | 'genes') => written.reduce((all, one) => all + one[of], 0);
  expect(existsSync(partitioned.dir)).toBe(false);
  return { phams: sum('phams'), genes: sum('genes'), advanced, files: filesIn(stagingDir) };
}

test.each([
  [1, 1],
  [3, 1],
  [50, 2],
])(
  'each pham is written once, with its genes, from %i batches by %i threads',
  async (batches, jobs) => {
    const { files, ...counted } = await stage(7, batches, jobs);
    expect(counted).toEqual({ phams: 7, genes: 14, advanced: 7 });
    const due = [1, 2, 3, 4, 5, 6, 7].map((id) => [phamFile(id), text([`${id}a`, `${id}b`])]);
    expect(files).toEqual(Object.fromEntries(due));
  },
);

test('without partitions nothing is written', async () => {
  const site = { stagingDir: path.join(tempFolder(), 'site'), liveDir: null, precompress: [] };
  expect(await stagePhams(null, site, inProcessWorkers, silent)).toEqual([]);
  expect(existsSync(site.stagingDir)).toBe(false);
});

test('the folders of the partitions lie beside the staging folder, and are empty', async () => {
  const { intake, folder } = await intakeOf({
    'genes/a.ndjson': asLines([1, 2].map((n) => tinyGene('Quillon', n))),
    'phages/a.json': '[]',
  });
  const stagingDir = path.join(folder, 'staging');
  addFile(folder, 'staging-batches/0/left', 'of a build that was killed');
  const partitioned = await prepareBatches(stagingDir, intake);
  expect(partitioned).toEqual({ dir: `${stagingDir}-batches`, batches: 1 });
  expect(readdirSync(partitioned.dir)).toEqual(['0']);
  expect(readdirSync(batchFolder(partitioned, 0))).toEqual([]);
});

test('there are as many partitions as all runs of genes together need', async () => {
  const block = { offset: 0, bytes: 20 << 20, count: 1, firstKey: 'a', crc: 0 };
  const { intake, folder } = await intakeOf({ 'genes/a.json': '[]', 'phages/a.json': '[]' });
  const run = { path: 'none', count: 2, blocks: [block, block], ranks: Uint32Array.of(0) };
  const genes = { ...intake.collections.genes, runs: [run, run] };
  const collections = { ...intake.collections, genes };
  const { batches } = await prepareBatches(path.join(folder, 's'), { ...intake, collections });
  expect(batches).toBe(5);
});
