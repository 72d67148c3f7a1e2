/** Where the tasks of a build run. */
import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { buildOnce } from '../../../src/commands/build.ts';
import { resolveConfig } from '../../../src/commands/config.ts';
import { tempFolder } from '../sources/tempFolder.ts';
import { silentTerminal } from './silentTerminal.ts';

test.each([
  ['of little data in this thread', {}, 0],
  ['in others while this one answers requests', { isServing: true }, 1],
])('%s', async (_, options, jobs) => {
  const folder = tempFolder({ 'data/genes/a.ndjson': '', 'data/phages/b.ndjson': '' });
  const config = await resolveConfig(
    { data: path.join(folder, 'data'), out: path.join(folder, 'dist'), jobs: 1 },
    undefined,
  );
  let threads = 0;
  const count = () => void threads++;
  process.on('worker', count);
  onTestFinished(() => void process.off('worker', count));
  await buildOnce(config, silentTerminal, options);
  expect(threads).toBe(jobs);
});

test('data that a killed import had moved aside is back before it is read', async () => {
  const folder = tempFolder({ '.data.phagepress-old/genes/a.json': '[]' });
  mkdirSync(path.join(folder, '.data.phagepress-old/phages'));
  const data = path.join(folder, 'data');
  const config = await resolveConfig({ data, out: path.join(folder, 'dist') }, undefined);
  await buildOnce(config, silentTerminal);
  expect(readdirSync(data)).toEqual(['genes', 'phages']);
});
