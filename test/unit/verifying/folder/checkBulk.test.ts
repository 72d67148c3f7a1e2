import { expect, test } from 'vitest';
import { bulkIndexFile, dataPackageFile } from '../../../../src/contract/bulkFiles.ts';
import type { Release } from '../../../../src/contract/release.ts';
import { checkBulk } from '../../../../src/verifying/folder/verifyLists.ts';
import { type Changes, plan, sharedFolder, told } from './builtFolder.ts';

const folderWith = sharedFolder();

async function check(changes: Changes = {}, said: Partial<Release> = {}, hasUniqueKeys = true) {
  const folder = folderWith(changes, said);
  await checkBulk(folder, plan.notes, hasUniqueKeys);
  const { remark, checked } = folder.log.tallies.B1;
  return { told: told(folder.log), remark, checked };
}

test('where there are none, that is a choice', async () => {
  expect(await check({ 'bulk/genes.tsv.gz': 'other' }, { bulk: [] })).toEqual({
    told: [],
    remark: 'none, by choice (--no-bulk)',
    checked: true,
  });
});

test('a wrong file is told, but not where its format is not published', async () => {
  const other = { 'bulk/phages.tsv.gz': 'other', 'bulk/phages/Vexmoor.gff3': 'other' };
  const describing = { [bulkIndexFile]: 'x', [dataPackageFile]: 'x' };
  const [said] = (await check({ ...other, ...describing }, { bulk: ['ndjson'] })).told;
  expect(said).toMatch(/^B1 2 bulk\/(index|datapackage)\.json: something else$/);
});

test.each<[what: string, said: Partial<Release>, hasUniqueKeys: boolean]>([
  ['the base URL', { base_url: 'https://other.example' }, true],
  ['the time of the release', { release_date: '2020-02-02T00:00:00Z' }, true],
  ['whether keys are unique', {}, false],
])('the data package depends on %s', async (_, said, hasUniqueKeys) => {
  const [first] = (await check({}, said, hasUniqueKeys)).told;
  expect(first).toMatch(new RegExp(`${dataPackageFile}: something else$`));
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
