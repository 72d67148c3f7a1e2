import { noChanges } from '../../../src/base/keyChanges.ts';
import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type IntakeSurroundings, readSources } from '../../../src/pipeline/readSources.ts';
import { sameSources } from '../../../src/pipeline/planIntake.ts';
import { hashRange } from '../../../src/sources/source.ts';
import { discoverSources } from '../../../src/sources/discoverSources.ts';
import { exampleGene } from '../generated/exampleRecords.ts';
import { tinyPhage } from '../../integration/tinyData.ts';
import { tempFolder } from '../sources/tempFolder.ts';
import { inProcessWorkers } from '../records/inProcessWorkers.ts';
import { silent } from './someOptions.ts';

const gene = (number: number, changes: object = {}) =>
  `${JSON.stringify({ ...exampleGene, GeneID: `Quillon_CDS_${number}`, ...changes })}\n`;

const longAgo = 1_000_000_000;

/** A data folder that can be read again and again, each time with what the last time left. */
function dataWith(files: Readonly<Record<string, string | Buffer>>) {
  const data = tempFolder({ 'phages/.keep': '', 'genes/.keep': '' });
  const workDir = tempFolder();
  let cached: IntakeSurroundings['cached'] = [];
  let seconds = longAgo;
  const write = (name: string, text: string | Buffer) => {
    const file = path.join(data, name);
    writeFileSync(file, text);
    // No two writes at the same time, whatever the clock says.
    utimesSync(file, ++seconds, seconds);
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  /** `meanwhile` is what happens to the data once its files are listed. */
  const read = async (bundleBytes?: number, meanwhile = () => {}, maxRefused = Infinity) => {
    const discovered = discoverSources(data);
    meanwhile();
    const limits = { maxRecordBytes: 1 << 20, maxNesting: 10 };
    const choices = { allowed: new Set<never>(), denied: new Set<never>(), maxErrors: 100 };
    const from = { cached, trustedBeforeMs: 0 };
    const { same } = await sameSources(discovered.sources, from, async (ranges) =>
      ranges.map(hashRange),
    );
    const last = { cached, same, willBeCached: true };
    const intake = await readSources(
      discovered,
      { data, limits, maxRefused, ...choices },
      { workers: inProcessWorkers, workDir, progress: silent, ...last },
      bundleBytes,
    );
    cached = intake.bundles;
    const told = intake.findings
      .report()
      .kept.flatMap(({ file, line, rule }) =>
        ['source-missing', 'source-unread', 'gene-phage-known'].includes(rule)
          ? []
          : [`${path.relative(data, file)}:${line} ${rule}`],
      );
    return { ...intake, told, genes: intake.collections.genes };
  };
  return { data, read, write };
}

test('what is read of a file that changes meanwhile is told once, though each of its pieces finds it', async () => {
  const text = Array.from({ length: 40 }, (_, n) => gene(n)).join('');
  const { read, write } = dataWith({ 'genes/a.ndjson': text });
  const { told, genes } = await read(1000, () => write('genes/a.ndjson', text));
  expect(told).toEqual(['genes/a.ndjson:0 source']);
  expect(genes.runs.length).toBeGreaterThan(5);
});

test('a source without a record that can be published is no run', async () => {
  const { genes } = await dataWith({ 'genes/a.ndjson': '{}\n' }).read();
  expect(genes).toMatchObject({ count: 0, runs: [] });
});

describe('what is read again', () => {
  const files = { 'genes/a.ndjson': gene(1) + gene(2), 'genes/b.ndjson': gene(3) };

  test('says whose record changed', async () => {
    const { read, write } = dataWith(files);
    await read();
    write('genes/a.ndjson', gene(1) + gene(2, { Notes: 'another' }));
    const changed = ['Quillon_CDS_2'];
    expect((await read()).genes.changes).toEqual({ ...noChanges, changed });
    expect((await read()).genes.changes).toEqual(noChanges);
  });

  test('says which came and went, with their files or without', async () => {
    const rest = gene(7) + gene(8) + gene(9);
    const { read, write, data } = dataWith({ ...files, 'genes/c.ndjson': rest });
    expect((await read()).genes).toMatchObject({ changes: null, count: 6 });
    write('genes/a.ndjson', gene(1) + gene(5));
    write('genes/d.ndjson', gene(3) + gene(6));
    rmSync(path.join(data, 'genes/b.ndjson'));
    const { changes, count } = (await read()).genes;
    expect(count).toBe(7);
    expect(changes).toEqual({
      changed: ['Quillon_CDS_3'],
      added: ['Quillon_CDS_5', 'Quillon_CDS_6'],
      removed: ['Quillon_CDS_2'],
    });
  });

  test('says what went with a file that was a bundle of its own', async () => {
    const { read, data } = dataWith(files);
    expect((await read(100)).genes.runs.length).toBeGreaterThan(1);
    rmSync(path.join(data, 'genes/b.ndjson'));
    const changes = { ...noChanges, removed: ['Quillon_CDS_3'] };
    expect((await read(100)).genes).toMatchObject({ changes, count: 2 });
  });

  test('does not say so where more than half of them came or went', async () => {
    const many = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, at) => gene(from + at)).join('');
    const { read, write } = dataWith({ 'genes/a.ndjson': many(0, 9) });
    await read();
    write('genes/a.ndjson', many(3, 9));
    expect((await read()).genes.changes?.removed).toHaveLength(3);
    write('genes/a.ndjson', many(6, 9));
    expect((await read()).genes).toMatchObject({ changes: null, count: 3 });
  });
});

describe('after more refused records than are wanted', () => {
  const broken = Array.from({ length: 10 }, (_, at) => gene(at + 1, { Start: 'x' }));
  const lines = broken.join('');
  const forms: Record<string, Readonly<Record<string, string | Buffer>>> = {
    'of lines': { 'genes/a.ndjson': lines },
    'that is compressed': { 'genes/a.ndjson.gz': gzipSync(lines) },
    'with an array': { 'genes/a.json': `[\n${broken.join(',')}]` },
    'that is no text': {
      'genes/a.ndjson': Buffer.from(lines.replaceAll('"x"', '"\xff"'), 'latin1'),
    },
  };
  test.each(Object.entries(forms))('reading ends in a file %s, and says so', async (_, files) => {
    const { read } = dataWith(files);
    const { told, findings } = await read(undefined, () => {}, 3);
    expect(told[0]).toBe(':0 source');
    expect(findings.report().kept[0]).toMatchObject({
      expected: 'at most 3 refused records',
      hint: expect.stringContaining('--max-refused'),
    });
    expect(findings.report().errors).toBeLessThanOrEqual(5);
    expect((await read(undefined, () => {}, 10)).told).not.toContain(':0 source');
  });

  test('what was read tells its lines, and nothing is said of what was not', async () => {
    const wrong = Array.from({ length: 20 }, (_, at) => gene(at, { Start: `line ${at + 1}` }));
    const { read } = dataWith({
      'genes/a.ndjson': wrong.join(''),
      'phages/a.ndjson': `${JSON.stringify(tinyPhage('Quillon'))}\n`,
    });
    const { findings } = await read(2 * gene(1).length, () => {}, 3);
    const [ended, ...others] = findings.report().kept;
    expect(ended?.rule).toBe('source');
    expect(others.length).toBeGreaterThan(3);
    expect(others.length).toBeLessThan(20);
    for (const { line, found } of others) expect(found).toBe(`the string "line ${line}"`);
    expect([...findings.report().warningsByRule.keys()]).toEqual([]);
  });
});
