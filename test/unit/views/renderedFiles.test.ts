/** The files of a list and of its records, as a build renders them. */
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { perList } from '../../../src/contract/collectionName.ts';
import type { BuildOptions } from '../../../src/build/building.ts';
import { compareText } from '../../../src/text/compareText.ts';
import { exampleGene } from '../generated/exampleRecords.ts';
import { build } from '../publishing/build.ts';
import { filesIn } from '../publishing/siteFolder.ts';
import { tempFolder } from '../sources/tempFolder.ts';

const base = 'https://example.org/phages';

function geneText(GeneID: string, Notes = ''): string {
  return JSON.stringify({ ...exampleGene, GeneID, Notes });
}

/** The files below api/genes/ of a site with these genes; each inner list is a source. */
async function render(
  sources: readonly (readonly string[])[],
  options: { readonly pageSize: number } & Partial<BuildOptions>,
): Promise<Record<string, string>> {
  const { pageSize, ...changes } = options;
  const files = sources.map((lines, index) => [`data/genes/${index}.json`, `[${lines.join()}]`]);
  const none = { 'data/genes/none.json': '[]', 'data/phages/none.json': '[]' };
  const folder = tempFolder({ ...none, ...Object.fromEntries(files) });
  const pageSizes = { ...perList(() => 2), genes: pageSize, phages: 1 };
  await build(folder, { baseUrl: base, pageSizes, geneFiles: false, cache: false, ...changes });
  return filesIn(path.join(folder, 'site/api/genes'));
}

describe('the files of a list', () => {
  test('of an empty collection are its one page (L6, L7)', async () => {
    const page = '{"count":0,"next":null,"previous":null,"results":[]}';
    expect(await render([], { pageSize: 10 })).toEqual({ 'index.json': page, 'page/1.json': page });
  });

  test('are the pages, byte for byte, the first one also where the list is (L1, L2, L7)', async () => {
    const [a, b, c, d, e] = ['A_CDS_1', 'B_CDS_1', 'z_CDS_1', '\uff5e_CDS_1', '🧬_CDS_1'].map(
      (id) => {
        return geneText(id);
      },
    );
    const links = (page: number) => `"${base}/api/genes/?format=api&page=${page}"`;
    const first = `{"count":5,"next":${links(2)},"previous":null,"results":[${a},${b}]}`;
    expect(
      await render(
        [
          [`${c}`, `${b}`],
          [`${e}`, `${d}`, `${a}`],
        ],
        { pageSize: 2 },
      ),
    ).toEqual({
      'index.json': first,
      'page/1.json': first,
      'page/2.json': `{"count":5,"next":${links(3)},"previous":${links(1)},"results":[${c},${d}]}`,
      'page/3.json': `{"count":5,"next":null,"previous":${links(2)},"results":[${e}]}`,
    });
  });

  test('of an exact multiple have no empty page behind them', async () => {
    const files = await render([[geneText('A_CDS_1'), geneText('A_CDS_2')]], { pageSize: 2 });
    expect(Object.keys(files)).toEqual(['index.json', 'page/1.json']);
    expect(files['page/1.json']).toContain('"next":null,"previous":null');
  });

  test('one after the other hold all records in order, however many sources there are', async () => {
    const numbers = fc.uniqueArray(fc.nat(300), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(
        numbers,
        fc.integer({ min: 1, max: 7 }),
        fc.integer({ min: 1, max: 3 }),
        async (all, pageSize, sourceCount) => {
          const ids = all.map((number) => `Quillon_CDS_${number}`);
          const sources = Array.from({ length: sourceCount }, (_, source) =>
            ids.filter((_id, index) => index % sourceCount === source).map((id) => geneText(id)),
          );
          const files = await render(sources, { pageSize });
          const lastPage = Math.max(1, Math.ceil(ids.length / pageSize));
          const pages = Array.from({ length: lastPage }, (_, index) => {
            const text = files[`page/${index + 1}.json`] ?? '';
            return (JSON.parse(text) as { results: { GeneID: string }[] }).results;
          });
          expect(pages.flat().map(({ GeneID }) => GeneID)).toEqual(ids.toSorted(compareText));
          expect(pages.slice(0, -1).every((page) => page.length === pageSize)).toBe(true);
          expect(Object.keys(files)).toHaveLength(lastPage + 1);
        },
      ),
      { numRuns: 20 },
    );
  });
});

describe('the files of single records', () => {
  async function recordFiles(...lines: string[]): Promise<Record<string, string>> {
    const allowed = new Set(['gene-id-form', 'path-name', 'gene-id-unique'] as const);
    const files = await render([lines], { pageSize: 100, geneFiles: true, allowed });
    const { 'index.json': _, 'page/1.json': __, ...records } = files;
    return records;
  }

  test('lie under their raw names (A3), with the bytes they have in the list (D1)', async () => {
    const names = ['100%', 'Mr Spaced_CDS_1', 'page', 'Éclair', '🧬'];
    expect(await recordFiles(...names.map((name) => geneText(name)))).toEqual(
      Object.fromEntries(names.map((name) => [`${name}/index.json`, geneText(name)])),
    );
  });

  test('are none where they are not wanted', async () => {
    const files = await render([[geneText('A_CDS_1')]], { pageSize: 5, geneFiles: false });
    expect(Object.keys(files)).toEqual(['index.json', 'page/1.json']);
  });

  test('are none for a record whose name cannot be a path (A3)', async () => {
    const unsafe = ['.', '..', '../x', 'a/b', 'a\\b', 'a\u0000', 'x.', 'NUL', 'index.json'];
    const files = await recordFiles(...['A', ...unsafe, 'z'].map((name) => geneText(name)));
    expect(Object.keys(files)).toEqual(['A/index.json', 'z/index.json']);
  });

  test('of records with one key are that of the first in source order', async () => {
    const first = geneText('A_CDS_1', 'first');
    const files = await recordFiles(geneText('B_CDS_1'), first, geneText('A_CDS_1', 'second'));
    expect(files).toEqual({
      'A_CDS_1/index.json': first,
      'B_CDS_1/index.json': geneText('B_CDS_1'),
    });
  });
});
