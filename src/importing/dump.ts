/** Reads the rows of a mysqldump in bounded memory, without a database. */
import { isUtf8 } from 'node:buffer';
import { decodeSource } from '../sources/decodeSource.ts';
import { type ImportInput, TextFault } from './inputs.ts';

export interface DumpTable {
  readonly name: string;
  /** The columns, in the order of values in a row. */
  readonly columns: readonly string[];
  /** The line at which its rows start. */
  readonly line: number;
}

/** A single instance is reused for all rows. */
export interface DumpRow {
  /** The line of the dump on which the row starts, from 1. */
  readonly line: number;
  /** The number of values. */
  readonly length: number;
  /** Null for NULL. Bytes that are not UTF-8 are decoded as Windows-1252, which MySQL calls latin1. */
  readonly text: (at: number) => string | null;
}

/** The handler for the rows of a table; null if they are only counted. */
export type TakeRow = ((row: DumpRow) => void) | null;

/** Told of a statement that changes rows, and is passed over: `UPDATE gene`. */
export type OnChange = (what: string, line: number) => void;

/**
 * Calls `openTable` where the rows of a table start, and its result for each row. Returns the number of rows of each
 * table. Throws a TextFault if it is not a dump, or the system's or zlib's error.
 */
export async function readDump(
  file: Pick<ImportInput, 'absolutePath' | 'gzipped'>,
  openTable: (table: DumpTable) => TakeRow,
  signal: AbortSignal,
  onChange: OnChange = () => {},
): Promise<ReadonlyMap<string, number>> {
  const reader = new DumpReader(openTable, onChange);
  let waiting: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of decodeSource(file)) {
    signal.throwIfAborted();
    waiting.push(chunk);
    bytes += chunk.length;
    // What was incomplete is scanned again from its start: only after the unread bytes have doubled.
    if (bytes < reader.unread) continue;
    reader.read(waiting);
    waiting = [];
    bytes = 0;
  }
  reader.read(waiting);
  reader.end();
  return reader.rows;
}

// MySQL's own limit for a packet is 1 GiB; a genome with every byte escaped needs 32 MiB.
const maxStatementBytes = 1 << 26;
// Enough for the names of all columns of a table.
const maxHeadBytes = 1 << 16;

const code = (sign: string) => sign.charCodeAt(0);
const [backslash, newline, quote, semicolon] = [code('\\'), code('\n'), code("'"), code(';')];
const [open, close, comma] = [code('('), code(')'), code(',')];

// A quoted name may contain anything; a non-ASCII character may be one byte or several.
const database = String.raw`(?:(?:\`(?:[^\`]|\`\`)+\`|"(?:[^"]|"")+"|[\w$\x80-\xff]+)\s*\.\s*)?`;
const tableName = String.raw`${database}(?:\`((?:[^\`]|\`\`)+)\`|"((?:[^"]|"")+)"|([\w$\x80-\xff]+))`;
const insert = new RegExp(
  String.raw`^(?:INSERT|REPLACE)\s+(?:IGNORE\s+)?INTO\s+${tableName}\s*(?:\(([^()]*)\)\s*)?VALUES\s*`,
  'i',
);
const createTable = new RegExp(
  String.raw`^create\s+table\s+(?:if\s+not\s+exists\s+)?${tableName}`,
  'i',
);
const change = new RegExp(
  String.raw`^(update|delete|truncate)\s+(?:(?:low_priority|quick|ignore|from|table)\s+)*${tableName}`,
  'i',
);
const lockTables = new RegExp(String.raw`^lock\s+tables\s+${tableName}`, 'i');
const statementStart =
  /^(?:alter|analyze|begin|call|change|commit|create|delete|do|drop|flush|grant|lock|rename|select|set|start|stop|truncate|unlock|update|use)\b/i;

/** Thrown when the available bytes end within what is being read. */
class Incomplete extends Error {}

/** Methods that advance throw Incomplete if the bytes end first. */
class DumpReader {
  readonly rows = new Map<string, number>();
  private buffer: Buffer = Buffer.alloc(0);
  private at = 0;
  /** That of the last statement or row that has begun; line breaks before `nextNewline` are counted. */
  private line = 1;
  private nextNewline = 0;
  private readonly columns = new Map<string, readonly string[]>();
  private readonly row = new RowValues();
  private readonly openTable: (table: DumpTable) => TakeRow;
  private readonly onChange: OnChange;
  /** The table whose rows are being read. */
  private table: { readonly name: string; readonly take: TakeRow; count: number } | null = null;
  private hasStatement = false;
  /** A table is locked while its rows are dumped. */
  private locked: string | null = null;

