/** What a command loads before it needs it: starting is most of what a small run takes. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { runWell } from './runCli.ts';
import { asLines, tinyGene, tinyPhage } from './tinyData.ts';
import { sharedFolder, writeFiles } from './workFolder.ts';

const build = ['build', '--data', 'data', '--out', 'site', '--quiet'];

// Plain: what stands in a phage's lists are strings.
const phage = JSON.stringify(tinyPhage('Quillon', { verified_non_hosts: [] }), null, 2);
const genes = asLines([1, 2, 3].map((number) => tinyGene('Quillon', number)));
const data = { 'data/genes/Quillon.ndjson': genes, 'data/phages/Quillon.json': phage };
const folder = sharedFolder(async (cwd) => {
  await writeFiles(cwd, {
    ...data,
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
  expect(loaded).toContain('commander');
  expect(loaded).not.toContain('piscina');
});

test.each([
  ['check', '--data', 'data', '--quiet'],
  ['build', '--data', 'data', '--quiet', '--out', 'new'],
])('a %s of little data, plain if indented, needs no thread, schema or bar', async (...args) => {
  const loaded = await packagesOf(args);
  expect(loaded).toContain('commander');
  for (const name of ['piscina', 'ajv', 'cli-progress']) expect(loaded).not.toContain(name);
});

test('a build loads its code in few files', async () => {
  const cwd = folder();
  const NODE_V8_COVERAGE = path.join(cwd, 'coverage');
  await runWell(['build', '--data', 'data', '--quiet', '--out', 'few'], {
    cwd,
    env: { NODE_V8_COVERAGE },
  });
  const reports = await readdir(NODE_V8_COVERAGE);
  const texts = await Promise.all(
    reports.map((name) => readFile(path.join(NODE_V8_COVERAGE, name), 'utf8')),
  );
  const scripts = texts.flatMap(
    (text) => (JSON.parse(text) as { result: readonly { url: string }[] }).result,
  );
  const own = new Set(scripts.map(({ url }) => url).filter((url) => /\/lib\/[^/]+\.js$/.test(url)));
  // The entry, the program, the build, its tasks, and what of these is loaded when it is needed.
  const files = [...own].filter((url) => !url.includes('node_modules')).length;
  expect(files).toBeGreaterThan(3);
  expect(files).toBeLessThan(20);
});

const spaces = ' '.repeat(9 << 20);

test.each([
  ['much', { 'large/genes/Quillon.ndjson': `${spaces}\n${genes}` }],
  ['compressed', { 'packed/genes/Quillon.ndjson.gz': gzipSync(genes) }],
])('data that is %s gets threads', async (_, files) => {
  const [root] = Object.keys(files).map((file) => file.split('/')[0] ?? '');
  await writeFiles(folder(), { ...files, [`${root}/phages/Quillon.json`]: phage });
  expect(await packagesOf(['check', '--data', `${root}`, '--quiet'])).toContain('piscina');
});
