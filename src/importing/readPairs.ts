/** Reads a table of two columns, such as sequences and the names of their phages. */
import { compareText } from '../text/order.ts';
import { familyId, familyNamed, hasNumber } from './blankPhage.ts';
import type { CleanedLine } from './invisible.ts';
import { sha256Of } from './knownHashes.ts';
import { type PhageTable, readTable, type Table, type TableRow } from './readTable.ts';
import { saysNothing } from './noValue.ts';
import { shorterNames } from './inputs.ts';
import { mayBeChanged } from './phageColumns.ts';
import { inputFailure } from './report.ts';

interface PlacedKey {
  readonly file: string;
  readonly line: number;
  readonly key: string;
}

/** The mapping from a table of two columns; it remembers which keys were looked up. */
export interface Pairs {
  readonly get: (key: string) => string | undefined;
  /** The value of a key, which does not count as looked up. */
  readonly peek: (key: string) => string | undefined;
  readonly values: () => ReadonlySet<string>;
  /** The line of the table that has it first. */
  readonly placeOf: (key: string) => { readonly file: string; readonly line: number | null };
  /** The keys that were never looked up. */
  readonly unused: () => readonly PlacedKey[];
  /** The keys that were looked up and have several values, so that they have none. */
  readonly contested: () => readonly PlacedKey[];
  /** Where signs that nobody sees were taken from the table. */
  readonly cleaned: readonly (CleanedLine & Pick<PlacedKey, 'file'>)[];
}

/** The mapping from genes to families, of a table that may also say what families are called. */
export type Families = Awaited<ReturnType<typeof readFamilies>>;

export const noPairs: Pairs = {
  get: () => undefined,
  peek: () => undefined,
  placeOf: () => ({ file: '', line: null }),
  values: () => new Set(),
  unused: () => [],
  contested: () => [],
  cleaned: [],
};

const ofNames =
  'Keep two columns: a sequence, its accession or its file, and the name of its phage.';
const namesHeader = [
  /^(?:old|seq(?:uence)?|contig|accession|file)[ _]?(?:id|name)?$/i,
  /^(?:phage|new)?[ _]?(?:id|name)?$/i,
];
const ofFamilies =
  'Keep two columns, a gene (GeneID or locus tag) and its family, or call these two gene and family in a header.';

/** Maps the first column to the second. Throws a Failure, also for a key with two values. */
export async function readNames(file: string): Promise<Pairs> {
  const { rows: all, cleaned } = await readRows(file);
  assertTwoColumns(file, all, ofNames);
  const [first] = all;
  const isHeader = namesHeader.every((form, at) => form.test(first?.cells[at] ?? ''));
  const rows = isHeader ? all.slice(1) : all;
  const keyed = keyedBy(rows, 0, 1);
  for (const [key, { first: value, others }] of keyed) {
    const [line = 0] = others;
    if (others.length === 0) continue;
    const second = rows.find((row) => row.line === line)?.cells[1] ?? '';
    const found = `'${value}' and '${second}'`;
    throw inputFailure(file, { line, expected: `one value for '${key}'`, found });
  }
  return { ...pairsOf(file, [keyed]), cleaned: placedIn(file, cleaned) };
}

const placedIn = (file: string, cleaned: readonly CleanedLine[]): Pairs['cleaned'] =>
  cleaned.map((one) => ({ file, ...one }));

/**
 * Maps genes to families, by a table of genes and families, in either order, or by one of genomes, families and
 * proteins, as PhaMMSeqs writes it: then the protein is the key. A column `family_label` may follow, and others where a
 * header names those of genes and families. Throws a Failure.
 */
