/** What is published depends on the records alone: not on where they lie (S1). */
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ListSizes, PageSize } from '../../src/contract/pageSizes.ts';
import { asLines, tinyGene, tinyPhage } from '../integration/tinyData.ts';
import { differences, readTree, writeFiles } from '../integration/workFolder.ts';
import { anyRecords, type Records } from './arbitraries.ts';
import { compareCodePoints, compareFeatures, publishedJson } from './naive.ts';
import { build, inFastFolder, defaultOptions } from './siteBuilds.ts';

/** Where each record goes: its file and its rank there, taken in turn. */
const anyLayout = fc.array(
  fc.record({
    file: fc.constantFrom('a.ndjson', 'b.json', 'c/d.jsonl'),
    rank: fc.nat({ max: 99 }),
  }),
  { minLength: 1, maxLength: 20 },
);
const anySizes = fc.record({
  genes: fc.subarray<PageSize>([1, 4, 5, 'all']),
  phages: fc.subarray<PageSize>([1, 3, 'all']),
});
type Layout = typeof anyLayout extends fc.Arbitrary<infer T> ? T : never;

test('a site has pages that are, joined, its records sorted by code point, byte for byte, in all sizes, whatever their order in sources', async () => {
  await fc.assert(
    fc.asyncProperty(anyRecords, anySizes, anyLayout, anyLayout, async (records, sizes, ...of) => {
      const [site, same] = [
        await siteOf(records, of[0], sizes),
        await siteOf(records, of[1], sizes),
      ];
      for (const [collection, list] of keyed(records)) {
        const sorted = list.toSorted(([a], [b]) => compareCodePoints(a, b));
        const pages = [null, ...sizes[collection]].flatMap((size) =>
          pagesOf(collection, sorted, size),
        );
        const found = Object.keys(site).filter((file) => isPageOf(collection, file));
        expect(Object.fromEntries(found.map((file) => [file, textAt(site, file)]))).toEqual(
          Object.fromEntries(pages),
        );
        for (const [name, json] of sorted) {
          expect(textAt(site, `api/${collection}/${name}/index.json`)).toBe(json);
        }
      }
      expect(featuresIn(site)).toEqual(
        records.features?.toSorted(compareFeatures).map(publishedJson),
      );
      expect(differences(same, site)).toEqual([]);
    }),
    { seed: 7, numRuns: 16 },
  );
});

test('a site comes with findings that name each place in its file, whatever lies before it', async () => {
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
    const { findings } = await build({ data, out: path.join(folder, 'site') });
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

const isPageOf = (collection: string, file: string) =>
  file.startsWith(`api/${collection}/`) && /\/page\/\d+\.json$/.test(file);

/** The pages of a list in a size, each with its path. */
function pagesOf(
  collection: 'genes' | 'phages',
  sorted: readonly (readonly [key: string, json: string])[],
  name: PageSize | null,
): (readonly [file: string, text: string])[] {
  const { baseUrl, pageSizes } = defaultOptions;
  const size = name === 'all' ? sorted.length : (name ?? pageSizes[collection]);
  const last = Math.ceil(sorted.length / size) || 1;
  const [folder, query] =
    name === null ? ['page', ''] : [`page-size/${name}/page`, `&page_size=${name}`];
  const link = (page: number) =>
    page < 1 || page > last
      ? 'null'
      : `"${baseUrl}/api/${collection}/?format=api&page=${page}${query}"`;
  return Array.from({ length: last }, (_, at) => {
    const results = sorted.slice(at * size, (at + 1) * size).map(([, json]) => json);
    const head = `{"count":${sorted.length},"next":${link(at + 2)},"previous":${link(at)},`;
    return [
      `api/${collection}/${folder}/${at + 1}.json`,
      `${head}"results":[${results.join(',')}]}`,
    ] as const;
  });
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
  furtherSizes: ListSizes,
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
    const { findings } = await build({ data, out, furtherSizes });
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
