import { hash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { writeSample } from '../../../src/project/writeSample.ts';
import { tempFolder } from '../sources/tempFolder.ts';
import { readHashLines } from '../../../src/text/hashLines.ts';

const { signal } = new AbortController();
const committed = join(import.meta.dirname, '../../../data');
let out: string;

beforeEach(() => void (out = tempFolder()));

test('data/ is what the command makes, byte for byte, and nothing else', async () => {
  const written = await writeSample(out, { genes: 2000, seed: 1 }, signal);
  const made = filesIn(out);
  expect([...filesIn(committed).keys()]).toEqual([...made.keys()]);
  expect(filesIn(committed)).toEqual(made);
  expect(written).toEqual({ genes: 2000, phages: 24, files: made.size, bytes: bytesOf(made) });
  expect(written.bytes).toBeLessThan(1_500_000);
});

test('a small sample has sources of every form', async () => {
  await writeSample(out, { genes: 2000, seed: 1 }, signal);
  const files = filesIn(out);
  const count = (form: RegExp) => [...files.keys()].filter((path) => form.test(path)).length;
  const counts = [/^genes\/.*\.ndjson$/, /\.jsonl$/, /^phages\//].map(count);
  expect(counts).toEqual([23, 1, 22]);
  const page = { count: 2, next: null, previous: null, results: [{}, {}] };
  expect(JSON.parse(files.get('phages/more/array.json')!)).toHaveLength(2);
  expect(JSON.parse(files.get('phages/more/page.json')!)).toMatchObject(page);
  // Genes are lines of compact JSON, each with a line end.
  const [text = ''] = [...filesIn(join(out, 'genes')).values()];
  expect(text.endsWith('\n')).toBe(true);
  for (const line of text.trimEnd().split('\n'))
    expect(JSON.stringify(JSON.parse(line))).toBe(line);
});

test('a sample of one gene is a sample', async () => {
  expect(await writeSample(out, { genes: 1, seed: 1 }, signal)).toMatchObject({
    phages: 1,
    files: 3,
  });
});

test('a large sample is written in parts, no phage across two of them', async () => {
  const written = await writeSample(out, { genes: 52_000, seed: 2 }, signal);
  const files = filesIn(out);
  const names = [1, 2].map((part) => `genes/part-000${part}.ndjson`);
  expect([...files.keys()]).toEqual(['README.md', ...names, 'phages/part-0001.ndjson']);
  expect(written).toMatchObject({ files: 4, bytes: bytesOf(files) });
  const parts = names.map((name) => files.get(name)!);
  const all = parts.flatMap((text) => [...new Set(text.match(/^\{"GeneID":"[^_]+/gm))]);
  expect(new Set(all).size).toBe(all.length);
  expect(all).toHaveLength(written.phages);
  const lines = parts.map((text) => text.split('\n').length - 1);
  expect(Math.max(...lines)).toBeLessThanOrEqual(50_000);
  expect(lines.reduce((sum, count) => sum + count)).toBe(52_000);
});

describe('a folder that is not empty', () => {
  test('is refused, and left as it is, when it holds no sample', async () => {
    writeFileSync(join(out, 'README.md'), '# My phages\n');
    await mkdir(join(out, 'genes'));
    await expect(writeSample(out, { genes: 10, seed: 1 }, signal)).rejects.toThrow(
      `${out} is not empty and does not hold a sample.`,
    );
    expect(readdirSync(out)).toEqual(['README.md', 'genes']);
    expect(readFileSync(join(out, 'README.md'), 'utf8')).toBe('# My phages\n');
  });

  test('is written to when it holds a sample: all of that goes, and nothing else', async () => {
    await writeSample(out, { genes: 400, seed: 1 }, signal);
    writeFileSync(join(out, 'notes.txt'), 'mine');
    writeFileSync(join(out, 'genes/.DS_Store'), 'litter');
    await writeSample(out, { genes: 5, seed: 2 }, signal);
    const files = filesIn(out);
    expect(files.size).toBe(5);
    expect(files.get('notes.txt')).toBe('mine');
    expect(files.get('README.md')).toContain('--genes 5 --seed 2');
    expect(readdirSync(join(out, 'phages'))).toHaveLength(1);
  });

  const trouble: [what: string, make: (out: string) => void, named: string][] = [
    [
      'a file was added among the records',
      (folder) => writeFileSync(join(folder, 'genes/mine.ndjson'), '{}\n'),
      'genes/mine.ndjson',
    ],
    [
      'a folder was added with files in it',
      (folder) => {
        mkdirSync(join(folder, 'phages/mine'));
        for (const name of 'abcde') writeFileSync(join(folder, 'phages/mine', name), '');
      },
      'phages/mine/a, phages/mine/b, phages/mine/c and 2 more',
    ],
    [
      'a record was edited',
      (folder) => writeFileSync(join(folder, 'phages/more/page.json'), '{}\n'),
      'phages/more/page.json',
    ],
    [
      'a folder of records was replaced by a link to a folder',
      (folder) => {
        rmSync(join(folder, 'genes'), { recursive: true });
        mkdirSync(join(folder, 'elsewhere'));
        symlinkSync(join(folder, 'elsewhere'), join(folder, 'genes'));
      },
      'genes',
    ],
  ];

  test.each(trouble)('is refused, and left as it is, when %s', async (_, make, named) => {
    await writeSample(out, { genes: 400, seed: 1 }, signal);
    make(out);
    const before = namesIn(out);
    await expect(writeSample(out, { genes: 5, seed: 2 }, signal)).rejects.toThrow(
      `${out} holds what was added or changed since its sample was made: ${named}.`,
    );
    expect(namesIn(out)).toEqual(before);
  });

  test('is refused when the README of its sample was edited', async () => {
    await writeSample(out, { genes: 5, seed: 1 }, signal);
    const readme = join(out, 'README.md');
    const edited = readFileSync(readme, 'utf8').replace('synthetic', 'mine');
    writeFileSync(readme, edited);
    const again = writeSample(out, { genes: 5, seed: 1 }, signal);
    await expect(again).rejects.toThrow('does not hold a sample');
    expect(readFileSync(readme, 'utf8')).toBe(edited);
  });

  test('is written to when its sample was cut short between the old files and the new', async () => {
    await writeSample(out, { genes: 400, seed: 1 }, signal);
    const old = filesIn(out);
    await writeSample(out, { genes: 400, seed: 2 }, signal);
    const [made] = [...filesIn(join(out, 'genes'))];
    const hashes = [...old.get('README.md')!.matchAll(/^[0-9a-f]{64} .*$/gm)].join('\n');
    addHashes(join(out, 'README.md'), hashes);
    for (const path of old.keys()) {
      if (!path.endsWith('.md')) writeFileSync(join(out, path), old.get(path)!);
    }
    mkdirSync(join(out, '.phagepress-sample/genes'), { recursive: true });
    writeFileSync(join(out, '.phagepress-sample/genes/part-0001.ndjson'), '{"cut');
    await writeSample(out, { genes: 5, seed: 3 }, signal);
    expect([...filesIn(out).keys()].filter((path) => path === `genes/${made![0]}`)).toEqual([]);
    expect(filesIn(out).size).toBe(3);
  });

  test('loses nothing outside it where its README names files there', async () => {
    await writeSample(join(out, 'sample'), { genes: 5, seed: 1 }, signal);
    writeFileSync(join(out, 'mine.txt'), 'mine');
    addHashes(join(out, 'sample/README.md'), `${hash('sha256', 'mine')}  ../mine.txt`);
    await writeSample(join(out, 'sample'), { genes: 5, seed: 2 }, signal);
    expect(readFileSync(join(out, 'mine.txt'), 'utf8')).toBe('mine');
  });
});

test('the hashes in the README of a sample are those of its files', async () => {
  await writeSample(out, { genes: 400, seed: 1 }, signal);
  const files = filesIn(out);
  const told = readHashLines(files.get('README.md')!);
  expect(told.map(({ path }) => path)).toEqual([...files.keys()].filter((f) => f !== 'README.md'));
  for (const { path, sha256 } of told) expect(hash('sha256', files.get(path)!)).toBe(sha256);
});

/** Adds lines to the hashes in the README of a sample, as if its program had. */
function addHashes(file: string, lines: string): void {
  const readme = readFileSync(file, 'utf8');
  const text = readme.slice(0, readme.indexOf('This file')).replace('```text', `$&\n${lines}`);
  writeFileSync(file, `${text}This file, up to here: ${hash('sha256', text)}\n`);
}

function namesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true }).map(String).toSorted();
}

/** Relative path to text, in the order of the paths. */
function filesIn(folder: string): Map<string, string> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  return new Map(
    paths.toSorted().map((path) => [path, readFileSync(join(folder, path), 'utf8')] as const),
  );
}

function bytesOf(files: ReadonlyMap<string, string>): number {
  return [...files.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

test('a sample that is interrupted leaves nothing', async () => {
  const interrupted = AbortSignal.abort(new Error('enough'));
  await expect(writeSample(out, { genes: 20_000, seed: 1 }, interrupted)).rejects.toThrow('enough');
  expect(readdirSync(out)).toEqual([]);
});
