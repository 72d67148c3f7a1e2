import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeSample } from '../../../src/sampling/writeSample.ts';

const committed = join(import.meta.dirname, '../../../data');
let out: string;

beforeEach(() => {
  out = mkdtempSync(join(tmpdir(), 'phagepress-sample-'));
});

afterEach(() => {
  rmSync(out, { recursive: true });
});

test('data/ is what the command makes, byte for byte, and nothing else', async () => {
  const written = writeSample(out, { genes: 2000, seed: 1 });
  const made = filesIn(out);
  expect([...filesIn(committed).keys()]).toEqual([...made.keys()]);
  expect(filesIn(committed)).toEqual(made);
  expect(written).toEqual({ genes: 2000, phages: 24, files: made.size, bytes: bytesOf(made) });
  expect(written.bytes).toBeLessThan(1_500_000);
});

test('a small sample has sources of every form', async () => {
  writeSample(out, { genes: 2000, seed: 1 });
  const files = filesIn(out);
  const paths = [...files.keys()];
  expect(
    paths.filter((path) => path.startsWith('genes/') && path.endsWith('.ndjson')),
  ).toHaveLength(23);
  expect(paths.filter((path) => path.endsWith('.jsonl'))).toHaveLength(1);
  expect(paths.filter((path) => path.startsWith('phages/'))).toHaveLength(22);
  expect(JSON.parse(files.get('phages/more/array.json')!)).toHaveLength(2);
  expect(JSON.parse(files.get('phages/more/page.json')!)).toMatchObject({
    count: 2,
    next: null,
    previous: null,
    results: [{}, {}],
  });
});

test('genes are lines of compact JSON, each with a line end', async () => {
  writeSample(out, { genes: 90, seed: 1 });
  const [text] = [...filesIn(join(out, 'genes')).values()];
  expect(text!.endsWith('\n')).toBe(true);
  for (const line of text!.trimEnd().split('\n')) {
    expect(JSON.stringify(JSON.parse(line))).toBe(line);
  }
});

test('a sample of one gene is a sample', async () => {
  expect(writeSample(out, { genes: 1, seed: 1 })).toMatchObject({ phages: 1, files: 3 });
});

test('a large sample is written in parts, no phage across two of them', async () => {
  const written = writeSample(out, { genes: 120_000, seed: 2 });
  const files = filesIn(out);
  expect([...files.keys()]).toEqual([
    'README.md',
    ...[1, 2, 3].map((part) => `genes/part-000${part}.ndjson`),
    'phages/part-0001.ndjson',
  ]);
  expect(written).toMatchObject({ files: 5, bytes: bytesOf(files) });
  const parts = [1, 2, 3].map((part) => files.get(`genes/part-000${part}.ndjson`)!);
  const phagesOf = parts.map((text) => new Set(text.match(/^\{"GeneID":"[^_]+/gm)));
  const all = phagesOf.flatMap((phages) => [...phages]);
  expect(new Set(all).size).toBe(all.length);
  expect(all).toHaveLength(written.phages);
  const lines = parts.map((text) => text.split('\n').length - 1);
  expect(Math.max(...lines)).toBeLessThanOrEqual(50_000);
  expect(lines.reduce((sum, count) => sum + count)).toBe(120_000);
});

describe('a folder that is not empty', () => {
  test('is refused, and left as it is, when it holds no sample', async () => {
    writeFileSync(join(out, 'README.md'), '# My phages\n');
    await mkdir(join(out, 'genes'));
    expect(() => writeSample(out, { genes: 10, seed: 1 })).toThrow(
      `${out} is not empty and does not hold a sample.`,
    );
    expect(readdirSync(out)).toEqual(['README.md', 'genes']);
    expect(readFileSync(join(out, 'README.md'), 'utf8')).toBe('# My phages\n');
  });

  test('is written to when it holds a sample: all of that goes, and nothing else', async () => {
    writeSample(out, { genes: 400, seed: 1 });
    writeFileSync(join(out, 'notes.txt'), 'mine');
    writeSample(out, { genes: 5, seed: 2 });
    const files = filesIn(out);
    expect(files.size).toBe(4);
    expect(files.get('notes.txt')).toBe('mine');
    expect(files.get('README.md')).toContain('--genes 5 --seed 2');
  });
});

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
