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
 * Maps genes to families, by a table of genes and families, in either order, or by one of genomes, families and
 * proteins, as PhaMMSeqs writes it: then the protein is the key. A gene is in one family and a family has many genes, so
 * the column without repeats has the genes; if neither has repeats, either may. Throws a Failure.
 */
export async function readFamilies(file: string): Promise<Pairs> {
  const { rows } = await readTable(file);
  if (rows.every(isOfProteins)) return pairsOf(file, rows.map(withoutStop), 2, 1);
  assertTwoColumns(file, rows);
  const isUnique = (column: number) =>
    new Set(rows.map(({ cells }) => cells[column])).size === rows.length;
  const [first, second] = [isUnique(0), isUnique(1)];
  if (!first || !second) return second ? pairsOf(file, rows, 1, 0) : pairsOf(file, rows, 0, 1);
  return eitherOf(pairsOf(file, rows, 1, 0), pairsOf(file, rows, 0, 1));
}

/** A row of a file `strain_genes.tsv` of PhaMMSeqs. */
function isOfProteins({ cells }: TableRow): boolean {
  return (
    cells.length === 3 && /^[A-Z]+\*?$/.test(cells[2] ?? '') && cells.every((cell) => cell !== '')
  );
}

/** Genes have their proteins without the stop at the end. */
function withoutStop({
  line,
  cells: [genome = '', family = '', protein = ''],
}: TableRow): TableRow {
  return { line, cells: [genome, family, protein.replace(/\*$/, '')] };
}

/** Pairs that may be looked up from either side. */
function eitherOf(one: Pairs, other: Pairs): Pairs {
  return {
    get: (key) => one.get(key) ?? other.get(key),
    unused() {
      const lines = new Set(other.unused().map(({ line }) => line));
      return one.unused().filter(({ line }) => lines.has(line));
    },
  };
}

async function rowsOf(file: string): Promise<readonly TableRow[]> {
  const { rows } = await readTable(file);
  assertTwoColumns(file, rows);
  return rows;
}

function assertTwoColumns(file: string, rows: readonly TableRow[]): void {
  const bad = rows.find(({ cells }) => cells.filter((cell) => cell !== '').length !== 2);
  if (bad === undefined) return;
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
