import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { bulkIndexFile, dataPackageFile } from '../../../../src/contract/bulkFiles.ts';
import type { Release } from '../../../../src/contract/release.ts';
import { packWhole } from '../../../../src/publishing/bgzf.ts';
import { checkBulk } from '../../../../src/verifying/folder/checkBulk.ts';
import { built, type Changes, plan, sharedFolder, told } from './builtFolder.ts';

const folderWith = sharedFolder();

async function check(changes: Changes = {}, said: Partial<Release> = {}, hasUniqueKeys = true) {
  const folder = folderWith(changes, said);
  await checkBulk(folder, plan.notes, hasUniqueKeys);
  const { remark, checked } = folder.log.tallies.B1;
  return { told: told(folder.log), remark, checked };
}

test('the bulk files of a build pass', async () => {
  expect(await check()).toEqual({ told: [], remark: null, checked: true });
});

test('where there are none, that is a choice', async () => {
  expect(await check({ 'bulk/genes.tsv.gz': 'other' }, { bulk: [] })).toEqual({
    told: [],
    remark: 'none, by choice (--no-bulk)',
    checked: true,
  });
});

describe('a wrong file is told', () => {
  // What describes the bulk files differs as well: it has their sizes and hashes.
  test.each([
    ['packed text', 'bulk/phages.tsv.gz', packWhole(Buffer.from('other'))],
    ['a table in columns', 'bulk/genes.parquet', built('bulk/phages.parquet')],
    ['a table of phages', 'data/simple.tsv', 'other'],
    ['the table of a gene family', 'phams/genelist/512.tsv', 'other'],
    ['of a single phage', 'bulk/phages/Vexmoor.gff3', 'other'],
  ])('%s', async (_, file, content) => {
    const { told: said } = await check({ [file]: content });
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(/^B1 [123] /);
    expect(said[0]).toContain(`${file}: something else`);
  });

  test('but not where its format is not published', async () => {
    const other = { 'bulk/phages.tsv.gz': 'other', 'bulk/phages/Vexmoor.gff3': 'other' };
    const describing = { [bulkIndexFile]: 'x', [dataPackageFile]: 'x' };
    const [said] = (await check({ ...other, ...describing }, { bulk: ['ndjson'] })).told;
    expect(said).toMatch(/^B1 2 bulk\/(index|datapackage)\.json: something else$/);
  });
});

test('files of a list that the release does not name are not described', async () => {
  expect((await check({ 'bulk/features.tsv.gz': 'x', 'bulk/features.parquet': 'x' })).told).toEqual(
    [],
  );
});

test.each([bulkIndexFile, dataPackageFile])('%s is what lies beside it', async (file) => {
  expect((await check({ [file]: null })).told).toEqual([`B1 1 ${file}: no such file`]);
  const other = `${built(file).toString()}\n`;
  expect((await check({ [file]: other })).told).toEqual([`B1 1 ${file}: something else`]);
});

test.each<[what: string, said: Partial<Release>, hasUniqueKeys: boolean]>([
  ['the base URL', { base_url: 'https://other.example' }, true],
  ['the time of the release', { release_date: '2020-02-02T00:00:00Z' }, true],
  ['whether keys are unique', {}, false],
])('the data package depends on %s', async (_, said, hasUniqueKeys) => {
  const [first] = (await check({}, said, hasUniqueKeys)).told;
  expect(first).toMatch(new RegExp(`${dataPackageFile}: something else$`));
});

test('the records that it counts are those of the pages, not of the file', async () => {
  const index = JSON.parse(built(bulkIndexFile).toString()) as { files: { path: string }[] };
  expect(JSON.stringify(index)).toMatch(/"records":9/);
  const half = gunzipSync(built('bulk/genes.ndjson.gz')).subarray(0, 100);
  const { told: said } = await check({ 'bulk/genes.ndjson.gz': packWhole(half) });
  expect(said).toEqual([expect.stringMatching(/^B1 3 /)]);
});

test('tables are held to being guarded against spreadsheets where the release says so', async () => {
  expect((await check({}, { spreadsheet_safe: true })).told).toEqual([
    'B1 3 bulk/genes.tsv.gz: something else',
  ]);
});

test.each([
  [dataPackageFile, 'other', []],
  [dataPackageFile, null, [`B1 1 ${dataPackageFile}: no such file`]],
  [bulkIndexFile, 'other', [`B1 1 ${bulkIndexFile}: something else`]],
])('where the base URL is wrong, %s with %j is told: %j', async (file, content, expected) => {
  const folder = folderWith({ [file]: content });
  folder.log.fail('A1', { address: 'x', expected: 'x', found: 'x' });
  await checkBulk(folder, plan.notes, true);
  expect(told(folder.log).filter((one) => one.startsWith('B1'))).toEqual(expected);
});
