/** From files to a site: that layouts do not matter, and that options do what they say. */
import { mkdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CliResult } from '../integration/runCli.ts';
import { runInProcess, runWellInProcess } from './runProgram.ts';
import { asLines, tinyData, tinyGene, tinyPhage } from '../integration/tinyData.ts';
import {
  differences,
  inWorkFolder,
  readTree,
  snapshot,
  writeFiles,
} from '../integration/workFolder.ts';

type Files = Readonly<Record<string, string | Uint8Array>>;

/** Runs the program on these files; gives all that lies in the folder afterwards, and what it said. */
function runOn(files: Files, command: string) {
  return inWorkFolder(async (cwd) => {
    await writeFiles(cwd, files);
    const result = await runInProcess(command.split(' '), { cwd });
    return { ...result, tree: await readTree(cwd) };
  });
}

/** As `runOn`; gives the files of the site, which must have been built. */
async function buildFrom(files: Files, command = 'build') {
  const { status, stderr, tree } = await runOn(files, command);
  expect(status, stderr).toBe(0);
  return filesBelow(tree, 'dist/');
}

function filesBelow(tree: Readonly<Record<string, string>>, folder: string) {
  const inside = Object.entries(tree).filter(([file]) => file.startsWith(folder));
  return Object.fromEntries(inside.map(([file, content]) => [file.slice(folder.length), content]));
}

const genes = ['Quillon', 'Vexmoor'].flatMap((phage) =>
  [1, 2, 3, 10].map((n) => tinyGene(phage, n)),
);
const phages = ['Quillon', 'Vexmoor', 'Éclair'].map((name) => tinyPhage(name));

describe.concurrent('the same records give byte for byte the same site', () => {
  const plain: Files = {
    'data/genes/all.ndjson': asLines(genes),
    'data/phages/all.ndjson': asLines(phages),
  };

  test('with their keys in another order', async () => {
    const site = await buildFrom({
      'data/genes/all.jsonl': asLines(genes.map(withKeysReversed)),
      'data/phages/all.jsonl': asLines(phages.map(withKeysReversed)),
    });
    expect(differences(await buildFrom(plain), site)).toEqual([]);
  });

  test('built again over the site that is there', async () => {
    await inWorkFolder(async (cwd) => {
      await writeFiles(cwd, tinyData);
      await runWellInProcess(['build'], { cwd });
      const site = path.join(cwd, 'dist');
      const first = await readTree(site);
      await runWellInProcess(['build'], { cwd });
      expect(differences(first, await readTree(site))).toEqual([]);
    });
  });

  function withKeysReversed(value: unknown): object {
    const entries = Object.entries(value as object).toReversed();
    return Object.fromEntries(
      entries.map(([key, member]) => [
        key,
        typeof member === 'object' && member !== null && !Array.isArray(member)
          ? withKeysReversed(member)
          : member,
      ]),
    );
  }
});

describe.concurrent('what is no source', () => {
  test('is passed over and named: other files, and links that lead out of the data folder', async () => {
    await inWorkFolder(async (cwd) => {
      await writeFiles(cwd, {
        ...tinyData,
        'data/genes/notes.txt': 'no records',
        'data/README.md': 'no records',
        'other/genes/b.ndjson': 'no records',
        'data/genes/inside/a.ndjson': asLines([tinyGene('Quillon', 5)]),
      });
      await symlink('../../other/genes', path.join(cwd, 'data/genes/outside'));
      await symlink('inside/a.ndjson', path.join(cwd, 'data/genes/link-to-a.ndjson'));
      const checked = await runInProcess(['check', '--quiet'], { cwd });
      expect(checked).toMatchObject({ status: 0, stdout: '' });
      const notes = /^data\/genes\/notes\.txt: warning: .* \[source-unread\]\n {2}hint: .*\n/;
      const outside = /data\/genes\/outside: warning: .* \[source-link\]\n {2}hint: .*\n/;
      const other = /data\/[^\n]*/;
      expect(checked.stderr.replace(notes, '').replace(outside, '')).not.toMatch(other);

      const strict = ['--deny', 'source-unread', '--deny', 'source-link'];
      const denied = await runInProcess(['check', '--quiet', ...strict], { cwd });
      expect(denied).toMatchObject({ status: 1, stdout: '' });
      expect(denied.stderr).toBe(checked.stderr.replaceAll('warning: ', ''));
    });
  });
});

