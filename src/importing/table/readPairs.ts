/** Reads a table of two columns, such as sequences and the names of their phages. */
import { inputFailure } from '../faultOf.ts';
import { readTable, type TableRow } from './readCells.ts';

/** The mapping from a table of two columns; it remembers which keys were looked up. */
export interface Pairs {
  readonly get: (key: string) => string | undefined;
  /** The keys that were never looked up, each with its place. */
  readonly unused: () => readonly {
    readonly file: string;
    readonly line: number;
    readonly key: string;
  }[];
}

export const noPairs: Pairs = { get: () => undefined, unused: () => [] };

/** Maps the first column to the second. Throws a Failure, also for a key with two values. */
export async function readNames(file: string): Promise<Pairs> {
  return pairsOf(file, await rowsOf(file), 0, 1);
}

/**
 * Maps genes to families. A gene is in one family and a family has many genes, so the column without repeats has the
 * genes; if neither has repeats, it is the second, as MMseqs2 writes it. Throws a Failure.
 */
export async function readFamilies(file: string): Promise<Pairs> {
  const rows = await rowsOf(file);
  const isUnique = (column: number) =>
    new Set(rows.map(({ cells }) => cells[column])).size === rows.length;
  const gene = isUnique(1) ? 1 : 0;
  return pairsOf(file, rows, gene, 1 - gene);
}

async function rowsOf(file: string): Promise<readonly TableRow[]> {
  const { rows } = await readTable(file);
  const bad = rows.find(({ cells }) => cells.filter((cell) => cell !== '').length !== 2);
  if (bad === undefined) return rows;
  const found = `${bad.cells.length}: ${bad.cells.map((cell) => `'${cell}'`).join(', ')}`;
  throw inputFailure(file, { line: bad.line, expected: 'two columns', found });
}

function pairsOf(file: string, rows: readonly TableRow[], key: number, value: number): Pairs {
  const pairs = new Map<string, { readonly to: string; readonly line: number }>();
  for (const { line, cells } of rows) {
    const [from = '', to = ''] = [cells[key], cells[value]];
    const known = pairs.get(from);
    if (known !== undefined && known.to !== to) {
      const found = `'${known.to}' and '${to}'`;
      throw inputFailure(file, { line, expected: `one value for '${from}'`, found });
    }
    pairs.set(from, { to, line });
  }
  const unused = new Map(pairs);
  return {
    get(from) {
      unused.delete(from);
      return pairs.get(from)?.to;
    },
    unused: () => Array.from(unused, ([from, { line }]) => ({ file, line, key: from })),
  };
}
