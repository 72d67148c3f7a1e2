import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkData, checkStages, compareKeys } from '../../../src/pipeline/checkData.ts';
import type { NameOptions } from '../../../src/pipeline/planSite.ts';
import type { Progress } from '../../../src/base/progress.ts';
import { asLines, tinyGene, tinyPhage } from '../../integration/tinyData.ts';
import { tempFolder } from '../sources/tempFolder.ts';
import { inProcessWorkers } from '../records/inProcessWorkers.ts';
import { watchedProgress } from '../watchedProgress.ts';
import { intakeOf } from './someIntake.ts';
import { bytesBelow, hashesOf } from './stagedFiles.ts';

const gene = (number: number) => tinyGene('Quillon', number);

const sound = {
  'data/genes/a.ndjson': asLines([gene(1), gene(2)]),
  'data/genes/b.ndjson': asLines([gene(3)]),
  'data/phages/a.ndjson': asLines([tinyPhage('Quillon')]),
};

/** Checks `data/` of a folder; what is spilled lies in another folder there. */
function checkIn(folder: string, work: string, progress: Progress, options: NameOptions = {}) {
  const data = path.join(folder, 'data');
  const limits = { maxRecordBytes: 1 << 20, maxNesting: 10 };
  const choices = { allowed: new Set<never>(), denied: new Set<never>(), maxErrors: 50 };
  const asked = { data, limits, ...choices, ...options };
  return checkData(asked, inProcessWorkers, path.join(folder, work), progress);
}

/** Checks these files; gives what is found by place and rule. */
async function check(files: Readonly<Record<string, string>>, options: NameOptions = {}) {
  const folder = tempFolder({ ...files, 'work/.keep': '' });
  const data = path.join(folder, 'data');
  const before = hashesOf(bytesBelow(data));
  const { progress, seen } = watchedProgress();
  const checked = await checkIn(folder, 'work', progress, options);
  expect(hashesOf(bytesBelow(data))).toEqual(before);
  expect(readdirSync(folder).toSorted()).toEqual(['data', 'work']);
  const told = checked.findings
    .report()
    .kept.map(({ rule, file, line }) => `${path.relative(data, file)}:${line} ${rule}`);
  const left = readdirSync(path.join(folder, 'work')).filter((name) => name !== '.keep');
  return { checked, told, seen, left };
}

test('sound data is read and compared, and counted', async () => {
  const { checked, told, seen, left } = await check(sound);
  expect(told).toEqual([]);
  expect([checked.collections.genes.count, checked.collections.phages.count]).toEqual([3, 1]);
  const bytes = Object.values(sound).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  expect(seen.stages).toEqual([
    ['Reading', bytes, 'bytes'],
    ['Comparing', 4, 'records'],
  ]);
  expect(seen.stages.map(([name]) => name)).toEqual(checkStages.map(([name]) => name));
  expect(seen.advanced).toBe(bytes + 4);
  // No later command reads what is left there, so only runs are.
  expect(left.filter((name) => !name.endsWith('.run'))).toEqual([]);
});

describe('all that a build finds is found:', () => {
  const { 'data/genes/b.ndjson': _, ...others } = sound;
  const cases: [string, Readonly<Record<string, string>>, NameOptions, string][] = [
    ['faults of a record', { 'data/genes/b.ndjson': '{}\n' }, {}, 'genes/b.ndjson:1 schema'],
    ['files that are not read', { 'data/genes/b.txt': '' }, {}, 'genes/b.txt:0 source-unread'],
    [
      'keys that repeat in other files',
      { 'data/genes/b.ndjson': asLines([gene(2)]) },
      {},
      'genes/b.ndjson:1 gene-id-unique',
    ],
    [
      'names that a host cannot serve',
      { 'data/phages/b.ndjson': asLines([tinyPhage('CVS')]) },
      { hosts: ['vercel'] },
      'phages/b.ndjson:1 host-name',
    ],
    [
      'other names that two phages have',
      { 'data/phages/b.ndjson': asLines([tinyPhage('Vexmoor', { old_names: 'quillon' })]) },
      { phageAliases: true },
      'phages/b.ndjson:1 phage-alias',
    ],
  ];
  test.each(cases)('%s', async (_what, files, options, finding) => {
    const { told } = await check({ ...others, ...files }, options);
    expect(told).toEqual([finding]);
  });
});

test('names are asked of the hosts of the site alone', async () => {
  const files = {
    ...sound,
    'data/phages/b.ndjson': asLines([tinyPhage('CVS', { old_names: 'quillon' })]),
  };
  expect((await check(files)).told).toEqual([]);
});

test('a check that fails ends its progress', async () => {
  const { progress, seen } = watchedProgress();
  const folder = tempFolder(sound);
  const checking = checkIn(folder, 'gone', progress);
  await expect(checking).rejects.toThrow('ENOENT');
  expect(seen.stages.map(([name]) => name)).toEqual(['Reading']);
  expect(seen.ended).toBe(1);
});

test('all keys are compared: what repeats is added to what was found, and nothing to the disk', async () => {
  const { intake, folder } = await intakeOf({
    'genes/a.ndjson': asLines([gene(1), gene(2)]),
    'genes/b.json': JSON.stringify(gene(1)),
    'phages/a.ndjson': asLines([tinyPhage('Quillon')]),
  });
  expect(intake.findings.hasErrors()).toBe(false);
  const before = hashesOf(bytesBelow(folder));
  const { progress, seen } = watchedProgress();
  // As after a build since which no record changed.
  const genes = { ...intake.collections.genes, changedKeys: [] };
  const unchanged = { ...intake, collections: { ...intake.collections, genes } };
  await compareKeys(unchanged, inProcessWorkers, progress);
  expect(intake.findings.report().errorsByRule).toEqual(new Map([['gene-id-unique', 1]]));
  expect(hashesOf(bytesBelow(folder))).toEqual(before);
  expect(seen).toEqual({ stages: [['Comparing', 4, 'records']], advanced: 4, ended: 1 });
});
