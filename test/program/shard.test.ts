/** The steps of a build in shares as commands: what they print, and what they say of bad input. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tinyData } from '../integration/tinyData.ts';
import { tempFolder } from '../unit/sources/tempFolder.ts';
import { runInProcess } from './runProgram.ts';

const planIn = (folder: string, ...more: readonly string[]) => [
  'shard',
  'plan',
  folder,
  '--shards',
  '2',
  ...more,
];
const planOf = (...more: readonly string[]) => planIn('plan', ...more);
const stepsOf = (shards: readonly number[]) =>
  ['genomes', 'sort', 'render', 'derive'].flatMap((step) =>
    shards.map((share) => ['shard', step, 'plan', String(share)]),
  );

test('each step says what it did, and the last publishes what one build does', async () => {
  const cwd = tempFolder(tinyData);
  const run = (...args: readonly string[]) => runInProcess(args, { cwd });
  const planned = await run(...planOf('--no-pages'));
  expect(planned).toMatchObject({ status: 0, stderr: '' });
  expect(planned.stdout)
    .toBe(`Planned in plan. Each step is run for all shares, from 1 to 2, before the next:
  phagepress shard genomes plan <share>
  phagepress shard sort plan <share>
  phagepress shard render plan <share>
  phagepress shard derive plan <share>
  phagepress shard join plan
To have them run: snakemake --snakefile plan/Snakefile --profile plan/local (or slurm),
or sh plan/array.sh with Slurm alone.
`);
  // An edited workflow stays, where the same is planned again.
  writeFileSync(path.join(cwd, 'plan/array.sh'), '# mine');
  expect(await run(...planOf('--no-pages'))).toMatchObject({ status: 0 });
  expect(readFileSync(path.join(cwd, 'plan/array.sh'), 'utf8')).toBe('# mine');
  const said: string[] = [];
  for (const step of stepsOf([1, 2])) said.push((await run(...step)).stdout);
  expect(said[3]).toMatch(/^Step sort, share 2 of 2: 1 of 2 bundles in \d+\.\d s\.\n$/);
  expect(said[4]).toMatch(/^Step render, share 1 of 2: 1 of 2 parts in \d+\.\d s\.\n$/);
  const joined = await run('shard', 'join', 'plan');
  expect(joined).toMatchObject({ status: 0 });
  expect(joined.stdout).toContain('7 genes');
  expect(await run('build', '--no-pages', '--out', 'once')).toMatchObject({ status: 0 });
  const releaseOf = (out: string) => readFileSync(path.join(cwd, out, 'release.json'), 'utf8');
  expect(releaseOf('dist')).toBe(releaseOf('once'));
});

test('errors in the data are told by the steps after the first, and nothing is published', async () => {
  const cwd = tempFolder({ ...tinyData, 'data/genes/bad.json': '{"GeneID":1}' });
  const run = (...args: readonly string[]) => runInProcess(args, { cwd });
  await run(...planOf());
  const codes: (number | null)[] = [];
  for (const step of stepsOf([1, 2])) codes.push((await run(...step)).status);
  expect(codes).toEqual([0, 0, 0, 0, 1, 1, 1, 1]);
  const joined = await run('shard', 'join', 'plan');
  expect(joined.status).toBe(1);
  expect(joined.stderr).toContain('data/genes/bad.json');
  expect(existsSync(path.join(cwd, 'dist'))).toBe(false);
});

test('a plan names all that its steps read by absolute paths', async () => {
  const cwd = tempFolder({ ...tinyData, 'own/CNAME': '' });
  await runInProcess(planOf('--static', 'own', '--sign', 'release.key'), { cwd });
  const { config } = JSON.parse(readFileSync(path.join(cwd, 'plan/plan.json'), 'utf8'));
  const { data, out, static: own, sign } = config;
  const names = ['data', 'dist', 'own', 'release.key'];
  expect([data, out, own, sign]).toEqual(names.map((name) => path.join(cwd, name)));
});

test.each([
  [['shard', 'sort', 'plan', '3'], 'The plan in plan has 2 shares.', 2],
  [['shard', 'sort', 'plan', '0'], 'Expected an integer from 1 to 10000.', 2],
  [['shard', 'sort', 'elsewhere', '1'], 'elsewhere holds no plan of a build in shares.', 2],
  [['shard', 'render', 'plan', '1'], 'The result of share 1 of the step genomes is missing.', 1],
  [['shard', 'join', 'plan'], 'is missing.', 1],
  [planOf('--base-url', 'https://other.example'), 'plan holds another plan.', 2],
  [['shard', 'join', 'my plan'], "Run phagepress shard genomes 'my plan' 1.", 1],
  [planIn('own'), 'own holds other files.', 2],
  [planIn('data/genes/plan'), 'The plan (data/genes/plan) and the sources overlap.', 2],
  [planIn('dist/plan'), 'The plan (dist/plan) and the site overlap.', 2],
  [planIn('own/plan', '--static', 'own'), 'and the files of your own overlap.', 2],
  [['shard', 'plan', 'new'], "required option '--shards <n>' not specified", 2],
  [
    ['shard', 'plan', 'new', '--shards', '2', '--host', 'netlify'],
    'The site is for netlify, but',
    2,
  ],
])('%j: %s', async (args, message, status) => {
  const cwd = tempFolder({
    ...tinyData,
    'data/genomes/a.fasta': '>Quillon\nACGT\n',
    'own/CNAME': '',
  });
  for (const plan of ['plan', 'my plan']) await runInProcess(planIn(plan), { cwd });
  const result = await runInProcess(args, { cwd });
  expect(result.stderr).toContain(message);
  expect(result.status).toBe(status);
  expect(existsSync(path.join(cwd, 'dist'))).toBe(false);
});
