import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import {
  asyncBufferFromFile,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
} from 'hyparquet';
import { describe, expect, test } from 'vitest';
import { cellOf, columnsOf } from '../../../src/sinks/maker.ts';
import { renderParquet } from '../../../src/sinks/parquet.ts';
import type { CollectionName } from '../../../src/contract/collectionName.ts';
import { Failure } from '../../../src/base/failure.ts';
import { loadSchemas } from '../../../src/records/schemas.ts';
import { tinyGene, tinyPhage } from '../../integration/tinyData.ts';
import { listWritten } from '../../../src/publishing/fileList.ts';
import { filesOf } from '../publishing/writtenFiles.ts';
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
  const middle = Math.floor(records.length / 2) * 3;
  const blocks = [places.slice(0, middle), places.slice(middle)].map((of) => Uint32Array.from(of));
  const columns = columnsOf(collection, schemas);
  const siteDir = path.join(folder, 'staging');
  const task = { siteDir, liveDir: null, collection, blocks, columns };
  return { folder, task, file: path.join(siteDir, `bulk/${collection}.parquet`) };
}

/** What the columns of a record hold, as Parquet has it. */
function rowOf(collection: CollectionName, record: object) {
  return Object.fromEntries(
    columnsOf(collection, schemas).map((column) => {
      const cell = cellOf(record, column);
      return [column.name, typeof cell === 'number' ? BigInt(cell) : cell];
    }),
  );
}

const genes = [
  tinyGene('Quillon', 1, { Notes: '', LocusTag: null }),
  tinyGene('Quillon', 2, { Notes: 'β \u2028 🦠\n', Start: 1, Stop: Number.MAX_SAFE_INTEGER }),
  tinyGene('Vexmoor', 1, { LocusTag: '' }),
];
// As `--allow null-value` lets through.
const nulls = { ...tinyGene('Vexmoor', 2), PhageID: null, Start: null, Notes: null };
const phages = [
  tinyPhage('Quillon', { psubcluster: null, program: null, coverage: 12.5 as never }),
  tinyPhage('Vexmoor', { verified_hosts: ['a', { b: 1 }] as never, seq_finished: false }),
];

describe('the Parquet file of a collection', () => {
  test.each([
    ['genes', [...genes, nulls]],
    ['phages', phages],
    ['genes', []],
    ['phages', []],
  ] as const)('holds what the records of %s hold', async (collection, records) => {
    const { task, file } = staged(collection, records);
    const rendered = renderParquet(task);
    const buffer = await asyncBufferFromFile(file);
    const read = await parquetReadObjects({ file: buffer });
    expect(read.map((row) => ({ ...row }))).toEqual(
      records.map((record) => rowOf(collection, record)),
    );
    const { children } = parquetSchema(await parquetMetadataAsync(buffer));
    const names = children.map(({ element }) => element.name);
    expect(names).toEqual(task.columns.map(({ name }) => name));
    const bytes = readFileSync(file);
    const sha256 = hash('sha256', bytes);
    const its = `bulk/${collection}.parquet`;
    expect(rendered).toEqual(listWritten([{ path: its, bytes: bytes.length, sha256 }], 0));
  });

  test('does not depend on the pages', () => {
    const digests = [1, 2, 3, 100].map((pageSize) => {
      return filesOf(renderParquet(staged('genes', genes, pageSize).task))[0]?.sha256;
    });
    expect(new Set(digests).size).toBe(1);
  });

  test('has groups of rows, and is in the order of the list', async () => {
    const many = Array.from({ length: 20_001 }, (_, at) => tinyGene('Quillon', at, { Start: at }));
    const { task, file } = staged('genes', many, 1000);
    renderParquet(task);
    const buffer = await asyncBufferFromFile(file);
    const { row_groups: groups } = await parquetMetadataAsync(buffer);
    expect(groups.map((group) => group.num_rows)).toEqual([20_000n, 1n]);
    const rows = await parquetReadObjects({ file: buffer, columns: ['Start'] });
    expect(rows.every(({ Start }, at) => Start === BigInt(at))).toBe(true);
  });

  test('is the live one where that has the same bytes, and keeps its time', () => {
    const { folder, task, file } = staged('genes', genes);
    const first = renderParquet(task);
    const liveDir = path.join(folder, 'live');
    mkdirSync(path.join(liveDir, 'bulk'), { recursive: true });
    const live = path.join(liveDir, 'bulk/genes.parquet');
    renameSync(file, live);
    const then = new Date('2020-02-29T12:00:00Z');
    utimesSync(live, then, then);

    expect(renderParquet({ ...task, liveDir })).toEqual({ ...first, linked: 1 });
    expect(statSync(file).ino).toBe(statSync(live).ino);
    expect(statSync(file).mtimeMs).toBe(then.getTime());
  });

  test('is written anew where the live one has other bytes', () => {
    const { folder, task, file } = staged('genes', genes);
    const first = renderParquet(task);
    const liveDir = path.join(folder, 'live');
    const bytes = readFileSync(file);
    for (const other of [Buffer.alloc(bytes.length), bytes.subarray(1), Buffer.alloc(0)]) {
      const live = addFile(folder, 'live/bulk/genes.parquet', other);
      expect(renderParquet({ ...task, liveDir })).toEqual({ ...first, linked: 0 });
      expect(readFileSync(live).equals(other)).toBe(true);
    }
  });

  test('that cannot be written fails with its place', () => {
    const { folder, task } = staged('genes', genes);
    addFile(folder, 'staging/bulk', 'in the way');
    expect(() => renderParquet(task)).toThrow(Failure);
    expect(() => renderParquet(task)).toThrow(/Cannot write .*genes\.parquet/);
  });
});