  constructor(openTable: (table: DumpTable) => TakeRow, onChange: OnChange) {
    this.openTable = openTable;
    this.onChange = onChange;
  }

  get unread(): number {
    return this.buffer.length - this.at;
  }

  /** Reads as far as these bytes go. */
  read(chunks: readonly Buffer[]): void {
    const rest = this.buffer.subarray(this.at);
    this.buffer =
      rest.length === 0 && chunks.length === 1
        ? (chunks[0] ?? rest)
        : Buffer.concat([rest, ...chunks]);
    let start = (this.at = 0);
    this.nextNewline = this.newlineFrom(0);
    try {
      while (this.skipSpace()) {
        start = this.at;
        this.countLines();
        if (this.table === null) this.readStatement();
        else this.readRow(this.table);
      }
      this.countLines();
    } catch (error) {
      if (!(error instanceof Incomplete)) throw error;
      this.at = start;
      if (this.unread > maxStatementBytes)
        throw new TextFault(
          this.line,
          `a statement or row of more than ${maxStatementBytes} bytes`,
        );
    }
  }

  end(): void {
    // A comment need not end with a line break.
    const rest = this.buffer.toString('latin1', this.at, this.at + 2);
    const isRemark = rest === '--' || rest.startsWith('#');
    if (this.table !== null || (this.unread > 0 && !isRemark))
      throw this.fault('the end of the file within a statement');
    if (this.locked !== null)
      throw this.fault(`the end of the file before the end of table ${this.locked}`);
    if (!this.hasStatement) throw new TextFault(1, 'no statement of SQL');
  }

  private newlineFrom(from: number): number {
    const at = this.buffer.indexOf(newline, from);
    return at < 0 ? Infinity : at;
  }

  /** Up to where the reader is. */
  private countLines(): void {
    for (; this.nextNewline < this.at; this.line++)
      this.nextNewline = this.newlineFrom(this.nextNewline + 1);
  }

  private fault(found: string): TextFault {
    this.countLines();
    return new TextFault(this.line, found);
  }

  /** Returns whether there is anything after the white space. */
  private skipSpace(): boolean {
    while (this.at < this.buffer.length && (this.buffer[this.at] ?? 0) <= 0x20) this.at++;
    return this.at < this.buffer.length;
  }

  private skipRequired(): void {
    if (!this.skipSpace()) throw new Incomplete();
  }

  private accept(byte: number): boolean {
    if (this.buffer[this.at] !== byte) return false;
    this.at++;
    return true;
  }

  private expect(byte: number, what: string): void {
    if (this.at >= this.buffer.length) throw new Incomplete();
    if (this.accept(byte)) return;
    const found = this.buffer.toString('latin1', this.at, this.at + 20);
    throw this.fault(`${found} instead of ${what}`);
  }

  private skipTo(text: string): void {
    const end = this.buffer.indexOf(text, this.at, 'latin1');
    if (end < 0) throw new Incomplete();
    this.at = end + text.length;
  }

  private readStatement(): void {
    const start = this.buffer.toString('latin1', this.at, this.at + 2);
    if (start.length < 2) throw new Incomplete();
    if (start === '--' || start.startsWith('#')) return this.skipTo('\n');
    if (start === '/*') return this.skipTo('*/');
    if (this.accept(semicolon)) return;
    const head = this.buffer.toString('latin1', this.at, this.at + maxHeadBytes);
    if (/^(?:insert|replace)/i.test(head)) return this.readInsert(head);
    if (/^delimiter\s/i.test(head)) return this.skipTo('\nDELIMITER ;');
    if (!statementStart.test(head) && head.length > 64)
      throw this.fault('something that is no statement of SQL');
    const from = this.at;
    this.skipStatement();
    this.hasStatement = true;
    const statement = this.buffer.toString('latin1', from, this.at);
    const table = createTable.exec(statement);
    if (table !== null) this.columns.set(nameIn(table), columnsOf(statement));
    const [, verb, ...of] = change.exec(statement) ?? [];
    if (verb !== undefined)
      this.onChange(`${verb.toUpperCase()} ${nameIn(['', ...of])}`, this.line);
    const lock = lockTables.exec(statement);
    if (lock !== null) this.locked = nameIn(lock);
    if (/^unlock\s+tables/i.test(statement)) this.locked = null;
  }

