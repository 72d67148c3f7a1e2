import fc from 'fast-check';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Column, ColumnType } from '../../../src/bulk/columns.ts';
import { HashedBytes } from '../../../src/bulk/hashedBytes.ts';
import { createParquetTable } from '../../../src/bulk/parquetTable.ts';
import { askDuckDb, quoted } from '../../readers/duckdb.ts';
import { tempFolder } from '../sources/tempFolder.ts';

const column = (name: string, type: ColumnType): Column => {
  return { name, path: [name], type, description: '' };
};
const columns = [column('text', 'string'), column('number', 'integer'), column('truth', 'boolean')];

interface Row {
  readonly text: string | null;
  readonly number: number | null;
  readonly truth: boolean | null;
}

function write(rows: readonly Row[], rowsPerGroup: number, file: string): HashedBytes {
  writeFileSync(file, '');
  const bytes = new HashedBytes((more) => appendFileSync(file, more));
  const table = createParquetTable(bytes, { columns, rowsPerGroup });
  for (const row of rows) table.add(row);
  table.finish();
  return bytes;
}

const written = (rows: readonly Row[], rowsPerGroup: number): string => {
  const file = path.join(tempFolder(), 'table.parquet');
  write(rows, rowsPerGroup, file);
  return file;
};

const asStored = (rows: readonly Row[]) =>
  rows.map((row) => ({ ...row, number: row.number === null ? null : BigInt(row.number) }));

const oddRows: readonly Row[] = [
  { text: '', number: 0, truth: true },
  { text: null, number: null, truth: null },
  { text: 'a\u2028b\u2029\t"\r\n\\', number: Number.MAX_SAFE_INTEGER, truth: false },
  { text: 'β-lactamase 🦠 \uffff', number: 1, truth: true },
  { text: '\0', number: 2 ** 31, truth: null },
  { text: 'null', number: null, truth: false },
  { text: 'x'.repeat(200_000), number: 2 ** 32, truth: true },
];

describe('a Parquet table', () => {
  test.each([1, 3, 7, 100])('holds every value, in groups of %i rows', async (rowsPerGroup) => {
    const file = written(oddRows, rowsPerGroup);
    expect(await askDuckDb(`SELECT * FROM ${quoted(file)}`)).toEqual(asStored(oddRows));
    const groups = await askDuckDb(
      `SELECT row_group_num_rows::INTEGER AS count FROM parquet_metadata(${quoted(file)})
       WHERE column_id = 0 ORDER BY row_group_id`,
    );
    const counts = groups.map(({ count }) => Number(count));
    expect(counts.slice(0, -1).every((count) => count === rowsPerGroup)).toBe(true);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(oddRows.length);
  });

  test('has columns of text, 64-bit integers and truths, all of which may be null', async () => {
    const file = written(oddRows, 100);
    const schema = await askDuckDb(
      `SELECT name, type, repetition_type, converted_type, logical_type
       FROM parquet_schema(${quoted(file)}) WHERE num_children IS NULL`,
    );
    expect(schema).toMatchObject([
      { name: 'text', type: 'BYTE_ARRAY', repetition_type: 'OPTIONAL', converted_type: 'UTF8' },
      { name: 'number', type: 'INT64', repetition_type: 'OPTIONAL' },
      { name: 'truth', type: 'BOOLEAN', repetition_type: 'OPTIONAL' },
    ]);
    expect(schema[0]!['logical_type']).toContain('String');
  });

  test('of no rows has its columns all the same', async () => {
    const file = written([], 100);
    expect(await askDuckDb(`SELECT * FROM ${quoted(file)}`)).toEqual([]);
    const described = await askDuckDb(`DESCRIBE SELECT * FROM ${quoted(file)}`);
    expect(described.map((row) => [row['column_name'], row['column_type']])).toEqual([
      ['text', 'VARCHAR'],
      ['number', 'BIGINT'],
      ['truth', 'BOOLEAN'],
    ]);
  });

  test('says of each group between which values it lies', async () => {
    const rows = ['aa', 'ab', 'b', 'c', 'é', '🦠'].map((text, at) => {
      return { text, number: at * 10, truth: null };
    });
    const file = written(rows, 2);
    const bounds = await askDuckDb(
      `SELECT stats_min_value AS least, stats_max_value AS most, stats_null_count::INTEGER AS nulls
       FROM parquet_metadata(${quoted(file)}) ORDER BY column_id, row_group_id`,
    );
    expect(bounds.map(({ least, most, nulls }) => [least, most, nulls])).toEqual([
      ['aa', 'ab', 0],
      ['b', 'c', 0],
      ['é', '🦠', 0],
      ['0', '10', 0],
      ['20', '30', 0],
      ['40', '50', 0],
      [null, null, 2],
      [null, null, 2],
      [null, null, 2],
    ]);
    const found = await askDuckDb(`SELECT number FROM ${quoted(file)} WHERE text >= 'é'`);
    expect(found.map(({ number }) => number)).toEqual([40n, 50n]);
  });

  test('has the same bytes whenever it has the same rows, and nothing but them', async () => {
    const folder = tempFolder();
    const [one, other] = ['one', 'other'].map((name) => path.join(folder, name));
    const digests = [write(oddRows, 3, one!), write(oddRows, 3, other!)].map((b) => b.sha256());
    expect(readFileSync(one!).equals(readFileSync(other!))).toBe(true);
    expect(digests[0]).toBe(digests[1]);
    const said = await askDuckDb(
      `SELECT created_by FROM parquet_file_metadata(${quoted(one!)})
       UNION ALL SELECT key::VARCHAR FROM parquet_kv_metadata(${quoted(one!)})`,
    );
    expect(said).toEqual([{ created_by: 'phagepress version 1' }]);
  });

  test('is read by another reader, whatever it holds', async () => {
    const file = path.join(tempFolder(), 'table.parquet');
    const row = fc.record({
      text: fc.option(fc.string({ unit: 'binary' })),
      number: fc.option(fc.maxSafeNat()),
      truth: fc.option(fc.boolean()),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(row), fc.integer({ min: 1, max: 12 }), async (rows, perGroup) => {
        write(rows, perGroup, file);
        const read = await parquetReadObjects({ file: await asyncBufferFromFile(file) });
        expect(read.map((found) => ({ ...found }))).toEqual(asStored(rows));
      }),
    );
  });
});