export async function readFamilies(file: string, former: AsyncIterable<FormerGene> | null = null) {
  const { rows: read, cleaned } = await readRows(file);
  const { rows: all, leftOut } = columnsUsed(file, read);
  const numbered = async ({ pairs, unnamed }: FamilyPairs, named: Keyed) => {
    const numbers = former === null ? new Map() : await numbersOf(pairs, former);
    return {
      ...labelled(file, pairs, named, numbers),
      unnamed,
      /** The columns that say neither. */
      leftOut,
      cleaned: placedIn(file, cleaned),
    };
  };
  const at = all[0]?.cells.findIndex((cell) => labelHeader.test(cell)) ?? -1;
  if (at < 0) return numbered(pairsOfFamilies(file, all), new Map());
  const rows = all.map(({ line, cells }) => ({ line, cells: cells.toSpliced(at, 1) }));
  const labels = all.slice(1).map(({ line, cells }, row) => ({
    line,
    // Either may be the family's: a label is asked for by the name of one.
    cells: [...(rows[row + 1]?.cells ?? []).filter(Boolean), cells[at] ?? ''],
  }));
  const withLabel = labels.filter(({ cells }) => cells.length > 2 && cells.at(-1) !== '');
  const named = new Map([...keyedBy(withLabel, 0, 2), ...keyedBy(withLabel, 1, 2)]);
  return numbered(pairsOfFamilies(file, rows), named);
}

const labelHeader = /^family[ _]label$/i;

/** Of a table with more columns, those that its header calls gene, family and family_label, if each is there once. */
function columnsUsed(file: string, rows: readonly TableRow[]) {
  const [first] = rows;
  const header = first?.cells ?? [];
  const columnsOf = (form: RegExp) =>
    [...header.keys()].filter((at) => form.test(header[at] ?? ''));
  const [genes, families] = [columnsOf(geneHeader), columnsOf(ownFamilyHeader)];
  const used = new Set([...genes, ...families, ...columnsOf(labelHeader).slice(0, 1)]);
  const [phages, gene = -1] = [columnsOf(phageHeader), ...genes];
  const of = /tag/i.test(header[gene] ?? '') ? 'tag' : 'name';
  const numbered = ({ cells }: TableRow) =>
    phages.length === 1
      ? numberedGene(cells[phages[0] ?? 0] ?? '', numberOf(cells[gene] ?? ''), of)
      : '';
  const areOfPhages = rows.some((row) => numbered(row) !== '');
  const isFilled = (at: number) => rows.some(({ cells }) => (cells[at] ?? '') !== '');
  const leftOut = [...header.keys()].filter((at) => !used.has(at) && isFilled(at));
  if (genes.length !== 1 || families.length !== 1 || leftOut.length === 0)
    return { rows, leftOut: [] };
  const cut = rows.map((row) => {
    const { line, cells } = row;
    const extra = cells.slice(header.length).find(Boolean);
    const cellAt = (at: number) => (at === gene && numbered(row)) || (cells[at] ?? '');
    const own = [...used].map(cellAt);
    if (own.every((cell) => cell === '')) {
      const found = quoted(cells.filter(Boolean));
      const hint = 'Take out notes, which fill neither column.';
      throw inputFailure(file, { line, expected: 'a gene and its family', found }, hint);
    }
    if (extra === undefined) return { line, cells: own };
    const expected = `${header.length} cells, as the header has`;
    throw inputFailure(file, { line, expected, found: `${cells.length}: ${quoted(cells)}` });
  });
  const others = leftOut.filter((at) => !areOfPhages || at !== phages[0]);
  const nameOf = (at: number) => header[at] || `column ${at + 1}`;
  const line = first?.line ?? 1;
  return { rows: cut, leftOut: others.map((at) => ({ file, line, key: nameOf(at) })) };
}

/** The number of a gene by its name: `12a` of `gp012A`; empty without one. */
export function numberOf(gene: string): string {
  const [, number = ''] =
    /^(?:gp|gene|orf|cds)?[\s_.-]*0*(\d+(?:\.(?!0$)\d+)?[a-z]?)(?:\.0)?$/i.exec(gene) ?? [];
  return number.toLowerCase();
}

/**
 * The key of a gene by the number of its name, or of its locus tag, in a table of phages: `L5 12` of `Mycobacterium phage
 * L5`, or `L5 locus_tag 12`; empty without both.
 */
export function numberedGene(phage: string, number: string, of: 'name' | 'tag'): string {
  const name = number === '' ? undefined : shorterNames(phage).find(Boolean);
  return name === undefined ? '' : `${name} ${of === 'tag' ? 'locus_tag ' : ''}${number}`;
}

/** The number of a gene in its locus tag; empty without one. */
export function endNumber(tag: string): string {
  return numberOf(/\d+(?:\.\d+)?[a-z]?$/i.exec(tag)?.[0] ?? '');
}

