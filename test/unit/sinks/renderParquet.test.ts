import path from 'node:path';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { expect, test } from 'vitest';
import { columnsOf } from '../../../src/sinks/maker.ts';
import { renderParquet } from '../../../src/sinks/parquet.ts';
import type { CollectionName } from '../../../src/contract/collectionName.ts';
import { Failure } from '../../../src/base/failure.ts';
import { loadSchemas } from '../../../src/records/schemas.ts';
import { tinyGene } from '../../integration/tinyData.ts';
import { addFile, tempFolder } from '../sources/tempFolder.ts';

const schemas = loadSchemas();

/** A staging folder with these records on pages of `pageSize`, and what renders them. */
function staged(collection: CollectionName, records: readonly object[], pageSize = 2) {
  const folder = tempFolder();
  const lastPage = Math.max(1, Math.ceil(records.length / pageSize));
  const places: number[] = [];
  for (let page = 1; page <= lastPage; page++) {
    const results = records.slice((page - 1) * pageSize, page * pageSize);
    addFile(folder, `staging/api/${collection}/page/${page}.json`, JSON.stringify({ results }));
    let from = '{"results":['.length;
    for (const record of results) {
      const to = from + Buffer.byteLength(JSON.stringify(record));
      places.push(page, from, to);
      from = to + 1;
    }
  }
  const groups = [places.slice(0, -3), places.slice(-3)].map((of) => Uint32Array.from(of));
  const columns = columnsOf(collection, schemas);
  const siteDir = path.join(folder, 'staging');
  const task = { siteDir, liveDir: null, collection, groups, kept: [], columns };
  return { folder, task, file: path.join(siteDir, `bulk/${collection}.parquet`) };
}

const genes = [
  tinyGene('Quillon', 1, { Notes: '', LocusTag: null }),
  tinyGene('Quillon', 2, { Notes: 'β \u2028 🦠\n', Start: 1, Stop: Number.MAX_SAFE_INTEGER }),
  tinyGene('Vexmoor', 1, { LocusTag: '' }),
];

test('the Parquet file of a collection has groups of rows, and is in the order of the list', async () => {
  const many = Array.from({ length: 5001 }, (_, at) => tinyGene('Quillon', at, { Start: at }));
  const { task, file } = staged('genes', many, 1000);
  renderParquet(task);
  const buffer = await asyncBufferFromFile(file);
  const { row_groups: groups } = await parquetMetadataAsync(buffer);
  expect(groups.map((group) => group.num_rows)).toEqual([5000n, 1n]);
  const rows = await parquetReadObjects({ file: buffer, columns: ['Start'] });
  expect(rows.every(({ Start }, at) => Start === BigInt(at))).toBe(true);
});

test('the Parquet file of a collection that cannot be written fails with its place', () => {
  const { folder, task } = staged('genes', genes);
  addFile(folder, 'staging/bulk', 'in the way');
  expect(() => renderParquet(task)).toThrow(Failure);
  expect(() => renderParquet(task)).toThrow(/Cannot write .*genes\.parquet/);
});