  /** Moves past the semicolon of a statement, skipping texts. */
  private skipStatement(): void {
    const { buffer } = this;
    for (; this.at < buffer.length; this.at++) {
      const byte = buffer[this.at] ?? 0;
      if (byte === quote) this.at = this.textEnd(this.at + 1);
      else if (byte === code('`') || byte === code('"')) {
        const end = buffer.indexOf(byte, this.at + 1);
        if (end < 0) throw new Incomplete();
        this.at = end;
      } else if (this.accept(semicolon)) return;
    }
    throw new Incomplete();
  }

  private readInsert(head: string): void {
    const found = insert.exec(head);
    if (found === null) {
      if (head.length < maxHeadBytes) throw new Incomplete();
      throw this.fault('an INSERT without VALUES');
    }
    const [all] = found;
    // The first row may follow after more white space.
    if (all.length === head.length) throw new Incomplete();
    const [name, list] = [nameIn(found), found[4]];
    const columns =
      list?.split(',').map((one) => one.trim().replaceAll(/[`"]/g, '')) ?? this.columns.get(name);
    if (columns === undefined)
      throw this.fault(`rows of table ${name} without CREATE TABLE before them`);
    this.at += all.length;
    this.countLines();
    this.hasStatement = true;
    const take = this.openTable({ name, columns, line: this.line });
    this.table = { name, take, count: columns.length };
  }

  /** Reads a row and the comma or semicolon after it. */
  private readRow({ name, take, count }: { name: string; take: TakeRow; count: number }): void {
    const { row, line } = this;
    row.reset(this.buffer, line);
    this.expect(open, '(');
    do {
      this.skipRequired();
      this.readValue();
      this.skipRequired();
    } while (this.accept(comma));
    this.expect(close, ', or )');
    this.skipRequired();
    const isLast = this.accept(semicolon);
    if (!isLast) this.expect(comma, ', or ; behind a row');
    if (row.length !== count) {
      const has = `a row of ${row.length} values in table ${name}, which has ${count} columns`;
      throw new TextFault(line, has);
    }
    this.rows.set(name, (this.rows.get(name) ?? 0) + 1);
    if (isLast) this.table = null;
    take?.(row);
  }

  private readValue(): void {
    const { buffer, row } = this;
    const from = this.at;
    if (buffer[from] === quote) return this.readText();
    while (isBare(buffer[this.at] ?? 0)) this.at++;
    if (this.at === buffer.length) throw new Incomplete();
    const to = this.at;
    if (to > from && isNumber(buffer, from, to)) return row.add('text', from, to);
    const word = buffer.toString('latin1', from, Math.min(to, from + 32));
    if (/^null$/i.test(word)) return row.add('null', from, from);
    if (/^0x[\da-f]+/i.test(word)) return row.add('hex', from + 2, to);
    this.skipRequired();
    if (buffer[this.at] !== quote)
      throw this.fault(`what is no value: ${buffer.toString('latin1', from, from + 20)}`);
    if (/^x$/i.test(word)) return this.readText('hex');
    // `_binary` and `N` say how to interpret the text that follows.
    if (/^(?:_\w+|n)$/i.test(word)) return this.readText();
    throw this.fault(`${word} before a text`);
  }

  private readText(kind?: 'hex'): void {
    const start = this.at + 1;
    const end = this.textEnd(start);
    this.row.add(kind ?? (this.isEscaped ? 'escaped' : 'text'), start, end);
    this.at = end + 1;
  }

  /** Of the text whose end was found last. */
  private isEscaped = false;

  /** The offset of the closing quote of the text that starts here. */
  private textEnd(from: number): number {
    const { buffer } = this;
    this.isEscaped = false;
    for (let at = from; at < buffer.length; at++) {
      const byte = buffer[at];
      if (byte !== quote && byte !== backslash) continue;
      if (at + 1 >= buffer.length) break;
      if (byte === quote && buffer[at + 1] !== quote) return at;
      this.isEscaped = true;
      at++;
    }
    throw new Incomplete();
  }
}

const [zero, nine] = [code('0'), code('9')];

function isNumber(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const byte = bytes[at] ?? 0;
    if (byte >= zero && byte <= nine) continue;
    if (byte === code('.') || byte === code('-') || byte === code('+')) continue;
    if (at === from || (byte | 32) !== code('e')) return false;
  }
  return true;
}

/** Whether a byte can be part of a number or a word. */
function isBare(byte: number): boolean {
  return byte > 0x20 && byte !== comma && byte !== close && byte !== quote && byte !== semicolon;
}

/** The name of the table in a match of a pattern that starts with `tableName`. */
function nameIn([, backquoted, quoted, plain]: readonly (string | undefined)[]): string {
  return Buffer.from(backquoted ?? quoted ?? plain ?? '', 'latin1').toString();
}

// Without quotes, only these words tell keys and constraints from columns.
const column =
  /(?:^|\n)\s*(?:`((?:[^`]|``)+)`|"((?:[^"]|"")+)"|(?!(?:primary|unique|fulltext|spatial|key|index|constraint|foreign|check)\b)(\w+))\s+\w/gi;

/** The names of the columns in a CREATE TABLE statement, in order. */
function columnsOf(statement: string): string[] {
  // Texts are removed first: comments may have lines that look like columns.
  const plain = statement.replaceAll(/'(?:[^'\\]|\\.|'')*'/gs, "''");
  const [inner = ''] = plain.slice(plain.indexOf('(') + 1).split('\n)');
  return Array.from(inner.matchAll(column), ([, ...names]) => names.find((one) => one) ?? '');
}

/** Where each value lies in the bytes; an escaped text must be unescaped before use. */
type ValueKind = 'null' | 'text' | 'escaped' | 'hex';

class RowValues implements DumpRow {
  line = 1;
  length = 0;
  private buffer: Buffer = Buffer.alloc(0);
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];
  private readonly kinds: ValueKind[] = [];

  reset(buffer: Buffer, line: number): void {
    this.buffer = buffer;
    this.line = line;
    this.length = 0;
  }

  add(kind: ValueKind, start: number, end: number): void {
    this.kinds[this.length] = kind;
    this.starts[this.length] = start;
    this.ends[this.length] = end;
    this.length++;
  }

  text(at: number): string | null {
    const kind = this.kinds[at];
    if (kind === 'null') return null;
    const [start = 0, end = 0] = [this.starts[at], this.ends[at]];
    if (kind === 'text') return decoded(this.buffer, start, end);
    const bytes = this.buffer.subarray(start, end);
    const plain = kind === 'hex' ? Buffer.from(bytes.toString('latin1'), 'hex') : unescaped(bytes);
    return decoded(plain, 0, plain.length);
  }
}

// The bytes 0x80 to 0x9F of Windows-1252, which Node's TextDecoder leaves as they are. The rest is as in ISO 8859-1.
const windows1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8DŽ\x8F\x90‘’“”•–—˜™š›œ\x9DžŸ';

/** Bytes that are not UTF-8 are taken for Windows-1252. */
export function decoded(bytes: Buffer, start: number, end: number): string {
  const text = bytes.toString('utf8', start, end);
  // Undecodable bytes become this character, which may also be in the text itself.
  if (!text.includes('\uFFFD') || isUtf8(bytes.subarray(start, end))) return text;
  return bytes
    .toString('latin1', start, end)
    .replaceAll(/[\x80-\x9F]/g, (sign) => windows1252[sign.charCodeAt(0) - 0x80] ?? sign);
}

// The escapes that stand for another byte; any other escaped byte stands for itself.
const escapes = new Map(
  Object.entries({ '0': 0, b: 8, n: 10, r: 13, t: 9, Z: 26 }).map(([sign, byte]) => [
    code(sign),
    byte,
  ]),
);

function unescaped(bytes: Buffer): Buffer {
  const plain = Buffer.allocUnsafe(bytes.length);
  let to = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === backslash) {
      const next = bytes[++at] ?? 0;
      plain[to++] = escapes.get(next) ?? next;
    } else {
      // A quote in a text is doubled.
      if (byte === quote) at++;
      plain[to++] = byte;
    }
  }
  return plain.subarray(0, to);
}
