/**
 * Whole data folders of random sources, built with the compiled program: what is published is what an
 * independent judge takes from the sources, all of it and nothing else.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { inWorkFolder } from '../integration/workFolder.ts';
import { build, defaultOptions, usualJobs, withWorkers } from '../property/siteBuilds.ts';
import { folders, seed } from './amount.ts';
import { expectFile } from './expectFile.ts';
import { type Layout, randomFile, sourceFile } from './mutateFile.ts';
import { mutateRecord } from './mutateRecord.ts';
import { type Collection, isSame, judge } from './oracle.ts';
import { createRandom, type Random } from './random.ts';
import { randomGene, randomPhage } from './validRecords.ts';
import { createViolations, showBytes } from './violations.ts';

const { limits, pageSizes } = defaultOptions;
const keyFields = { genes: 'GeneID', phages: 'phage_name' } as const;
const collections = ['genes', 'phages'] as const;
const violations = createViolations();

interface RandomSource {
  readonly collection: Collection;
  readonly layout: Layout;
  /** Relative to the data folder. */
  readonly file: string;
  readonly bytes: Buffer;
}

interface ExpectedSite {
  /** In the order in which they are published; null when something is wrong with the data. */
  readonly records: Readonly<Record<Collection, readonly unknown[]>> | null;
}

test(
  `${folders} random data folders are each published as they are or refused`,
  { timeout: 300_000 + folders * 10_000 },
  async () => {
    const random = createRandom(seed + 2);
    const counts = { published: 0, refused: 0, records: 0 };
    await inWorkFolder(async (folder) => {
      await withWorkers(usualJobs, async (workers) => {
        for (let at = 0; at < folders; at++) {
          const data = path.join(folder, 'data');
          const out = path.join(folder, 'dist');
          rmSync(data, { recursive: true, force: true });
          const sources = randomSources(random);
          putSources(data, sources, random);
          const expected = expectSite(sources);
          const complain = (kind: string, detail = '') =>
            violations.add(kind, () => {
              const shown = sources.map(({ file, bytes }) => `${file} ${showBytes(bytes)}`);
              return `${detail} of ${shown.join(', ')}`;
            });
          // Over the site of the folder before, with what its build left behind.
          const outcome = await build({ data, out, cache: random.oneIn(2) }, workers);
          const errors = outcome.findings.report();
          if (expected.records === null) {
            counts.refused++;
            if (outcome.site !== null) complain('publishes what must be refused');
            if (errors.errors === 0) complain('is silent about what must be refused');
            continue;
          }
          if (outcome.site === null) {
            complain('refuses what is right', JSON.stringify(errors.kept[0]));
            continue;
          }
          counts.published++;
          for (const collection of collections) {
            const wanted = expected.records[collection];
            counts.records += wanted.length;
            const found = readPages(out, collection);
            const isRight =
              found.length === wanted.length &&
              found.every((record, index) => isSame(record, wanted[index]));
            if (!isRight)
              complain(`publishes other ${collection}`, `${found.length} and not ${wanted.length}`);
          }
        }
      });
    });
    process.stdout.write(
      `${folders} folders (seed ${seed}): ${counts.published} published with ${counts.records} records, ` +
        `${counts.refused} refused.\n`,
    );
    expect(violations.report()).toEqual([]);
  },
);

function randomSources(random: Random): RandomSource[] {
  // One bad record spoils a folder, so that most are made of records that may be published.
  const isMild = !random.oneIn(4);
  return Array.from({ length: 1 + random.below(5) }, (_, at): RandomSource => {
    const made = isMild ? mildFile(random) : randomFile(random);
    const name = `${random.pick(['a', 'B', 'é', 'more/a'])}${at}`;
    const extension = made.layout === 'lines' ? 'ndjson' : 'json';
    return { ...made, file: `${made.collection}/${name}.${extension}` };
  });
}

/** Records that are written in many ways, and none of them wrong. */
function mildFile(random: Random): Omit<RandomSource, 'file'> {
  const collection = random.pick(collections);
  const layout = random.pick(['lines', 'document'] as const);
  const records: Buffer[] = [];
  for (let left = random.below(8); left > 0;) {
    const record = collection === 'genes' ? randomGene(random) : randomPhage(random);
    const bytes = mutateRecord(record, random);
    // What may stand in a document may not always stand on a line.
    const isUsable = judge(bytes, collection, limits).refusal === null && !bytes.includes(10);
    if (!isUsable) continue;
    records.push(bytes);
    left--;
  }
  return { collection, layout, bytes: sourceFile(records, layout, random) };
}

function putSources(data: string, sources: readonly RandomSource[], random: Random): void {
  for (const collection of collections) mkdirSync(path.join(data, collection), { recursive: true });
  for (const { file, bytes } of sources) {
    const target = path.join(data, file);
    mkdirSync(path.dirname(target), { recursive: true });
    if (random.oneIn(3)) writeFileSync(`${target}.gz`, gzipSync(bytes));
    else writeFileSync(target, bytes);
  }
}

function expectSite(sources: readonly RandomSource[]): ExpectedSite {
  const records: Record<Collection, unknown[]> = { genes: [], phages: [] };
  const inOrder = sources.toSorted((a, b) =>
    Buffer.compare(Buffer.from(a.file), Buffer.from(b.file)),
  );
  for (const { bytes, layout, collection } of inOrder) {
    const expected = expectFile(bytes, layout, collection, limits);
    if (expected.records === null) return { records: null };
    // A file of lines without any is taken for an accident, and so is a document of nothing.
    if (expected.records.length === 0 && layout === 'lines') return { records: null };
    for (const { refusal, value } of expected.records) {
      if (refusal !== null) return { records: null };
      records[collection].push(value);
    }
  }
  for (const collection of collections) {
    const keyOf = (record: unknown) =>
      Buffer.from(String((record as Record<string, unknown>)[keyFields[collection]]));
    // A stable sort: of one key the first in source order comes first.
    records[collection].sort((a, b) => Buffer.compare(keyOf(a), keyOf(b)));
  }
  return { records };
}

function readPages(out: string, collection: Collection): unknown[] {
  const found: unknown[] = [];
  for (let page = 1; ; page++) {
    const file = path.join(out, `api/${collection}/page/${page}.json`);
    const { count, next, results } = JSON.parse(readFileSync(file, 'utf8'));
    found.push(...results);
    const isLast = next === null;
    if (results.length > pageSizes[collection]) violations.add('overfills a page', () => file);
    if (isLast && found.length !== count) violations.add('miscounts', () => `${count} in ${file}`);
    if (isLast) return found;
  }
}
