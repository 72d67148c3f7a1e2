import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { preparePartitions } from '../../../src/pipeline/renderDerived.ts';
import { partitionFolder } from '../../../src/sinks/renderPhams.ts';
import { asLines, tinyGene } from '../../integration/tinyData.ts';
import { addFile } from '../sources/tempFolder.ts';
import { intakeOf } from './someIntake.ts';

test('the folders of the partitions lie beside the staging folder, and are empty', async () => {
  const { intake, folder } = await intakeOf({
    'genes/a.ndjson': asLines([1, 2].map((n) => tinyGene('Quillon', n))),
    'phages/a.json': '[]',
  });
  const stagingDir = path.join(folder, 'staging');
  addFile(folder, 'staging-batches/0/left', 'of a build that was killed');
  const partitioned = await preparePartitions(stagingDir, intake);
  expect(partitioned).toEqual({ dir: `${stagingDir}-batches`, partitions: 1 });
  expect(readdirSync(partitioned.dir)).toEqual(['0']);
  expect(readdirSync(partitionFolder(partitioned, 0))).toEqual([]);
});

test('there are as many partitions as all runs of genes together need', async () => {
  const block = { offset: 0, bytes: 20 << 20, count: 1, firstKey: 'a', crc: 0 };
  const { intake, folder } = await intakeOf({ 'genes/a.json': '[]', 'phages/a.json': '[]' });
  const run = { path: 'none', count: 2, blocks: [block, block], ranks: Uint32Array.of(0) };
  const genes = { ...intake.collections.genes, runs: [run, run] };
  const collections = { ...intake.collections, genes };
  const { partitions } = await preparePartitions(path.join(folder, 's'), {
    ...intake,
    collections,
  });
  expect(partitions).toBe(5);
});
