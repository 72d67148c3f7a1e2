/** Reads a table: a spreadsheet, or text with cells separated by commas, semicolons or tabs. */
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { CsvError, parse } from 'csv-parse/sync';
import { Failure, readFailure, saysNoFile } from '../../failure.ts';
import { inputFailure } from '../faultOf.ts';
import { gunzipSync } from 'node:zlib';
import { iconvHint, wideEncodingOf } from '../../text/encoding.ts';

export interface TableRow {
  /** The line of the file on which it starts, or row of the sheet, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

const maxTableBytes = 256 << 20;
// Two million genes with their families: such a table takes about 400 MB of memory.
const maxTextCells = 4_000_000;

/** The rows that are not empty, including the header; blanks around a cell are dropped. */
export interface Table {
  readonly rows: readonly TableRow[];
  /** Whether its cells have names, such as AA10. */
  readonly isSpreadsheet: boolean;
  /** Other sheets that are not empty. */
  readonly passedOver: readonly string[];
}

/** Throws a Failure. */
export async function readTable(file: string): Promise<Table> {
  const bytes = await bytesOf(file);
  if (bytes.toString('latin1', 0, 2) === 'PK') return readSheetOf(file, bytes);
  if (bytes.subarray(0, 4).equals(oleStart)) {
    const isEncrypted = bytes.includes('EncryptedPackage', 0, 'utf16le');
    const found = isEncrypted ? 'a spreadsheet with a password' : 'an old spreadsheet (.xls)';
    throw fault(file, 1, tables, found, 'Save it as .xlsx, without a password, or as CSV (UTF-8).');
  }
  return { rows: readText(file, bytes), isSpreadsheet: false, passedOver: [] };
}

const tables = 'a spreadsheet (.xlsx), CSV or TSV file';
// The signature of the compound files of older and encrypted spreadsheets.
const oleStart = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

async function readSheetOf(file: string, bytes: Buffer): Promise<Table> {
  // Imported lazily: few imports need it.
  const { readSpreadsheet, SheetFault } = await import('./readSpreadsheet.ts');
  const { NoSpreadsheet } = await import('./unpackSpreadsheet.ts');
  try {
    const { rows, passedOver } = await readSpreadsheet(bytes);
    const filled = rows.flatMap((cells, at) =>
      cells.some((cell) => cell !== '') ? [{ line: at + 1, cells }] : [],
    );
    return { rows: filled, isSpreadsheet: true, passedOver };
  } catch (error) {
    if (error instanceof SheetFault) throw fault(file, error.row, error.expected, error.message);
    if (!(error instanceof NoSpreadsheet)) throw error;
    throw fault(file, 1, tables, error.message, 'Save it as .xlsx again, or as CSV (UTF-8).');
  }
}

function readText(file: string, bytes: Buffer): TableRow[] {
  const wide = wideEncodingOf(bytes);
  if (wide !== null) throw fault(file, 1, 'UTF-8 text', wide, iconvHint(wide));
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw fault(file, 1, 'UTF-8 text', 'other bytes', 'Save it as CSV in UTF-8.');
  }
  const [first = ''] = text.trimStart().split(/\r?\n/, 1);
  const delimiter = ['\t', ';', ','].find((one) => first.includes(one)) ?? ',';
  if (cellsIn(bytes, delimiter) > maxTextCells) {
    const hint = 'Leave out the rows and columns that are not needed, or split the table.';
    throw fault(file, 1, `at most ${maxTextCells} cells`, 'more', hint);
  }
  const rows: TableRow[] = [];
  let line = 1;
  try {
    parse(text, {
      delimiter,
      trim: true,
      relax_column_count: true,
      // In a tab-separated table, quotes are plain text, but around a whole cell.
      quote: delimiter === '\t' ? null : '"',
      // Kept here, without the object that the parser would add to each.
      onRecord(cells: string[], { lines }) {
        const begun = line;
        line = lines + 1;
        const plain = delimiter === '\t' ? cells.map(unquoted) : cells;
        if (plain.some((cell) => cell !== '')) rows.push({ line: begun, cells: plain });
        return null;
      },
    });
    return rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw fault(file, Number(error['lines'] ?? 1), 'a table of text', error.message);
  }
}

function unquoted(cell: string): string {
  return /^"(?:[^"]|"")*"$/.test(cell) ? cell.slice(1, -1).replaceAll('""', '"').trim() : cell;
}

/** How many cells a text has at most: a cell with quotes may hold what separates others. */
function cellsIn(bytes: Uint8Array, delimiter: string): number {
  const separator = delimiter.charCodeAt(0);
  let cells = 1;
  for (const byte of bytes) if (byte === separator || byte === lineFeed) cells++;
  return cells;
}

const lineFeed = 0x0a;

async function bytesOf(file: string): Promise<Buffer> {
  try {
    const { size } = statSync(file);
    if (size > maxTableBytes) throw fault(file, 1, `at most ${maxTableBytes} bytes`, `${size}`);
    const bytes = await readFile(file);
    return bytes[0] === 0x1f && bytes[1] === 0x8b ? unpacked(file, bytes) : bytes;
  } catch (error) {
    if (error instanceof Failure) throw error;
    if (saysNoFile(error)) throw new Failure('usage', `There is no file ${file}.`);
    throw readFailure(file, error);
  }
}

function fault(
  file: string,
  line: number,
  expected: string,
  found: string,
  hint?: string,
): Failure {
  return inputFailure(file, { line, expected, found }, hint);
}

function unpacked(file: string, bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: maxTableBytes });
  } catch (error) {
    const expected = `a whole file of gzip with at most ${maxTableBytes} bytes in it`;
    throw fault(file, 1, expected, error instanceof Error ? error.message : 'another');
  }
}
