/** Reads the cells of a spreadsheet (`.xlsx`) as text. */
import { zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/node';
import { NoSpreadsheet, unpackSpreadsheet } from './unpackSpreadsheet.ts';

export interface Spreadsheet {
  /** The rows of the first sheet that is neither empty nor hidden, starting with its first row. */
  readonly rows: readonly (readonly string[])[];
  /** Names of other sheets that are not empty. */
  readonly passedOver: readonly string[];
}

/** Thrown for a sheet that is not a table: the row, and what was expected and found. */
export class SheetFault extends Error {
  readonly row: number;
  readonly expected: string;

  constructor(row: number, expected: string, found: string) {
    super(found);
    this.row = row;
    this.expected = expected;
  }
}

interface Sheet {
  readonly name: string;
  readonly file: string;
  readonly xml: string;
  readonly isHidden: boolean;
}

// Rows are padded to the longest: one cell far out could fill the memory.
const maxCells = 2_000_000;
const workbookFile = 'xl/workbook.xml';
// The reader knows no other spelling; LibreOffice writes another one.
const counted1904 = 'date1904="1"';
const tag = (name: string) => `<(?:\\w+:)?${name}\\b`;

/** Throws a NoSpreadsheet or a SheetFault. */
export async function readSpreadsheet(bytes: Buffer): Promise<Spreadsheet> {
  const files = await unpackSpreadsheet(bytes);
  const filled = sheetsOf(files).filter(({ xml }) => new RegExp(tag('(?:v|is)')).test(xml));
  const sheet = filled.find(({ isHidden }) => !isHidden);
  if (sheet === undefined) return { rows: [], passedOver: filled.map(({ name }) => name) };
  assertTable(sheet.xml);
  // The extent that a sheet states would cut off the cells beyond it.
  const plain = sheet.xml.replace(new RegExp(`${tag('dimension')}[^>]*>`), '');
  files.set(sheet.file, Buffer.from(plain));
  const workbook = files.get(workbookFile)?.toString('utf8') ?? '';
  files.set(
    workbookFile,
    Buffer.from(workbook.replace(/\bdate1904\s*=\s*["']true["']/, counted1904)),
  );
  // Packed again after unpacking within bounds: the reader itself unpacks without any.
  const packed = Buffer.from(zipSync(Object.fromEntries(files), { level: 0 }));
  const cells = await readSheet(packed, sheet.name, { parseNumber: plainNumber }).catch(
    (error: unknown) => {
      throw new NoSpreadsheet('a spreadsheet that cannot be read', { cause: error });
    },
  );
  return {
    rows: cells.map((row, at) => row.map((value) => textOf(value, at + 1))),
    passedOver: filled.flatMap(({ name }) => (name === sheet.name ? [] : [name])),
  };
}

function sheetsOf(files: ReadonlyMap<string, Buffer>): Sheet[] {
  const textAt = (file: string) => files.get(file)?.toString('utf8') ?? null;
  const workbook = textAt(workbookFile);
  if (workbook === null) throw new NoSpreadsheet('a ZIP file that is no .xlsx spreadsheet');
  const targets = new Map<string, string>();
  for (const one of elements(textAt('xl/_rels/workbook.xml.rels') ?? '', 'Relationship')) {
    const target = one.get('Target') ?? '';
    targets.set(one.get('Id') ?? '', target.startsWith('/') ? target.slice(1) : `xl/${target}`);
  }
  return Array.from(elements(workbook, 'sheet'), (one) => {
    const file = targets.get(one.get('r:id') ?? one.get('id') ?? '') ?? '';
    const isHidden = (one.get('state') ?? 'visible') !== 'visible';
    return { name: unescaped(one.get('name') ?? ''), file, xml: textAt(file) ?? '', isHidden };
  });
}

/** The attributes of each element with that name; lazily, since a sheet may have millions. */
function* elements(xml: string, name: string): Generator<ReadonlyMap<string, string>> {
  const all = new RegExp(`${tag(name)}((?:[^>"']|"[^"]*"|'[^']*')*)>`, 'g');
  for (const [, attributes = ''] of xml.matchAll(all)) {
    const pairs = attributes.matchAll(/([\w:]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g);
    yield new Map(
      Array.from(pairs, ([, key = '', double, single]) => [key, double ?? single ?? '']),
    );
  }
}

function unescaped(text: string): string {
  const signs: Readonly<Record<string, string>> = {
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    amp: '&',
  };
  return text.replaceAll(
    /&(\w+);|&#(\d+);|&#x([\da-f]+);/gi,
    (found, name, decimal, hexadecimal) => {
      if (typeof name === 'string') return signs[name] ?? found;
      const code =
        typeof decimal === 'string' ? Number(decimal) : Number.parseInt(String(hexadecimal), 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : found;
    },
  );
}

/** Throws a SheetFault for content that a table cannot have. */
function assertTable(xml: string): void {
  for (const merged of elements(xml, 'mergeCell')) {
    const cells = merged.get('ref') ?? '';
    throw new SheetFault(rowOf(cells), 'a value in each cell', `the merged cells ${cells}`);
  }
  let [columns, rows] = [0, 0];
  for (const cell of elements(xml, 'c')) {
    const at = cell.get('r') ?? '';
    const letters = /^[A-Z]+/.exec(at)?.[0] ?? '';
    columns = Math.max(columns, columnOf(letters));
    rows = Math.max(rows, rowOf(at));
    if (cell.get('t') === 'e') {
      throw new SheetFault(rowOf(at), 'a value in each cell', `an error of a formula in ${at}`);
    }
    if (columns * rows > maxCells) {
      throw new SheetFault(rowOf(at), `at most ${maxCells} cells`, `one at ${at}`);
    }
  }
}

function rowOf(cell: string): number {
  return Number(/\d+/.exec(cell)?.[0] ?? 1);
}

function columnOf(letters: string): number {
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

/** Files hold the nearest binary number with digits that nobody typed: 40.44 is stored as 40.439999999999998. */
function plainNumber(text: string): string {
  const number = Number(text);
  return Number.isFinite(number) && Math.abs(number) < 1e21 ? String(number) : text;
}

/** Throws a SheetFault for a number formatted as a date that does not exist. */
function textOf(value: unknown, row: number): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'boolean') return String(value);
  if (!(value instanceof Date)) return '';
  if (Number.isNaN(value.getTime())) {
    throw new SheetFault(row, 'a day or a number', 'a number that is no day, shown as one');
  }
  const text = value.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19);
}
