import { expect, test } from 'vitest';
import { planBlocks } from '../../../../src/bulk/bulkParts.ts';
import { columnsOf } from '../../../../src/bulk/columns.ts';
import { parquetFile } from '../../../../src/contract/bulkFiles.ts';
import { type CollectionName, requiredNames } from '../../../../src/contract/collectionName.ts';
import { loadSchemas } from '../../../../src/validation/loadSchemas.ts';
import { verifyParquet } from '../../../../src/verifying/folder/verifyParquet.ts';
import { built, type Changes, plan, sharedFolder, told } from './builtFolder.ts';

const folderWith = sharedFolder();

const { notes } = plan;

function verify(collection: CollectionName, changes: Changes = {}) {
  const { root: siteDir, manifest } = folderWith(changes).site;
  const blocks = Array.from(planBlocks(notes[collection], collection), ({ places }) => places);
  const columns = columnsOf(collection, loadSchemas());
  const tallies = verifyParquet({ siteDir, collection, blocks, columns, manifest });
  expect(tallies.B1.checked).toBe(true);
  return told({ tallies });
}

test.each(requiredNames)('the table of %s passes as it was built', (collection) => {
  expect(verify(collection)).toEqual([]);
});

test('a table that is missing is told, and so is that of other records', () => {
  const [file, other] = [parquetFile('genes'), parquetFile('phages')];
  expect(verify('genes', { [file]: null })).toEqual([`B1 1 ${file}: no such file`]);
  expect(verify('genes', { [file]: built(other) })).toEqual([`B1 1 ${file}: something else`]);
  expect(verify('phages', { [file]: null })).toEqual([]);
});

test('a table is told, and nothing thrown, where a page of its records cannot be read', () => {
  expect(verify('genes', { 'api/genes/page/2.json': null })).toEqual([
    `B1 1 ${parquetFile('genes')}: something else`,
  ]);
});
