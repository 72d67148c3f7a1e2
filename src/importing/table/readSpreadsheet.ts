/** Reads the cells of a spreadsheet (`.xlsx`) as text. */
import { readSheet } from 'read-excel-file/node';
import { NoSpreadsheet, unpackSpreadsheet } from './unpackSpreadsheet.ts';
import { packedAlone, workbookOf } from './workbook.ts';
import { tagsOf, unreadable } from './xmlTags.ts';

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

// Rows are padded to the longest: one cell far out could fill the memory.
const maxCells = 2_000_000;
// The reader copies all rows so far for each bit of the sheet: half a million take minutes, and end in a full stack.
const maxRows = 250_000;
// Spreadsheet programs accept 255 characters. The reader looks for the end of each bracket up to the last character.
const maxFormat = 1000;
const maxBrackets = 64;

/** Throws a NoSpreadsheet or a SheetFault. */
export async function readSpreadsheet(bytes: Buffer): Promise<Spreadsheet> {
  const { sheets, ...shared } = workbookOf(await unpackSpreadsheet(bytes));
  const filled = sheets.filter(({ isFilled }) => isFilled);
  const sheet = filled.find(({ isHidden }) => !isHidden);
  if (sheet === undefined) return { rows: [], passedOver: filled.map(({ name }) => name) };
  assertTable(sheet.xml);
  assertFormats(shared.styles);
  const packed = packedAlone(sheet.xml, shared);
  const cells = await readSheet(packed, 1, { parseNumber: plainNumber }).catch((error: unknown) => {
    throw unreadable(error);
  });
  return {
    rows: cells.map((row, at) => row.map((value) => textOf(value, at + 1))),
    passedOver: filled.flatMap(({ name }) => (name === sheet.name ? [] : [name])),
  };
}

function assertFormats(styles: string): void {
  for (const { attributes } of tagsOf(styles, new Set(['numFmt']))) {
    const format = attributes.get('formatCode') ?? '';
    // An entity may stand for a bracket.
    const brackets = format.match(/[[&]/g)?.length ?? 0;
    if (format.length > maxFormat || brackets > maxBrackets)
      throw new NoSpreadsheet('a spreadsheet with a number format that is too long');
  }
}

/**
 * Throws a SheetFault for content that a table cannot have. Counts rows as the reader does, which adds the rows and
 * cells that are left out: numbers that it might take otherwise are refused with a NoSpreadsheet.
 */
function assertTable(xml: string): void {
  let [columns, rows, found] = [0, 0, 0];
  let row = { number: 0, isStated: true, isOpen: false };
  for (const { name, kind, attributes } of tagsOf(xml, new Set(['row', 'c', 'mergeCell']))) {
    if (name === 'mergeCell') {
      const cells = attributes.get('ref') ?? '';
      const first = Number(/\d+/.exec(cells)?.[0] ?? 1);
      throw new SheetFault(first, 'a value in each cell', `the merged cells ${cells}`);
    }
    if (kind === 'end') {
      if (name === 'row') row.isOpen = false;
      continue;
    }
    const stated = attributes.get('r');
    if (name === 'row') {
      const number = stated === undefined ? row.number + 1 : numberIn(stated);
      if (row.isOpen || number <= row.number) throw unreadable();
      row = { number, isStated: stated !== undefined, isOpen: kind === 'start' };
      if (++found > maxRows) throw new SheetFault(number, `at most ${maxRows} rows`, 'more');
      // Of empty rows, the reader leaves out only those with a number.
      if (!row.isStated) rows = number;
    } else {
      const [, letters = '', digits = ''] = /^([A-Z]{1,3})(\d+)$/.exec(stated ?? '') ?? [];
      const number = numberIn(digits);
      const isThere = row.isStated ? number === row.number : number >= row.number;
      if (!row.isOpen || !isThere) throw unreadable();
      row = { number, isStated: true, isOpen: true };
      rows = number;
      columns = Math.max(columns, columnOf(letters));
      if (attributes.get('t') === 'e')
        throw new SheetFault(number, 'a value in each cell', `an error of a formula in ${stated}`);
    }
    if (row.number > maxCells || columns * rows > maxCells) {
      const place = name === 'c' ? stated : `row ${row.number}`;
      throw new SheetFault(row.number, `at most ${maxCells} cells`, `one at ${place}`);
    }
  }
}

/** The number of a row. */
function numberIn(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw unreadable();
  return Number(text);
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
