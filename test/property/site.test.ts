/** What is published depends on the records alone: not on where they lie, on threads, or on earlier builds (S1). */
import { rmSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { perList } from '../../src/contract/collectionName.ts';
import type { Workers } from '../../src/build/workers.ts';
import { asLines, tinyGene, tinyPhage } from '../integration/tinyData.ts';
import { differences, readTree, writeFiles } from '../integration/workFolder.ts';
import { anyRecords, type Records } from './arbitraries.ts';
import { compareCodePoints, compareFeatures, publishedJson } from './naive.ts';
import { build, inFastFolder, defaultOptions, usualJobs, withWorkers } from './siteBuilds.ts';

/** Where each record goes: its file and its rank there, taken in turn. */
const anyLayout = fc.array(
  fc.record({
    file: fc.constantFrom('a.ndjson', 'b.json', 'c/d.jsonl'),
    rank: fc.nat({ max: 99 }),
  }),
  { minLength: 1, maxLength: 20 },
);
type Layout = typeof anyLayout extends fc.Arbitrary<infer T> ? T : never;

describe('a site', () => {
  test('is the same whatever the order of records within and among sources', async () => {
    await withWorkers(usualJobs, (workers) =>
      fc.assert(
        fc.asyncProperty(anyRecords, anyLayout, anyLayout, async (records, layout, other) => {
          const site = await siteOf(records, layout, workers);
          const same = await siteOf(records, other, workers);
          expect(differences(site, same)).toEqual([]);
        }),
        { seed: 6, numRuns: 12 },
      ),
    );
  });

  test('has pages that are, joined, its records sorted by code point, byte for byte', async () => {
    await withWorkers(usualJobs, (workers) =>
      fc.assert(
        fc.asyncProperty(anyRecords, anyLayout, async (records, layout) => {
          const site = await siteOf(records, layout, workers);
          for (const [collection, list] of keyed(records)) {
            const sorted = list.toSorted(([a], [b]) => compareCodePoints(a, b));
            const size = defaultOptions.pageSizes[collection];
            for (let page = 1; (page - 1) * size < sorted.length; page++) {
              const results = sorted.slice((page - 1) * size, page * size).map(([, json]) => json);
              const text = textAt(site, `api/${collection}/page/${page}.json`);
              expect(text.slice(text.indexOf('"results":'))).toBe(
                `"results":[${results.join(',')}]}`,
              );
            }
            for (const [name, json] of sorted) {
              expect(textAt(site, `api/${collection}/${name}/index.json`)).toBe(json);
            }
          }
          expect(featuresIn(site)).toEqual(
            records.features?.toSorted(compareFeatures).map(publishedJson),
          );
        }),
        { seed: 7, numRuns: 12 },
      ),
    );
  });

  test('comes with findings that name each place in its file, whatever lies before it', async () => {
    await inFastFolder(async (folder) => {
      const data = path.join(folder, 'data');
      const genes = [1, 2, 3, 4].map((number) => tinyGene('Quillon', number));
      const wrong = (number: number) => tinyGene('Quillon', number, { Length: 1 });
      await writeFiles(data, {
        'genes/a.ndjson': `\n\n${asLines([...genes, wrong(11)])}`,
        'genes/b.json': `\n${JSON.stringify([wrong(21)], null, 1)}`,
        'genes/c/d.ndjson': asLines([wrong(31), tinyGene('Quillon', 32), wrong(33)]),
        'genes/e.ndjson': asLines([wrong(11), wrong(41)]),
        'phages/a.json': JSON.stringify(tinyPhage('Quillon')),
      });
      const { findings } = await withWorkers(1, (workers) =>
        build({ data, out: path.join(folder, 'site') }, workers),
      );
      const places = findings
        .report()
        .kept.map(({ file, line, rule }) => `${path.relative(data, file)}:${line} ${rule}`);
      // In the document it is the line of the field.
      const field =
        2 +
        JSON.stringify([wrong(21)], null, 1)
          .split('\n')
          .findIndex((text) => text.includes('"Length"'));
      expect(places).toEqual([
        'genes/a.ndjson:7 gene-length',
        `genes/b.json:${field} gene-length`,
        'genes/c/d.ndjson:1 gene-length',
        'genes/c/d.ndjson:3 gene-length',
        'genes/e.ndjson:1 gene-id-unique',
        'genes/e.ndjson:1 gene-length',
        'genes/e.ndjson:2 gene-length',
      ]);
    });
  });

  test('is the same whatever the number of threads, and so are its findings', async () => {
    await inFastFolder(async (folder) => {
      const data = path.join(folder, 'data');
      await writeFiles(data, manyRecords());
      const sites: Record<string, string>[] = [];
      const reports: unknown[] = [];
      for (const jobs of [1, 2, 4]) {
        const out = path.join(folder, `site-${jobs}`);
        const pageSizes = { ...perList(() => 2), genes: 70, phages: 1 };
        const outcome = await withWorkers(jobs, (workers) =>
          build({ data, out, pageSizes, geneFiles: false }, workers),
        );
        sites.push(await readTree(out));
        reports.push(outcome.findings.report());
        rmSync(out, { recursive: true });
      }
      const [one = {}, two = {}, four = {}] = sites;
      expect(Object.keys(one).length).toBeGreaterThan(160);
      expect(differences(one, two)).toEqual([]);
      expect(differences(one, four)).toEqual([]);
      expect(reports[1]).toEqual(reports[0]);
      expect(reports[2]).toEqual(reports[0]);
    });
  });
});

/** So many genes that they are merged in several parts, in several files, with some that repeat. */
function manyRecords(): Record<string, string> {
  const genes = Array.from({ length: 11_000 }, (_, index) =>
    // A prime, so that neighbours in the sources are no neighbours in the order.
    tinyGene(index % 500 === 0 ? 'quillon' : 'Quillon', (index * 7919) % 10_990),
  );
  const parts = [genes.slice(0, 4000), genes.slice(4000, 4100), genes.slice(4100)];
  return {
    'genes/a.ndjson': asLines(parts[0] ?? []),
    'genes/b.json': JSON.stringify(parts[1]),
    'genes/c.ndjson': asLines(parts[2] ?? []),
    'phages/a.ndjson': asLines(['Vexmoor', 'Quillon', 'quillon'].map((name) => tinyPhage(name))),
  };
}

function keyed({ genes, phages }: Records) {
  return [
    ['genes', genes.map((gene) => [gene.GeneID, publishedJson(gene)] as const)],
    ['phages', phages.map((phage) => [phage.phage_name, publishedJson(phage)] as const)],
  ] as const;
}

/** The features on all pages, as they stand there; undefined where nothing at all tells of features. */
function featuresIn(site: Readonly<Record<string, string>>): string[] | undefined {
  const pages = Object.keys(site).filter((file) => file.startsWith('api/features/page/'));
  if (pages.length === 0) {
    for (const [file, text] of Object.entries(site)) expect(file + text).not.toMatch(/features/i);
    return undefined;
  }
  return pages
    .map((_, at) => textAt(site, `api/features/page/${at + 1}.json`))
    .flatMap((text) => (JSON.parse(text) as { results: object[] }).results.map(publishedJson));
}

/** Lays the records out as sources, builds, and gives the files of the site. */
async function siteOf(
  { features, genes, phages }: Records,
  layout: Layout,
  workers: Workers,
): Promise<Record<string, string>> {
  return inFastFolder(async (folder) => {
    const data = path.join(folder, 'data');
    await writeFiles(data, { 'genes/none.json': '[]', 'phages/none.json': '[]' });
    if (features !== null) {
      await writeFiles(data, { 'features/none.json': '[]' });
      await writeFiles(path.join(data, 'features'), layOut(features, layout));
    }
    await writeFiles(path.join(data, 'genes'), layOut(genes, layout));
    await writeFiles(path.join(data, 'phages'), layOut(phages, layout));
    const out = path.join(folder, 'site');
    const { findings } = await build({ data, out }, workers);
    expect(findings.report().kept).toEqual([]);
    return readTree(out);
  });
}

function layOut(records: readonly object[], layout: Layout): Record<string, string> {
  const placed = records.map((record, index) => {
    return { record, ...(layout[index % layout.length] ?? { file: 'a.ndjson', rank: 0 }) };
  });
  const files = [...new Set(placed.map(({ file }) => file))];
  return Object.fromEntries(
    files.map((file) => {
      const members = placed.filter((member) => member.file === file);
      const inFile = members.toSorted((a, b) => a.rank - b.rank).map(({ record }) => record);
      return [file, file.endsWith('.json') ? JSON.stringify(inFile) : asLines(inFile)];
    }),
  );
}

/** `readTree` gives every byte as a character of its own. */
function textAt(tree: Readonly<Record<string, string>>, file: string): string {
  return Buffer.from(tree[file] ?? '', 'latin1').toString();
}
