/** Yardstick (c): DuckDB reads and sorts the same records, without validation, and the same pages are written. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';

const [genes, pages, pageSize] = process.argv.slice(2);
const instance = await DuckDBInstance.create();
const connection = await instance.connect();
const quoted = `${genes}/*.ndjson`.replaceAll("'", "''");
const counted = await connection.runAndReadAll(
  `SELECT count(*)::INTEGER FROM read_ndjson_objects('${quoted}')`,
);
const count = counted.getRows()[0][0];
const last = Math.ceil(count / Number(pageSize));
const result = await connection.stream(
  `SELECT json::VARCHAR FROM read_ndjson_objects('${quoted}') ORDER BY json->>'GeneID'`,
);

let number = 0;
let records = [];
const link = (page) => `http://127.0.0.1:8080/api/genes/?format=api&page=${page}`;
const flush = () => {
  number++;
  const next = number < last ? link(number + 1) : null;
  const previous = number > 1 ? link(number - 1) : null;
  const head = JSON.stringify({ count, next, previous, results: [] }).slice(0, -2);
  writeFileSync(path.join(pages, `${number}.json`), `${head}${records.join(',')}]}`);
  records = [];
};
for (;;) {
  const chunk = await result.fetchChunk();
  if (chunk === null || chunk.rowCount === 0) break;
  for (const record of chunk.getColumnValues(0)) {
    records.push(record);
    if (records.length === Number(pageSize)) flush();
  }
}
if (records.length > 0) flush();
