import fc from 'fast-check';
import {
  asyncBufferFromFile,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
} from 'hyparquet';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Column, ColumnType } from '../../../src/sinks/maker.ts';
import { createParquetTable, PassedBytes } from '../../../src/sinks/parquet.ts';
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

/** Writes the rows, and gives what a reader with code of its own finds. */
async function written(rows: readonly Row[], rowsPerGroup: number, folder = tempFolder()) {
  const file = path.join(folder, 'table.parquet');
  writeFileSync(file, '');
  const bytes = new PassedBytes((more) => appendFileSync(file, more));
  const table = createParquetTable(bytes, { columns });
  for (const [at, row] of rows.entries()) {
    table.add(row);
    if ((at + 1) % rowsPerGroup === 0) table.endGroup();
  }
  table.endGroup();
  const rowGroups = table.finish();
  const buffer = await asyncBufferFromFile(file);
  const metadata = await parquetMetadataAsync(buffer);
  const read = await parquetReadObjects({ file: buffer });
  return {
    metadata,
    rows: read.map((found) => ({ ...found })),
    groups: metadata.row_groups.map((group) => Number(group.num_rows)),
    bytes: readFileSync(file),
    rowGroups,
  };
}

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
  test.each([
    [1, [1, 1, 1, 1, 1, 1, 1]],
    [3, [3, 3, 1]],
    [7, [7]],
    [100, [7]],
  ])('holds every value, in groups of %i rows', async (rowsPerGroup, groups) => {
    const table = await written(oddRows, rowsPerGroup);
    expect(table.rows).toEqual(asStored(oddRows));
    expect(table.groups).toEqual(groups);
  });

  test.each([0, 1])(
    'of %i rows has columns of text, 64-bit integers and truths, all of which may be null',
    async (count) => {
      const { rows, metadata } = await written(oddRows.slice(0, count), 100);
      expect(rows).toHaveLength(count);
      const { children } = parquetSchema(metadata);
      expect(children.map(({ element }) => element)).toMatchObject([
        {
          name: 'text',
          type: 'BYTE_ARRAY',
          converted_type: 'UTF8',
          logical_type: { type: 'STRING' },
        },
        { name: 'number', type: 'INT64' },
        { name: 'truth', type: 'BOOLEAN' },
      ]);
      for (const { element } of children) expect(element.repetition_type).toBe('OPTIONAL');
    },
  );

  test('says of each group between which values it lies', async () => {
    const rows = ['aa', 'ab', 'b', 'c', 'é', '🦠'].map((text, at) => {
      return { text, number: at * 10, truth: null };
    });
    const { metadata } = await written(rows, 2);
    const bounds = [0, 1, 2].map((at) =>
      metadata.row_groups.map((group) => {
        const of = group.columns[at]?.meta_data?.statistics;
        return [of?.min_value ?? null, of?.max_value ?? null, Number(of?.null_count ?? 0)];
      }),
    );
    expect(bounds).toEqual([
      [
        ['aa', 'ab', 0],
        ['b', 'c', 0],
        ['é', '🦠', 0],
      ],
      [
        [0n, 10n, 0],
        [20n, 30n, 0],
        [40n, 50n, 0],
      ],
      Array.from({ length: 3 }, () => [null, null, 2]),
    ]);
  });

  test('is read by another reader, whatever it holds', async () => {
    const folder = tempFolder();
    const row = fc.record({
      text: fc.option(fc.string({ unit: 'binary' })),
      number: fc.option(fc.maxSafeNat()),
      truth: fc.option(fc.boolean()),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(row), fc.integer({ min: 1, max: 12 }), async (rows, perGroup) => {
        expect((await written(rows, perGroup, folder)).rows).toEqual(asStored(rows));
      }),
    );
  });
});
