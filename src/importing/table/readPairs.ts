/** Reads a table of two columns, such as sequences and the names of their phages. */
import { inputFailure } from '../faultOf.ts';
import { readTable, type TableRow } from './readCells.ts';

/** The mapping from a table of two columns; it remembers which keys were looked up. */
export interface Pairs {
  readonly get: (key: string) => string | undefined;
  /** The keys that were never looked up. */
  readonly unused: () => readonly PlacedKey[];
  /** The keys that were looked up and have several values, so that they have none. */
  readonly contested: () => readonly PlacedKey[];
}

interface PlacedKey {
  readonly file: string;
  readonly line: number;
  readonly key: string;
}

export const noPairs: Pairs = { get: () => undefined, unused: () => [], contested: () => [] };

/** Maps the first column to the second. Throws a Failure, also for a key with two values. */
export async function readNames(file: string): Promise<Pairs> {
  const { rows } = await readTable(file);
  assertTwoColumns(file, rows);
  const keyed = keyedBy(rows, 0, 1);
  for (const [key, { first, others }] of keyed) {
    const [line = 0] = others;
    if (others.length === 0) continue;
    const second = rows.find((row) => row.line === line)?.cells[1] ?? '';
    const found = `'${first}' and '${second}'`;
    throw inputFailure(file, { line, expected: `one value for '${key}'`, found });
  }
  return pairsOf(file, [keyed]);
}

/**
 * Maps genes to families, by a table of genes and families, in either order, or by one of genomes, families and
 * proteins, as PhaMMSeqs writes it: then the protein is the key. Throws a Failure.
 */
export async function readFamilies(file: string): Promise<Pairs> {
  const { rows } = await readTable(file);
  if (rows.every(isOfProteins)) return pairsOf(file, [keyedBy(rows.map(withoutStop), 2, 1)]);
  assertTwoColumns(file, rows);
  const sides = [keyedBy(rows, 0, 1), keyedBy(rows, 1, 0)];
  const column = columnOfGenes(rows, sides);
  return pairsOf(file, column === null ? sides.toReversed() : sides.slice(column, column + 1));
}

/**
 * By the header; or else families have numbers or the like, and genes have not; or else the column with fewer repeats has
 * the genes, since a family has many. Null if it may be either.
 */
function columnOfGenes(rows: readonly TableRow[], sides: readonly Keyed[]): 0 | 1 | null {
  const [header, ...rest] = rows;
  const tests: ((column: number) => boolean)[] = [
    (column) =>
      /^(?:genes?|locus|protein|member|cds)[ _]?(?:tag|id|name)?$/i.test(
        header?.cells[column] ?? '',
      ),
    (column) =>
      !/^(?:pham|family|phrog|cluster)[ _]?(?:id|name)?$/i.test(header?.cells[column] ?? ''),
    (column) => !rest.every(({ cells }) => familyLike.test(cells[column] ?? '')),
  ];
  for (const test of tests) {
    const [first, second] = [test(0), test(1)];
    if (first !== second) return first ? 0 : 1;
  }
  const [first = 0, second = 0] = sides.map((side) => {
    let count = 0;
    for (const { others } of side.values()) count += Math.min(others.length, 1);
    return count;
  });
  if (first === second) return first === 0 ? null : 0;
  return first < second ? 0 : 1;
}

const familyLike = /^(?:phrog|pham|fam|family|cluster)?[_ ]?\d+(?:\.0)?$/i;

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

type Keyed = Map<string, { first: string; line: number; others: readonly number[] }>;

const noOthers: readonly number[] = [];

/** The first value of each key with its line, and the lines that give it another. */
function keyedBy(rows: readonly TableRow[], key: number, value: number): Keyed {
  const keyed: Keyed = new Map();
  for (const { line, cells } of rows) {
    const [from = '', to = ''] = [cells[key], cells[value]];
    const known = keyed.get(from);
    // Most keys of the right side have none, and share the empty list.
    if (known === undefined) keyed.set(from, { first: to, line, others: noOthers });
    else if (known.first === to) continue;
    else if (known.others === noOthers) known.others = [line];
    else (known.others as number[]).push(line);
  }
  return keyed;
}

function assertTwoColumns(file: string, rows: readonly TableRow[]): void {
  const bad = rows.find(({ cells }) => cells.filter((cell) => cell !== '').length !== 2);
  if (bad === undefined) return;
  const found = `${bad.cells.length}: ${bad.cells.map((cell) => `'${cell}'`).join(', ')}`;
  throw inputFailure(file, { line: bad.line, expected: 'two columns', found });
}

/** Pairs that are looked up in the first side that has the key. */
function pairsOf(file: string, sides: readonly Keyed[]): Pairs {
  const used = new Set<number>();
  const contested = new Map<string, number>();
  return {
    get(key) {
      const found = sides.map((side) => side.get(key)).find((one) => one !== undefined);
      if (found === undefined) return undefined;
      for (const line of [found.line, ...found.others]) used.add(line);
      if (found.others.length === 0) return found.first;
      contested.set(key, found.others[0] ?? found.line);
      return undefined;
    },
    unused: () =>
      Array.from(sides[0] ?? [], ([key, { line }]) => ({ file, line, key })).filter(
        ({ line }) => !used.has(line),
      ),
    contested: () => Array.from(contested, ([key, line]) => ({ file, line, key })),
  };
}
