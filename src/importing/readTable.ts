/** Reads tables: spreadsheets, and text whose cells something separates; of one about phages, it finds the header. */
import { CsvError, parse } from 'csv-parse/sync';
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { Failure, readFailure, saysNoFile } from '../base/failure.ts';
import { iconvHint, wideEncodingOf } from '../text/encoding.ts';
import { decidingBytes, otherThan } from './fileKinds.ts';
import { lineOfBadText, noFile } from './inputs.ts';
import { type CleanedLine, cleanText, watchCleaning, withoutEntities } from './invisible.ts';
import { columnOf, phageColumns } from './phageColumns.ts';
import { inputFailure } from './report.ts';

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
  /** In a spreadsheet, of each cell. */
  readonly cleaned: readonly CleanedLine[];
}

/**
 * Reads a spreadsheet, or text with cells separated by commas, semicolons or tabs. Cells may be merged above the line that
 * `headerIn` finds. Throws a Failure.
 */
export async function readTable(
  file: string,
  headerIn: (rows: readonly TableRow[]) => TableRow | undefined = () => undefined,
): Promise<Table> {
  const bytes = await bytesOf(file);
  if (bytes.toString('latin1', 0, 2) === 'PK') {
    const { merged, ...table } = await readSheetOf(file, bytes);
    if (merged === undefined || merged.last < (headerIn(table.rows)?.line ?? 0)) return table;
    throw fault(file, merged.first, 'a value in each cell', `the merged cells ${merged.cells}`);
  }
  if (bytes.subarray(0, 4).equals(oleStart)) {
    const isEncrypted = bytes.includes('EncryptedPackage', 0, 'utf16le');
    const found = isEncrypted ? 'a spreadsheet with a password' : 'an old spreadsheet (.xls)';
    throw fault(file, 1, tables, found, 'Save it as .xlsx, without a password, or as CSV (UTF-8).');
  }
  if (wideEncodingOf(bytes) === null) {
    const start = bytes.toString('latin1', 0, decidingBytes);
    const other = otherThan(() => false, start);
    if (other !== null) throw fault(file, 1, tables, other.what, other.hint);
  }
  return { ...readText(file, bytes), isSpreadsheet: false, passedOver: [] };
}

const tables = 'a spreadsheet (.xlsx), CSV or TSV file';
// The signature of the compound files of older and encrypted spreadsheets.
const oleStart = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

async function readSheetOf(file: string, bytes: Buffer) {
  // Imported lazily: few imports need it.
  const { NoSpreadsheet, readSpreadsheet, SheetFault } = await import('./spreadsheet.ts');
  try {
    const { rows, passedOver, merged } = await readSpreadsheet(bytes);
    const cleaned: CleanedLine[] = [];
    const watch = watchCleaning();
    const filled = rows.flatMap((given, at) => {
      const cells = given.map((cell) => {
        const clean = cleanText(cell);
        for (const one of watch(cell, clean, 1)) cleaned.push({ ...one, line: at + 1 });
        return clean.trim();
      });
      return cells.some((cell) => cell !== '') ? [{ line: at + 1, cells }] : [];
    });
    return { rows: filled, isSpreadsheet: true, passedOver, cleaned, merged };
  } catch (error) {
    if (error instanceof SheetFault) throw fault(file, error.row, error.expected, error.message);
    if (!(error instanceof NoSpreadsheet)) throw error;
    throw fault(file, 1, tables, error.message, 'Save it as .xlsx again, or as CSV (UTF-8).');
  }
}

function readText(file: string, bytes: Buffer): Pick<Table, 'rows' | 'cleaned'> {
  const wide = wideEncodingOf(bytes);
  if (wide !== null) throw fault(file, 1, 'UTF-8 text', wide, iconvHint(wide));
  let decoded: string;
  try {
    decoded = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const line = lineOfBadText(bytes);
    throw fault(file, line, 'UTF-8 text', 'other bytes', 'Save it as CSV in UTF-8.');
  }
  // Those that stand for what separates cells, or for quotes, go last, from cells; so does `&` where it would make another
  // entity: `&amp;lt;`.
  const isKnown = (name: string) => withoutEntities(`&${name};`) !== `&${name};`;
  const given = decoded.replaceAll(/&(?:amp|#38|#x26);(#?\w+);/gi, (found, name: string) =>
    isKnown(name) ? `${found.slice(0, -1)}${heldSemicolon}` : found,
  );
  const later = given === decoded ? /[",;|]/ : /[",;|&]/;
  const clean = cleanText(given, (sign, entity) =>
    later.test(sign) ? entity.replace(';', heldSemicolon) : sign,
  );
  const hasMore = clean.includes(heldSemicolon);
  const cleaned = watchCleaning()(decoded, clean, 1);
  // Spreadsheet programs say so what separates cells; the line break stays, so that lines keep their numbers.
  const [mark = '', sign] = /^"?sep=([,;\t|])"?(?=[\r\n])/i.exec(clean) ?? [];
  const text = clean.slice(mark.length);
  // A header in quotes may have line breaks.
  const bare = text.slice(0, decidingBytes).replaceAll(/(?<=^|[\t;,\r\n])"(?:[^"]|"")*"/g, '');
  const [judged, first] = [bare, text.slice(0, decidingBytes)].map((one) =>
    one.split(/[\r\n]+/, judgedLines),
  );
  const delimiter = sign ?? delimiterOf(judged ?? [], first ?? []);
  // At most: a cell with quotes may hold what separates others.
  let cellsIn = 1;
  for (const byte of bytes) if (byte === delimiter.charCodeAt(0) || byte === lineFeed) cellsIn++;
  if (cellsIn > maxTextCells) {
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
      // In a tab-separated table, quotes are plain text, but around a whole cell; in others, only within one.
      quote: delimiter === '\t' ? null : '"',
      relax_quotes: true,
      // Kept here, without the object that the parser would add to each.
      onRecord(cells: string[], { lines }) {
        const begun = line;
        line = lines + 1;
        if (delimiter !== '\t' && cells.some((cell, at) => isCutInQuotes(cell, cells[at + 1])))
          throw fault(file, begun, ofText, 'quotes that end in another cell', ofQuotes);
        const whole = hasMore
          ? cells.map((cell) => withoutEntities(cell.replaceAll(heldSemicolon, ';')))
          : cells;
        const plain = delimiter === '\t' ? whole.map(unquoted) : whole;
        if (plain.some((cell) => cell !== '')) rows.push({ line: begun, cells: plain });
        return null;
      },
    });
    return { rows, cleaned };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw fault(file, Number(error['lines'] ?? 1), ofText, error.message, ofQuotes);
  }
}

