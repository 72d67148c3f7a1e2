/** What a command loads before it needs it: starting is most of what a small run takes. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { runWell } from './runCli.ts';
import { tinyData } from './tinyData.ts';
import { sharedFolder, writeFiles } from './workFolder.ts';

const build = ['build', '--data', 'data', '--out', 'site', '--quiet'];

const folder = sharedFolder(async (cwd) => {
  await writeFiles(cwd, {
    ...tinyData,
    // Each thread says which packages it has loaded.
    'packages.cjs': `process.on('exit', () => {
      const { _cache } = require('node:module');
      const names = Object.keys(_cache).map((file) => /node_modules\\/([^/]+)/.exec(file)?.[1]);
      for (const name of new Set(names)) if (name) process._rawDebug('loaded ' + name);
    });`,
  });
  await runWell(build, { cwd });
});

/** The CommonJS packages that a run loads; most are. */
async function packagesOf(args: readonly string[]): Promise<string[]> {
  const cwd = folder();
  const NODE_OPTIONS = `--require ${path.join(cwd, 'packages.cjs')}`;
  const { stderr } = await runWell(args, { cwd, env: { NODE_OPTIONS } });
  return [...stderr.matchAll(/^loaded (.+)$/gm)].map(([, name]) => name ?? '').sort();
}

const parser = ['commander', 'fastest-levenshtein'];

test.each([['--help'], ['--version'], ['help', 'build']])(
  '%s %s loads the parser',
  async (...args) => {
    expect(await packagesOf(args)).toEqual(parser);
  },
);

test('a build with nothing to do starts no thread', async () => {
  const loaded = await packagesOf(build);
  expect(loaded).toContain('proper-lockfile');
  expect(loaded).not.toContain('piscina');
});

test('a check of data that is plain needs no schema and no bar', async () => {
  const loaded = await packagesOf(['check', '--data', 'data', '--quiet']);
  expect(loaded).toContain('piscina');
  expect(loaded).not.toContain('ajv');
  expect(loaded).not.toContain('cli-progress');
});
