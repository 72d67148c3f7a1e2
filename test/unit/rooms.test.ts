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

const root = path.join(import.meta.dirname, '../..');

const followed = [
  ['text/a.ts', 'text/b.ts'],
  ['sinks/a.ts', 'contract/b.ts'],
  ['hosts/edge.ts', 'contract/b.ts'],
  ['hosts/nginx.ts', 'hosts/host.ts'],
  ['hosts/netlifyRuntime.ts', 'hosts/edge.ts'],
  ['hosts/netlifyRuntime.ts', 'contract/b.ts'],
  ['verifying/service/a.ts', 'verifying/b.ts'],
  ['verifying/a.ts', 'contract/b.ts'],
  ['verifying/service/a.ts', 'base/failure.ts'],
  ['records/genes.ts', 'sequences/b.ts'],
  ['commands/build.ts', 'pipeline/a.ts'],
  ['cli.ts', 'runProgram.ts'],
  ['importing/annotations/a.ts', 'importing/b.ts'],
] as const;

const refused = [
  ['against an arrow', 'contract/a.ts', 'records/b.ts'],
  ['against an arrow', 'text/a.ts', 'base/b.ts'],
  ['against an arrow', 'pipeline/b.ts', 'commands/build.ts'],
  ['by an outer room of an inner one', 'verifying/a.ts', 'verifying/service/b.ts'],
  ['against an arrow between inner rooms', 'verifying/service/a.ts', 'verifying/folder/b.ts'],
  ['against an arrow of an inner room', 'verifying/service/a.ts', 'sinks/b.ts'],
  ['by what runtimes share of what a preset may', 'hosts/edge.ts', 'text/b.ts'],
  ['by a host of more than hosts may', 'hosts/nginx.ts', 'sinks/b.ts'],
  ['by what the edge runs, of what a machine has', 'contract/a.ts', 'base/b.ts'],
  ['by a runtime of what a preset may', 'hosts/netlifyRuntime.ts', 'text/b.ts'],
  ['by a runtime of what presets share', 'hosts/netlifyRuntime.ts', 'hosts/host.ts'],
  ['by records of what makes pages', 'records/genes.ts', 'sinks/b.ts'],
  ['by a folder that nobody knows', 'strange/a.ts', 'text/b.ts'],
  ['by a folder in a room that nobody knows', 'sinks/inner/a.ts', 'contract/b.ts'],
  ['by a folder of an importer that nobody knows', 'importing/strange/a.ts', 'contract/b.ts'],
  ['of an importer by records', 'records/a.ts', 'importing/b.ts'],
  ['of a folder that nobody knows', 'pipeline/a.ts', 'strange/b.ts'],
  ['by a root file that nobody knows', 'extra.ts', 'text/b.ts'],
  ['of a root file that nobody knows', 'cli.ts', 'extra.ts'],
] as const;

type Importing = (specifier: string) => string;
const exported: Importing = (specifier) => `export { one } from '${specifier}';`;
const loaded: Importing = (specifier) => `export const load = () => import('${specifier}');`;

/** The import of a file of `src/` by another. */
function importOf(file: string, other: string, importing = exported) {
  const relative = path.posix.relative(path.posix.dirname(file), other);
  return [file, importing(relative.startsWith('.') ? relative : `./${relative}`)] as const;
}

/** Imports of files and packages, each with the file that has it. */
const imports: (readonly [what: string, isFine: boolean, file: string, statement: string])[] = [
  ...followed.map(([file, other]) => {
    return [`of ${other} follows an arrow`, true, ...importOf(file, other)] as const;
  }),
  ...refused.map(([what, file, other]) => [what, false, ...importOf(file, other)] as const),
  ['when it is needed', true, ...importOf('commands/build.ts', 'pipeline/a.ts', loaded)],
  ['when it is needed', false, ...importOf('contract/a.ts', 'base/b.ts', loaded)],
  ...['contract/a.ts', 'hosts/edge.ts'].flatMap((file) =>
    ['ajv', '@gmod/gff', 'node:path', 'fs'].flatMap((name) =>
      [exported, loaded].map((importing) => {
        return [`of ${name}`, false, file, importing(name)] as const;
      }),
    ),
  ),
  ['of a package by a runtime', false, 'hosts/netlifyRuntime.ts', exported('ajv')],
  ['of a package where programs run', true, 'records/a.ts', exported('ajv')],
];

interface Diagnostic {
  readonly code: string;
  readonly filename: string;
  readonly labels: readonly { readonly span: { readonly line: number } }[];
}

describe('an import', () => {
  /** Those that the lint reports, which is started once for all. */
  let reported: ReadonlySet<string>;
  let folder = '';
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'phagepress-rooms-'));
    const write = (file: string, text: string) => {
      mkdirSync(path.dirname(path.join(folder, 'src', file)), { recursive: true });
      writeFileSync(path.join(folder, 'src', file), text);
    };
    copyFileSync(path.join(root, '.oxlint.mjs'), path.join(folder, '.oxlint.mjs'));
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    for (const row of [...followed, ...refused])
      write(row.at(-1)!, '/** One. */\nexport const one = 1;\n');
    const statements = new Map<string, string[]>();
    for (const [, , file, statement] of imports)
      statements.set(file, [...(statements.get(file) ?? []), statement]);
    for (const [file, all] of statements) {
      // Each on a line, under a name of its own.
      const lines = all.map((one, at) =>
        one.replace('{ one }', `{ one as one${at} }`).replace('load', `load${at}`),
      );
      write(file, ['/** Two. */', ...lines, ''].join('\n'));
    }
    const { stdout } = spawnSync(
      path.join(root, 'node_modules/.bin/oxlint'),
      ['-c', '.oxlint.mjs', '--format', 'json', 'src'],
      { cwd: folder, encoding: 'utf8' },
    );
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
    const others = diagnostics.filter(({ code }) => code !== 'eslint(no-restricted-imports)');
    if (others.length > 0) throw new Error(JSON.stringify(others));
    reported = new Set(
      diagnostics.map(({ filename, labels: [label] }) => {
        const file = filename.replace(/^src\//, '');
        // Line 1 says what the file is.
        return `${file} ${statements.get(file)?.[label!.span.line - 2]}`;
      }),
    );
  });

  test.each(imports)('%s is fine: %s, in src/%s, %s', (_, isFine, file, statement) => {
    expect(reported.has(`${file} ${statement}`)).toBe(!isFine);
  });
});

test('the table names each folder and root file of src/, and nothing else', async () => {
  const patterns = (await roomsOfTable()).map(({ pattern }) => pattern);
  const isKnown = (file: string) => patterns.some((pattern) => asRegExp(pattern).test(file));
  expect(files.filter((file) => !isKnown(file))).toEqual([]);
  const isUsed = (pattern: RegExp) => files.some((file) => pattern.test(file));
  expect(patterns.filter((pattern) => !isUsed(asRegExp(pattern)))).toEqual([]);
});

test('the table allows nothing that no file imports', async () => {
  const unused = (await roomsOfTable()).flatMap(({ pattern, arrows }) => {
    const room = files.filter((file) => asRegExp(pattern).test(file));
    const isFollowed = (arrow: string) =>
      room.flatMap(importsOf).some((other) => asRegExp(arrow).test(other));
    // All runtimes share their arrows, and no kind of runtime follows each.
    if (/(?:Runtime|Function)\.ts$/.test(pattern)) return [];
    return arrows.filter((arrow) => !isFollowed(arrow)).map((arrow) => `${pattern}: ${arrow}`);
  });
  expect(unused).toEqual([]);
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