describe.concurrent('the configuration file', () => {
  const settings = {
    $schema: './config.schema.json',
    data: 'records',
    out: 'site',
    baseUrl: 'https://Phages.example/v1/',
    pageSize: { genes: 2 },
    maxAge: 60,
    geneFiles: false,
    allow: ['gene-length'],
    quiet: true,
  };
  const files = {
    ...Object.fromEntries(
      Object.entries(tinyData).map(([file, text]) => [file.replace('data/', 'records/'), text]),
    ),
    'records/genes/long.ndjson': asLines([tinyGene('Quillon', 8, { Length: 99 })]),
  };
  const config = JSON.stringify(settings);
  const releaseOf = (tree: Readonly<Record<string, string>>, out: string) =>
    JSON.parse(tree[`${out}/release.json`] ?? 'null');

  test('decides what the command line leaves open', async () => {
    const { status, stdout, stderr, tree } = await runOn(
      { ...files, 'phagepress.config.json': config },
      'build',
    );
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
    expect(stderr).toContain('[gene-length]');
    expect(releaseOf(tree, 'site')).toMatchObject({
      base_url: 'https://phages.example/v1',
      links: 'query',
      max_age: 60,
      gene_files: false,
      collections: {
        genes: { count: 8, page_size: 2, pages: 4 },
        phages: { count: 2, page_size: 100, pages: 1 },
      },
    });
    expect(Object.keys(tree).filter((file) => file.includes('_CDS_'))).toEqual([]);
  });

  test('is found with --config, and its paths start where it lies', async () => {
    const inside = Object.entries(files).map(([file, text]) => [`conf/${file}`, text]);
    const { status, tree } = await runOn(
      { ...Object.fromEntries(inside), 'conf/mine.json': config },
      'build --config conf/mine.json',
    );
    expect(status).toBe(0);
    expect(releaseOf(tree, 'conf/site')).toMatchObject({ max_age: 60 });
  });
});

describe.concurrent('check', () => {
  test.each([
    ['good', tinyData],
    ['bad', { ...tinyData, 'data/genes/bad.ndjson': '{}\n' }],
  ])('writes nothing: %s data', async (name, files) => {
    await inWorkFolder(async (cwd) => {
      await writeFiles(cwd, files);
      await mkdir(path.join(cwd, 'dist'));
      const before = await snapshot(cwd);
      expect(await runInProcess(['check'], { cwd })).toMatchObject({
        status: name === 'bad' ? 1 : 0,
      });
      expect(differences(before, await snapshot(cwd))).toEqual([]);
    });
  });

  test('finds what a build finds', async () => {
    const files = { ...tinyData, 'data/genes/bad.ndjson': asLines([{}, tinyGene('Quillon', 1)]) };
    const [checked, built] = await Promise.all([runOn(files, 'check'), runOn(files, 'build')]);
    const said = ({ status, stderr }: CliResult) => ({ status, stderr });
    expect(checked.status).toBe(1);
    expect(said(checked)).toEqual(said(built));
  });
});

test.concurrent('a sample is data that can be published as it is', async () => {
  await inWorkFolder(async (cwd) => {
    await runWellInProcess(['sample', '--genes', '300', '--out', 'made'], { cwd });
    const { status, stderr } = await runInProcess(['build', '--data', 'made', '--quiet'], { cwd });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const page = JSON.parse(await readFile(path.join(cwd, 'dist/api/genes/index.json'), 'utf8'));
    expect(page.count).toBe(300);
  });
});