/** Spreadsheet programs write a long number so, and lose its end; and they take names such as MAR1 for days. */
function assertUnchanged(file: string, rows: readonly TableRow[], familyAt: number): void {
  for (const { line, cells } of rows) {
    const found = cells.find(
      (cell, at) =>
        /^\d+(?:[.,]\d+)?E\+\d+$/i.test(cell) || (at === familyAt && mayBeChanged.test(cell)),
    );
    if (found === undefined) continue;
    const expected =
      'a gene or a family as it was before a spreadsheet program took it for a number or a day';
    const hint =
      'Give the column the format of text where the table comes from, and save it again.';
    throw inputFailure(file, { line, expected, found: `'${found}'` }, hint);
  }
}

interface FamilyPairs {
  readonly pairs: Pairs;
  /** Genes whose family is empty. */
  readonly unnamed: readonly PlacedKey[];
}

function pairsOfFamilies(file: string, read: readonly TableRow[]): FamilyPairs {
  if (read.every(isOfProteins)) {
    // Genes have their proteins without the stop at the end.
    const whole = read.map(({ line, cells: [genome = '', of = '', protein = ''] }) => ({
      line,
      cells: [genome, of, protein.replace(/\*$/, '')],
    }));
    return { pairs: pairsOf(file, [keyedBy(whole, 2, 1)]), unnamed: [] };
  }
  // All genes in none are not one family.
  const all = read.map((row) => {
    const first = row.cells.findIndex(isNoFamily);
    if (first < 0) return row;
    const isNone = (cell: string, at: number) => at === first || (at > first && isNoFamily(cell));
    return { ...row, cells: row.cells.map((cell, at) => (isNone(cell, at) ? '' : cell)) };
  });
  const isLone = ({ cells }: TableRow) => cells.length > 1 && cells.filter(Boolean).length === 1;
  const rows = all.filter((row) => !isLone(row));
  assertTwoColumns(file, rows, ofFamilies);
  const [header] = rows;
  const isHeader = [geneHeader, familyHeader].every((form) =>
    header?.cells.some((cell) => form.test(cell)),
  );
  const pairs = isHeader ? rows.slice(1) : rows;
  const sides = [keyedBy(pairs, 0, 1), keyedBy(pairs, 1, 0)];
  const column = columnOfGenes(rows, sides);
  assertUnchanged(file, rows, column === null ? -1 : 1 - column);
  const unnamed = all.filter(isLone).map(({ line, cells }) => {
    const key = column === null ? cells.find(Boolean) : cells[column];
    if (key !== undefined && key !== '') return { file, line, key };
    const expected = `a gene in the ${column === 0 ? 'first' : 'second'} column`;
    throw inputFailure(file, { line, expected, found: quoted(cells) });
  });
  const used = column === null ? sides.toReversed() : sides.slice(column, column + 1);
  return { pairs: pairsOf(file, used), unnamed };
}

const noFamily =
  /^(?:-1|n\.?d\.?|no[_ ](?:phrog|pham|family|cluster)|singletons?|orph(?:an|am)s?|orfans?|unclustered)$/i;

function isNoFamily(cell: string): boolean {
  return noFamily.test(cell) || saysNothing(cell);
}

const quoted = (cells: readonly string[]) => cells.map((cell) => `'${cell}'`).join(', ');

/** A gene of a release that was published before. */
export interface FormerGene {
  readonly id: string;
  readonly locusTag: string | null;
  readonly translation: string | null;
  readonly phage: string;
  readonly name: string;
  /** The number of its family. */
  readonly family: number;
}

/**
 * The numbers of families by their names in the table: that of the former family with which one shares most genes, each number
 * once. A family that shares none has its own number, if no former one had it, or the next free one. PHROGs keep theirs.
 */
