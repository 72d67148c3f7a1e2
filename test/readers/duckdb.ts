/** Asks DuckDB, which reads files with code that is not ours. */
import { DuckDBInstance, type DuckDBValue } from '@duckdb/node-api';

export type DuckRow = Record<string, DuckDBValue>;

/** The rows that a query gives; integers of 64 bits come as bigint. */
export async function askDuckDb(sql: string): Promise<DuckRow[]> {
  const instance = await DuckDBInstance.create();
  try {
    const connection = await instance.connect();
    try {
      const result = await connection.runAndReadAll(sql);
      return result.getRowObjects();
    } finally {
      connection.closeSync();
    }
  } finally {
    instance.closeSync();
  }
}

/** Text as SQL has it. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
