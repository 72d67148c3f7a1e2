/** The rooms of src/ in `.oxlint.mjs` fail closed: what the table does not know may import nothing. */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../..');
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'phagepress-rooms-'));
  copyFileSync(path.join(root, '.oxlint.mjs'), path.join(folder, '.oxlint.mjs'));
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const exported = (specifier: string) => `export { one as two } from '${specifier}';`;
const loaded = (specifier: string) => `export const two = () => import('${specifier}');`;

/** Whether a file of `src/` may import another. */
function mayImport(file: string, other: string, importing = exported): boolean {
  const imported = path.join(folder, 'src', other);
  mkdirSync(path.dirname(imported), { recursive: true });
  writeFileSync(imported, '/** One. */\nexport const one = 1;\n');
  const relative = path.relative(path.dirname(path.join(folder, 'src', file)), imported);
  return isFine(file, importing(relative.startsWith('.') ? relative : `./${relative}`));
}

/** Whether a file of `src/` may hold this import. */
function isFine(file: string, statement: string): boolean {
  const importer = path.join(folder, 'src', file);
  mkdirSync(path.dirname(importer), { recursive: true });
  writeFileSync(importer, `/** Two. */\n${statement}\n`);
  const args = ['-c', '.oxlint.mjs', '--format', 'json', importer];
  const { stdout } = spawnSync(path.join(root, 'node_modules/.bin/oxlint'), args, {
    cwd: folder,
    encoding: 'utf8',
  });
  rmSync(path.join(folder, 'src'), { recursive: true });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string }[] };
  const codes = diagnostics.map(({ code }) => code);
  expect(codes.filter((code) => code !== 'eslint(no-restricted-imports)')).toEqual([]);
  return codes.length === 0;
}

describe('an import', () => {
  test.each([
    ['text/a.ts', 'text/b.ts'],
    ['views/a.ts', 'contract/b.ts'],
    ['hosts/edge/a.ts', 'contract/b.ts'],
    ['hosts/nginx/preset.ts', 'hosts/host.ts'],
    ['hosts/netlify/runtime.ts', 'hosts/edge/b.ts'],
    ['hosts/netlify/runtime.ts', 'contract/b.ts'],
    ['hosts/netlify/runtime.ts', 'serving/b.ts'],
    ['verifying/table/a.ts', 'verifying/report/b.ts'],
    ['verifying/table/a.ts', 'contract/b.ts'],
    ['verifying/service/a.ts', 'failure.ts'],
    ['collections/genes/a.ts', 'collections/b.ts'],
    ['collections/genes/a.ts', 'pages/b.ts'],
    ['commands/buildOnce.ts', 'build/a.ts'],
    ['cli.ts', 'program.ts'],
    ['importing/annotations/a.ts', 'importing/genbank/b.ts'],
  ])('of src/%s from src/%s follows an arrow', (file, other) => {
    expect(mayImport(file, other)).toBe(true);
  });

  test.each([
    ['against an arrow', 'contract/a.ts', 'text/b.ts'],
    ['against an arrow', 'text/a.ts', 'failure.ts'],
    ['against an arrow', 'build/a.ts', 'commands/build.ts'],
    ['against an arrow within a room', 'verifying/table/a.ts', 'verifying/service/b.ts'],
    ['against an arrow of an inner room', 'verifying/table/a.ts', 'workers/b.ts'],
    ['by an inner room of what its outer room may', 'hosts/edge/a.ts', 'text/b.ts'],
    ['of a host from another', 'hosts/nginx/preset.ts', 'hosts/caddy/rules.ts'],
    ['by a host of more than hosts may', 'hosts/nginx/preset.ts', 'views/b.ts'],
    ['by what the edge runs, of what a machine has', 'serving/a.ts', 'failure.ts'],
    ['by a runtime of what a preset may', 'hosts/netlify/runtime.ts', 'text/b.ts'],
    ['by a runtime of what hosts share', 'hosts/netlify/runtime.ts', 'hosts/host.ts'],
    ['by a collection of what its room may not', 'collections/genes/a.ts', 'validation/b.ts'],
    ['by a command of what another may', 'commands/sample.ts', 'build/a.ts'],
    ['by a folder that nobody knows', 'strange/a.ts', 'text/b.ts'],
    ['by a folder in a room that nobody knows', 'views/inner/a.ts', 'contract/b.ts'],
    ['by a folder of an importer that nobody knows', 'importing/strange/a.ts', 'contract/b.ts'],
    ['by a folder of a collection that nobody knows', 'collections/strange/a.ts', 'text/b.ts'],
    ['of an importer by a collection', 'collections/phams/a.ts', 'importing/genbank/b.ts'],
    ['of a folder that nobody knows', 'build/a.ts', 'strange/b.ts'],
    ['by a root file that nobody knows', 'extra.ts', 'text/b.ts'],
    ['of a root file that nobody knows', 'cli.ts', 'extra.ts'],
    ['by a command that nobody knows', 'commands/strange.ts', 'text/b.ts'],
  ])('%s is an error: src/%s from src/%s', (_, file, other) => {
    expect(mayImport(file, other)).toBe(false);
  });

  test('when it is needed follows the same arrows', () => {
    expect(mayImport('commands/buildOnce.ts', 'build/a.ts', loaded)).toBe(true);
    expect(mayImport('contract/a.ts', 'text/b.ts', loaded)).toBe(false);
  });

  test.each(['contract', 'serving', 'hosts/edge'])('of a package is an error in src/%s', (room) => {
    for (const name of ['ajv', '@gmod/gff', 'node:path', 'fs']) {
      expect(isFine(`${room}/a.ts`, exported(name)), name).toBe(false);
      expect(isFine(`${room}/a.ts`, loaded(name)), name).toBe(false);
    }
  });

  test('of a package is an error in a runtime, and none where programs run', () => {
    expect(isFine('hosts/netlify/runtime.ts', exported('ajv'))).toBe(false);
    expect(isFine('validation/a.ts', exported('ajv'))).toBe(true);
  });
});

test('the table names each folder, root file and command of src/, and nothing else', async () => {
  const { default: config } = (await import(
    pathToFileURL(path.join(root, '.oxlint.mjs')).href
  )) as { default: { overrides: readonly { files: readonly string[] }[] } };
  const known = config.overrides
    .flatMap(({ files }) => files)
    .filter((pattern) => pattern.startsWith('src/') && !['src/*/**', 'src/*.ts'].includes(pattern))
    .map((pattern) => [pattern, asRegExp(pattern)] as const);
  const files = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => `src/${file}`);
  const isKnown = (file: string) => known.some(([, pattern]) => pattern.test(file));
  expect(files.filter((file) => !isKnown(file))).toEqual([]);
  const isUsed = (pattern: RegExp) => files.some((file) => pattern.test(file));
  expect(known.filter(([, pattern]) => !isUsed(pattern)).map(([glob]) => glob)).toEqual([]);
});

/** Of a pattern as the table has them: `*` stands for one segment, or a part of it; `{a,b}` for one of these. */
function asRegExp(pattern: string): RegExp {
  const text = pattern.replaceAll('.', '\\.').replaceAll('*', '[^/]*');
  const alternatives = (_: string, list: string) => `(?:${list.replaceAll(',', '|')})`;
  return new RegExp(`^${text.replaceAll(/\{([^}]*)\}/g, alternatives)}$`);
}