async function numbersOf(
  pairs: Pick<Pairs, 'peek' | 'values'>,
  former: AsyncIterable<FormerGene>,
): Promise<Map<string, number>> {
  const shared = new Map<string, Map<number, number>>();
  const taken = new Set<number>();
  for await (const gene of former) {
    const { id, locusTag, translation, family } = gene;
    taken.add(family);
    const keys = [id, locusTag, translation, ...numberedFormer(gene)];
    const [name] = keys.flatMap((key) => pairs.peek(key ?? '') ?? []);
    if (name === undefined) continue;
    const counts = shared.get(name) ?? new Map<number, number>();
    shared.set(name, counts.set(family, (counts.get(family) ?? 0) + 1));
  }
  const numbers = new Map<string, number>();
  const given = new Set<number>();
  const give = (name: string, number: number) => {
    numbers.set(name, number);
    given.add(number);
  };
  const isPhrog = (name: string) => familyNamed(name).kind === 'phrog';
  const claims = [...shared]
    .filter(([name]) => !isPhrog(name))
    .flatMap(([name, counts]) => [...counts].map(([number, genes]) => ({ name, number, genes })))
    .sort((a, b) => b.genes - a.genes || a.number - b.number || compareText(a.name, b.name));
  for (const { name, number } of claims)
    if (!numbers.has(name) && !given.has(number)) give(name, number);
  const isFree = (number: number) => !taken.has(number) && !given.has(number);
  let next = 1;
  for (const number of taken) if (number < hashedFrom) next = Math.max(next, number + 1);
  for (const name of [...pairs.values()].sort(compareText)) {
    if (numbers.has(name) || isPhrog(name)) continue;
    const own = familyId(familyNamed(name));
    if (isFree(own)) give(name, own);
    else {
      while (!isFree(next)) next++;
      give(name, next);
    }
  }
  return numbers;
}

/** By its name, unless its locus tag has another number: that may be what the table means. */
function numberedFormer({ phage, name, locusTag }: FormerGene): string[] {
  const [number = '', ...others] = new Set(
    [numberOf(name), endNumber(locusTag ?? '')].filter(Boolean),
  );
  return others.length > 0
    ? []
    : [numberedGene(phage, number, 'name'), numberedGene(phage, number, 'tag')];
}

// Numbers from here on are made of names.
const hashedFrom = 1_000_000_000;

/** `named` has labels by the names of families, `numbers` their numbers where these are not their own. */
function labelled(file: string, pairs: Pairs, named: Keyed, numbers: ReadonlyMap<string, number>) {
  const families = new Set<string>();
  return {
    ...pairs,
    get: (key: string): string | undefined => {
      const family = pairs.get(key);
      if (family === undefined) return undefined;
      families.add(family);
      return String(numbers.get(family) ?? family);
    },
    /** Tells other numbers of the same table apart; empty without any. */
    numbering: numbers.size === 0 ? '' : sha256Of(Buffer.from(JSON.stringify([...numbers]))),
    /** Of families that were looked up: a name that is no number, or what the column `family_label` says of it. */
    labels(): ReadonlyMap<number, string> {
      const labels = new Map<number, string>();
      for (const family of families) {
        const key = familyNamed(family);
        const label = named.get(family)?.first ?? (hasNumber(key) ? null : family);
        if (label !== null) labels.set(numbers.get(family) ?? familyId(key), label);
      }
      return labels;
    },
    /** The families that the column gives several labels, of which they have the first. */
    relabelled: (): PlacedKey[] =>
      [...families].flatMap((key) => {
        const [line] = named.get(key)?.others ?? [];
        return line === undefined ? [] : [{ file, line, key }];
      }),
  };
}

/**
 * By the header; or else families have numbers or the like, and genes have not; or else the column with fewer repeats has
 * the genes, since a family has many. Null if it may be either.
 */
function columnOfGenes(rows: readonly TableRow[], sides: readonly Keyed[]): 0 | 1 | null {
  const [header, ...rest] = rows;
  const tests: ((column: number) => boolean)[] = [
    (column) => geneHeader.test(header?.cells[column] ?? ''),
    (column) => !familyHeader.test(header?.cells[column] ?? ''),
    (column) => !rest.every(({ cells }) => familyLike.test(cells[column] ?? '')),
  ];
  for (const test of tests) {
    const [first, second] = [test(0), test(1)];
    if (first !== second) return first ? 0 : 1;
  }
  const [first = 0, second = 0] = sides.map(
    (side) => [...side.values()].filter(({ others }) => others.length > 0).length,
  );
  if (first === second) return first === 0 ? null : 0;
  return first < second ? 0 : 1;
}

