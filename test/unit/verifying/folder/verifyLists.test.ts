import { describe, expect, test } from 'vitest';
import type { Release } from '../../../../src/contract/release.ts';
import { countPages, verifyLists } from '../../../../src/verifying/folder/verifyLists.ts';
import { asLines, tinyGene, tinyPhage } from '../../../integration/tinyData.ts';
import { built, builtFiles, type Changes, sharedFolder, told } from './builtFolder.ts';

const folderWith = sharedFolder();

const { collections } = JSON.parse(built('release.json').toString()) as Release;

const jobs = [1, 2, 50];

async function verify(changes: Changes = {}, said: Partial<Release> = {}, threads = 2) {
  const folder = folderWith(changes, said);
  const workers = { ...folder.workers, jobs: threads };
  const records = await verifyLists({ ...folder, workers });
  return { records, told: told(folder.log), tallies: folder.log.tallies };
}

test.each(jobs)('the lists of a build pass on %i threads', async (threads) => {
  const { records, told: said, tallies } = await verify({}, {}, threads);
  expect({ records, said }).toEqual({ records: { genes: 9, phages: 4 }, said: [] });
  for (const clause of ['L1', 'L3', 'D1', 'V1', 'B1', 'A3'] as const) {
    expect(tallies[clause].checked, clause).toBe(true);
  }
});

test('as many pages are looked for as release.json says, if there can be so many', () => {
  const pages = (count: number) =>
    countPages(
      folderWith(
        {},
        { collections: { ...collections, genes: { count: 9, page_size: 3, pages: count } } },
      ),
    );
  expect(pages(3)).toBe(3 + collections.phages.pages);
  expect(pages(0)).toBe(1 + collections.phages.pages);
  const files = folderWith().manifest.entries;
  expect(pages(1e12)).toBe(files + 1 + collections.phages.pages);
});

test.each(jobs)(
  'every page is looked at, however they are dealt out: %i threads',
  async (threads) => {
    for (const page of [1, 2, 3]) {
      const file = `api/genes/page/${page}.json`;
      const { told: said, records } = await verify({ [file]: null }, {}, threads);
      expect(
        said.some((one) => one === `L7 1 ${file}: no such file`),
        `${page}`,
      ).toBe(true);
      expect(records.genes).toBe(6);
    }
  },
);

test('views and bulk files are left alone where the lists are wrong', async () => {
  const { tallies, told: said } = await verify({
    'api/genes/page/2.json': null,
    'api/clusters/index.json': 'other',
  });
  const remark = 'not looked into: count, L7 of the lists must be right first';
  expect([tallies.V1.remark, tallies.B1.remark]).toEqual([remark, remark]);
  expect(said.filter((one) => /^[VB]1/.test(one))).toEqual([]);
});

test('what was left out by choice is said', async () => {
  const { tallies } = await verify({}, { views: [], bulk: [], gene_files: false });
  expect(tallies.V1).toMatchObject({ checked: true, remark: 'none, by choice (--no-views)' });
  expect(tallies.B1.remark).toBe('none, by choice (--no-bulk)');
  expect(tallies.D1.remark).toBe('of phages only, by choice (--no-gene-files)');
  expect((await verify({}, { views: [] })).told).toEqual([]);
  expect((await verify()).tallies.L2.remark).toBeNull();
  const { tallies: other } = await verify({}, { links: 'path' });
  expect(other.L2.remark).toBe('L2 not kept, by choice (--links path)');
});

describe.each([
  ['within a page', [1, 2, 2, 4]],
  ['across pages', [1, 2, 3, 3, 5]],
])('a key that is there twice %s', async (_, numbers) => {
  const allowed = new Set(['gene-id-unique'] as const);
  const data = {
    'genes/a.ndjson': asLines(numbers.map((n) => tinyGene('Quillon', n))),
    'phages/a.ndjson': asLines([tinyPhage('Quillon')]),
  };
  const folderOf = sharedFolder((await builtFiles({ allowed }, data)).files);
  test.each(jobs)('is seen: %i threads', async (threads) => {
    const run = async (rules: ReadonlySet<'gene-id-unique'>) => {
      const folder = folderOf();
      const workers = { ...folder.workers, jobs: threads };
      await verifyLists({ ...folder, allowed: rules, workers });
      return told(folder.log);
    };
    // The data package says whether keys are unique.
    expect(await run(allowed)).toEqual([]);
    expect((await run(new Set())).some((one) => one.startsWith('S3 1'))).toBe(true);
  });
});
