/** The rooms of src/: what the table in `.oxlint.mjs` does not know may import nothing, and no rooms import each other. */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bulkNames } from '../../src/contract/bulkFiles.ts';
import { collectionNames } from '../../src/contract/collectionName.ts';

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
    ['cli.ts', 'runProgram.ts'],
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

describe('the table', () => {
  test('names each folder, root file and command of src/, and nothing else', async () => {
    const patterns = (await roomsOfTable()).map(({ pattern }) => pattern);
    const isKnown = (file: string) => patterns.some((pattern) => asRegExp(pattern).test(file));
    expect(files.filter((file) => !isKnown(file))).toEqual([]);
    const isUsed = (pattern: RegExp) => files.some((file) => pattern.test(file));
    expect(patterns.filter((pattern) => !isUsed(asRegExp(pattern)))).toEqual([]);
  });

  test('allows nothing that no file imports', async () => {
    const unused = (await roomsOfTable()).flatMap(({ pattern, arrows }) => {
      const room = files.filter((file) => asRegExp(pattern).test(file));
      const isFollowed = (arrow: string) =>
        room.flatMap(importsOf).some((other) => asRegExp(arrow).test(other));
      // All runtimes share their arrows, and no kind of runtime follows each.
      if (/(?:runtime|function)\.ts$/.test(pattern)) return [];
      return arrows.filter((arrow) => !isFollowed(arrow)).map((arrow) => `${pattern}: ${arrow}`);
    });
    expect(unused).toEqual([]);
  });
});

test('no rooms import each other, not even when it is needed or by way of others', () => {
  const roomOf = (file: string) => file.split('/')[1];
  const arrows = files.flatMap((file) =>
    importsOf(file).map((other) => [roomOf(file), roomOf(path.join(path.dirname(file), other))]),
  );
  let left = arrows.filter(([from, to]) => from !== to);
  for (let before = -1; before !== left.length;) {
    before = left.length;
    const importing = new Set(left.map(([from]) => from));
    const imported = new Set(left.map(([, to]) => to));
    left = left.filter(([from, to]) => imported.has(from) && importing.has(to));
  }
  expect(new Set(left.map(([from, to]) => `${from} imports ${to}`))).toEqual(new Set());
});

test('only src/collections/ and the pages for people branch on the name of a collection', () => {
  // A name that is also a value of `--bulk` may be that.
  const names = collectionNames.filter((name) => !bulkNames.some((bulk) => bulk === name));
  const branch = new RegExp(`[!=]== '(?:${names.join('|')})'`);
  const others = files.filter((file) => !/^src\/(?:collections|web)\//.test(file));
  const isBranching = (file: string) => branch.test(readFileSync(path.join(root, file), 'utf8'));
  expect(others.filter(isBranching)).toEqual([]);
});

test('unit tests lie in folders that are named after those of src/', () => {
  const folders = readdirSync(path.join(root, 'test/unit'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => `src/${path.dirname(file)}`);
  expect(folders.filter((room) => !existsSync(path.join(root, room)))).toEqual([]);
});

/** The files of src/. */
const files = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => `src/${file}`);

/** The files that a file of src/ imports, relative to its folder. */
function importsOf(file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  return [...text.matchAll(/\b(?:from |import\()'(\.[^']+)'/g)].map(([, other]) => other!);
}

/** The files of each room, and what they may import, as patterns. */
async function roomsOfTable(): Promise<{ pattern: string; arrows: string[] }[]> {
  const { default: config } = (await import(
    pathToFileURL(path.join(root, '.oxlint.mjs')).href
  )) as { default: { overrides: readonly Override[] } };
  return config.overrides.flatMap(({ files: [pattern = ''], rules }) => {
    const isRoom = pattern.startsWith('src/') && !['src/*/**', 'src/*.ts'].includes(pattern);
    const [, limits] = rules['no-restricted-imports'] ?? [];
    const group = limits?.patterns[0]?.group ?? [];
    const arrows = group.flatMap((glob) => (glob.startsWith('!') ? [glob.slice(1)] : []));
    return isRoom ? [{ pattern, arrows }] : [];
  });
}

interface Override {
  readonly files: readonly string[];
  readonly rules: {
    readonly 'no-restricted-imports'?: readonly [
      'error',
      { readonly patterns: readonly { readonly group?: readonly string[] }[] },
    ];
  };
}

/**
 * Of a pattern as the table has them: `*` stands for one segment, or a part of it; `**` for all that follows; `{a,b}`
 * for one of these.
 */
function asRegExp(pattern: string): RegExp {
  const text = pattern
    .replaceAll('.', '\\.')
    .replaceAll(/\*+/g, (stars) => (stars === '*' ? '[^/]*' : '.*'));
  const alternatives = (_: string, list: string) => `(?:${list.replaceAll(',', '|')})`;
  return new RegExp(`^${text.replaceAll(/\{([^}]*)\}/g, alternatives)}$`);
}