// Titles above a header may have commas, too.
const judgedLines = 50;

/**
 * What separates the names of columns of a table about phages, or else the cells of the most lines in a row: titles are
 * apart from rows with such signs in their texts, as the header has none. Of several, what rather does so than stand in
 * a text. `bare` are the lines without what is in quotes.
 */
function delimiterOf(bare: readonly string[], lines: readonly string[]): string {
  const linesWith = (delimiter: string) => {
    let [most, now] = [0, 0];
    for (const line of bare) {
      now = line.includes(delimiter) ? now + 1 : 0;
      most = Math.max(most, now);
    }
    return most;
  };
  const all = ['\t', ';', ',', '|'];
  const naming = all.filter((one) =>
    lines.slice(0, mostAboveHeader).some((line) => {
      const cells = line.split(one).map((cell) => unquoted(cell.trim()));
      return namesPhages(cells, new Map());
    }),
  );
  const [first = ',', ...others] = naming.length > 0 ? naming : all;
  const best = others.reduce((most, one) => (linesWith(one) > linesWith(most) ? one : most), first);
  return linesWith(best) === 0 ? ',' : best;
}

const ofText = 'a table of text';
const ofQuotes =
  'Save it as CSV (UTF-8), where a cell in quotes ends with one, and doubles those in it.';

/** Whether quotes in a cell, which are text there, rather end in the next one: `see "a` before `b"`. */
function isCutInQuotes(cell: string, next = ''): boolean {
  const areQuoted = cell.includes('"') && next.includes('"');
  return (
    areQuoted && /^(?:[^"]*\s)?"(?:[^"]*"[^"]*")*[^"]*$/.test(cell) && /^[^"]*\S"[^"]*$/.test(next)
  );
}

function unquoted(cell: string): string {
  return /^"(?:[^"]|"")*"$/.test(cell) ? cell.slice(1, -1).replaceAll('""', '"').trim() : cell;
}

const lineFeed = 0x0a;
// In place of the end of an entity, which may separate cells; no text has this sign.
const heldSemicolon = '\uFFFF';

async function bytesOf(file: string): Promise<Buffer> {
  try {
    const stat = statSync(file);
    if (stat.isDirectory())
      throw new Failure('usage', `${file} is a folder.`, { hint: 'Name the table itself.' });
    const { size } = stat;
    if (size > maxTableBytes) throw fault(file, 1, `at most ${maxTableBytes} bytes`, `${size}`);
    const bytes = await readFile(file);
    return bytes[0] === 0x1f && bytes[1] === 0x8b ? unpacked(file, bytes) : bytes;
  } catch (error) {
    if (error instanceof Failure) throw error;
    if (saysNoFile(error)) throw noFile(file);
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

/** A table about phages, cut at its header: `rows` are those below. */
export interface PhageTable extends Table {
  /** Titles and remarks. */
  readonly above: readonly TableRow[];
  /** Undefined if the table is empty. */
  readonly header: TableRow | undefined;
  /** Whether the header has a column for the names of phages, and another that is known. */
  readonly isAboutPhages: boolean;
}

// Titles and remarks.
const mostAboveHeader = 10;

/** Reads a table about phages; `meanings` says what headers mean. Throws a Failure. */
export async function readPhageTable(
  file: string,
  meanings: ReadonlyMap<string, string>,
): Promise<PhageTable> {
  const headerIn = (all: readonly TableRow[]) => {
    const headers = all
      .slice(0, mostAboveHeader)
      .filter(({ cells }) => namesPhages(cells, meanings));
    return headers.find(({ cells }) => !isMarked(cells)) ?? headers[0];
  };
  const table = await readTable(file, headerIn);
  const { rows } = table;
  const found = headerIn(rows);
  const header = found ?? rows[0];
  const top = header === undefined ? 0 : rows.indexOf(header);
  return {
    ...table,
    above: rows.slice(0, top),
    header,
    rows: rows.slice(top + 1),
    isAboutPhages: found !== undefined,
  };
}

/** Whether a row has a column for the names of phages, and another that is known. */
function namesPhages(cells: readonly string[], meanings: ReadonlyMap<string, string>): boolean {
  const columns = new Set(cells.map((cell) => columnOf(meanings.get(cell) ?? cell)));
  columns.delete(undefined);
  return columns.size > 1 && phageColumns.slice(0, 1).every((named) => columns.has(named));
}

/** Whether a row is a remark, or a header with the sign of one. */
export function isMarked([first = '']: readonly string[]): boolean {
  return first.startsWith('#');
}
