import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import fastGlob from 'fast-glob';
import { afterAll, beforeAll, expect, test } from 'vitest';

const repository = fileURLToPath(new URL('../../../', import.meta.url));
const built = join(repository, 'lib/hosts');
const names = fastGlob
  .sync('*{Runtime,Function}.ts', { cwd: join(repository, 'src/hosts') })
  .map((file) => file.replace(/ts$/, 'js'))
  .sort();

let fresh: string;

beforeAll(async () => {
  fresh = await mkdtemp(join(tmpdir(), 'phagepress-bundles-'));
  for (const [script, to] of [
    ['bundle:edge', `--outdir=${fresh}`],
    ['bundle:cloudfront', `--outfile=${fresh}/cloudfrontFunction.js`],
  ] as const) {
    const args = ['run', '--silent', script, '--', to, '--allow-overwrite'];
    await promisify(execFile)('npm', args, { cwd: repository });
  }
});

afterAll(() => rm(fresh, { recursive: true }));

test('there is a bundle for each runtime, and nothing else', async () => {
  const files = await readdir(fresh, { recursive: true });
  expect(files.filter((file) => file.endsWith('.js')).sort()).toEqual(names);
});

test.each(names)('%s is what the sources come to, the same text each time', async (name) => {
  const [was, is] = [
    await readFile(join(built, name), 'utf8'),
    await readFile(join(fresh, name), 'utf8'),
  ];
  expect(was, 'after a change of the sources: npm run build').toBe(is);
});

test.each(names)('%s imports nothing', async (name) => {
  const code = await readFile(join(fresh, name), 'utf8');
  expect(code).not.toMatch(/\bimport\b|\brequire\(|\bprocess\b|\bBuffer\b|\bnode:/);
  expect(code).toContain('Not found.');
});

test.each(names)('%s reads the site, and declares no constant of that name', async (name) => {
  const code = await readFile(join(fresh, name), 'utf8');
  expect(code).toMatch(/\bsite(?:\.prefix\b|\))/);
  expect(code).not.toMatch(/^(?:const|let|var) site\b/m);
});