const phageHeader = /^(?:phage|genome|strain)[ _]?(?:id|name)?$/i;
const geneHeader = /^(?:genes?|locus|protein|member|cds)[ _]?(?:tag|id|name|number|no\.?|#)?$/i;
// In a larger table, `cluster` may be that of the phage.
const ownFamilyHeader = /^(?:pham|family|phrog)[ _]?(?:id|name)?$/i;
const familyHeader = /^(?:pham|family|phrog|cluster)[ _]?(?:id|name)?$/i;
const familyLike = /^(?:phrog|pham|fam|family|cluster)?[_ ]?\d+(?:[.,]0)?$/i;

/** Whether a table that names phages is one of genes: it has a column of them, and a phage on several rows. */
export function isOfGenes({ header, rows }: Pick<PhageTable, 'header' | 'rows'>): boolean {
  const headers = header?.cells ?? [];
  const phage = headers.findIndex((cell) => phageHeader.test(cell));
  const names = rows.flatMap(({ cells }) => cells[phage] || []);
  return headers.some((cell) => geneHeader.test(cell)) && new Set(names).size < names.length;
}

/** A row of a file `strain_genes.tsv` of PhaMMSeqs. */
function isOfProteins({ cells }: TableRow): boolean {
  return cells.length === 3 && /^[A-Z]+\*?$/.test(cells[2] ?? '') && cells.every(Boolean);
}

/** The first value of each key with its line, and the lines that give it another. */
type Keyed = Map<string, { first: string; line: number; others: readonly number[] }>;

const noOthers: readonly number[] = [];

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

/** The rows of a table that is not empty; a column of names may be those of a FASTA file, with its sign. */
async function readRows(file: string): Promise<Pick<Table, 'rows' | 'cleaned'>> {
  const { rows, cleaned } = await readTable(file);
  if (rows.length === 0)
    throw inputFailure(file, { line: 1, expected: 'two columns', found: 'an empty table' });
  const below = rows.length > 1 ? rows.slice(1) : rows;
  const hasSign = (at: number) => below.every(({ cells }) => cells[at]?.startsWith('>') === true);
  const signed = new Set([...(below[0]?.cells.keys() ?? [])].filter(hasSign));
  const without = ({ line, cells }: TableRow) => ({
    line,
    cells: cells.map((cell, at) => (signed.has(at) ? cell.replace(/^>/, '') : cell)),
  });
  return { rows: signed.size > 0 ? rows.map(without) : rows, cleaned };
}

function assertTwoColumns(file: string, rows: readonly TableRow[], hint: string): void {
  const bad = rows.find(({ cells }) => cells.filter(Boolean).length !== 2);
  if (bad === undefined) return;
  const { line, cells } = bad;
  const [expected, found] =
    cells.length === 2
      ? ['a value in both columns', quoted(cells)]
      : ['two columns', `${cells.length}: ${quoted(cells)}`];
  throw inputFailure(file, { line, expected, found }, hint);
}

/** Pairs that are looked up in the first side that has the key. */
function pairsOf(file: string, sides: readonly Keyed[]): Pairs {
  const found = (key: string) =>
    sides.map((side) => side.get(key)).find((one) => one !== undefined);
  const used = new Set<number>();
  const contested = new Map<string, number>();
  return {
    get(key) {
      const one = found(key);
      if (one === undefined) return undefined;
      for (const line of [one.line, ...one.others]) used.add(line);
      if (one.others.length === 0) return one.first;
      contested.set(key, one.others[0] ?? one.line);
      return undefined;
    },
    peek(key) {
      const one = found(key);
      return one?.others.length === 0 ? one.first : undefined;
    },
    placeOf: (key) => ({ file, line: found(key)?.line ?? null }),
    values: () => new Set(sides.flatMap((side) => Array.from(side.values(), ({ first }) => first))),
    unused: () =>
      Array.from(sides[0] ?? [], ([key, { line }]) => ({ file, line, key })).filter(
        ({ line }) => !used.has(line),
      ),
    contested: () => Array.from(contested, ([key, line]) => ({ file, line, key })),
    cleaned: [],
  };
}
