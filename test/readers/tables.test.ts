import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cell, cellOf, columnsOf } from '../../src/sinks/maker.ts';
import { type CollectionName, collectionNames } from '../../src/contract/collectionName.ts';
import { loadSchemas } from '../../src/records/schemas.ts';
import { buildBulkSite, bulkRecords, type BulkSite } from './bulkSite.ts';
import { askDuckDb, quoted } from './duckdb.ts';
import { pythonHas, runPython } from './python.ts';

let site: BulkSite;
beforeAll(async () => {
  site = await buildBulkSite();
});
afterAll(() => site.remove());

const schemas = loadSchemas();
const columnsIn = (collection: CollectionName) => columnsOf(collection, schemas);

/** What the cells of each record hold, put by `put`. */
function rowsOf<T>(collection: CollectionName, put: (cell: Cell) => T): Record<string, T>[] {
  return bulkRecords[collection].map((record: object) =>
    Object.fromEntries(
      columnsIn(collection).map((column) => [column.name, put(cellOf(record, column))]),
    ),
  );
}

/** The cell of a table, where null is an empty text. */
const asText = (cell: Cell) => (cell === null ? '' : String(cell));
const asStored = (cell: Cell) => (typeof cell === 'number' ? BigInt(cell) : cell);
const fileOf = (collection: CollectionName, form: string) =>
  quoted(path.join(site.dir, `${collection}.${form}`));

describe.each(collectionNames)('DuckDB reads %s', (collection) => {
  test('as a table of tabs, every cell of it', async () => {
    const rows = await askDuckDb(
      `SELECT * FROM read_csv(${fileOf(collection, 'tsv.gz')}, delim = '\t', quote = '"', escape = '"',
       header = true, all_varchar = true, nullstr = 'there is no null')`,
    );
    expect(rows).toEqual(rowsOf(collection, asText));
  });

  test('as a table of tabs, left to itself', async () => {
    const key = columnsIn(collection)[0]!.name;
    const rows = await askDuckDb(
      `SELECT ${key} AS key FROM read_csv(${fileOf(collection, 'tsv.gz')})`,
    );
    expect(rows.map((row) => row['key'])).toEqual(
      rowsOf(collection, asText).map((row) => row[key]),
    );
  });

  test('as Parquet, every value with its type', async () => {
    const rows = await askDuckDb(`SELECT * FROM ${fileOf(collection, 'parquet')}`);
    expect(rows).toEqual(rowsOf(collection, asStored));
  });

  test('as a record a line', async () => {
    const objects = await askDuckDb(
      `SELECT json::VARCHAR AS json FROM read_ndjson_objects(${fileOf(collection, 'ndjson.gz')})`,
    );
    expect(objects.map((row) => JSON.parse(String(row['json'])) as unknown)).toEqual(
      bulkRecords[collection],
    );
    const { path: fields, name } = columnsIn(collection)[0]!;
    const keys = await askDuckDb(
      `SELECT ${fields.join('.')} AS ${name} FROM read_json(${fileOf(collection, 'ndjson.gz')})`,
    );
    expect(keys.map((row) => row[name])).toEqual(
      rowsOf(collection, asText).map((row) => row[name]),
    );
  });
});

test('DuckDB joins genes and phages', async () => {
  const rows = await askDuckDb(
    `SELECT genome_length AS length, count(*)::INTEGER AS genes FROM ${fileOf('genes', 'parquet')}
     JOIN ${fileOf('phages', 'parquet')} ON phage_name = PhageID_PhageID GROUP BY 1 ORDER BY 2 DESC, 1`,
  );
  expect(rows).toEqual([
    { length: 5000n, genes: 5 },
    { length: 0n, genes: 1 },
    { length: 40n, genes: 1 },
  ]);
});

interface PandasTable {
  readonly columns: readonly string[];
  readonly types: Readonly<Record<string, string>>;
  readonly rows: readonly (readonly string[])[];
}

const install = 'apt-get install python3-pandas';

describe.skipIf(!pythonHas('pandas'))(`pandas (to run this: ${install})`, () => {
  test.each(collectionNames)('reads every cell of the table of %s', async (collection) => {
    const table = (await runPython(
      'table.py',
      path.join(site.dir, `${collection}.tsv.gz`),
    )) as PandasTable;
    const columns = columnsIn(collection);
    expect(table.columns).toEqual(columns.map(({ name }) => name));
    expect(table.rows).toEqual(rowsOf(collection, asText).map((row) => Object.values(row)));
    for (const { name, type } of columns) {
      const isWhole = rowsOf(collection, asText).every((row) => row[name] !== '');
      if (type === 'integer' && isWhole) expect(table.types[name]).toBe('int64');
      if (type === 'boolean' && isWhole) expect(table.types[name]).toBe('bool');
    }
  });
});
