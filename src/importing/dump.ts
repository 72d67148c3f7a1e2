/** Reads the rows of a mysqldump in bounded memory, without a database. */
import { isUtf8 } from 'node:buffer';
import { decodeSource } from '../sources/decodeSource.ts';
import { TextFault } from './inputs.ts';

/** A position in the bytes of a mysqldump, with its line number; skips white space, texts and statements. */
const code = (sign: string) => sign.charCodeAt(0);
const backslash = code('\\');
const newline = code('\n');
const quote = code("'");
const [open, close, comma, semicolon] = [code('('), code(')'), code(','), code(';')];

/** Thrown when the available bytes end within what is being read. */
class Incomplete extends Error {}

/** Methods that advance throw Incomplete if the bytes end first. */
class DumpCursor {
  protected buffer: Buffer = Buffer.alloc(0);
  protected at = 0;
  protected line = 1;
  protected isEscaped = false;
  private nextBackslash = -1;
  private nextQuote = -1;
  private nextNewline = -1;

  get unread(): number {
    return this.buffer.length - this.at;
  }

  /** Appends bytes to those that are unread. */
  protected append(chunks: readonly Buffer[]): void {
    const rest = this.buffer.subarray(this.at);
    this.buffer =
      rest.length === 0 && chunks.length === 1
        ? (chunks[0] ?? rest)
        : Buffer.concat([rest, ...chunks]);
    this.at = 0;
    this.nextBackslash = this.nextQuote = this.nextNewline = -1;
  }

  /** Returns whether there is anything after the white space. */
  protected skipSpace(): boolean {
    for (; this.at < this.buffer.length; this.at++) {
      const byte = this.buffer[this.at] ?? 0;
      if (byte > 0x20) return true;
      if (byte === newline) this.line++;
    }
    return false;
  }

  /** The offset of the closing quote of the text that starts here. Sets `isEscaped`. */
  protected textEnd(from: number): number {
    const { buffer } = this;
    this.isEscaped = false;
    let at = from;
    for (;;) {
      // Most texts are so short that a native call would take longer.
      const near = Math.min(at + 128, buffer.length);
      for (; at < near; at++) {
        const byte = buffer[at];
        if (byte === quote || byte === backslash) break;
        if (byte === newline) this.line++;
      }
      if (at === near) at = this.farEnd(at);
      if (buffer[at] === quote) {
        if (at + 1 >= buffer.length) throw new Incomplete();
        if (buffer[at + 1] !== quote) return at;
      }
      this.isEscaped = true;
      at += 2;
      if (at >= buffer.length) throw new Incomplete();
    }
  }

  /** The next quote or backslash. */
  private farEnd(from: number): number {
    const { buffer } = this;
    if (this.nextQuote < from) this.nextQuote = orEnd(buffer.indexOf(quote, from));
    if (this.nextBackslash < from) this.nextBackslash = orEnd(buffer.indexOf(backslash, from));
    const end = Math.min(this.nextQuote, this.nextBackslash);
    if (end === Infinity) throw new Incomplete();
    this.countLines(from, end);
    return end;
  }

  private countLines(from: number, to: number): void {
    for (;;) {
      if (this.nextNewline < from) this.nextNewline = orEnd(this.buffer.indexOf(newline, from));
      if (this.nextNewline >= to) return;
      this.line++;
      from = this.nextNewline + 1;
    }
  }

  protected skipRequired(): void {
    if ((this.buffer[this.at] ?? 0) > 0x20) return;
    if (!this.skipSpace()) throw new Incomplete();
  }

  protected accept(byte: number): boolean {
    if (this.buffer[this.at] !== byte) return false;
    this.at++;
    return true;
  }

  protected expect(byte: number, what: string): void {
    if (this.at >= this.buffer.length) throw new Incomplete();
    if (this.accept(byte)) return;
    const found = this.buffer.toString('latin1', this.at, this.at + 20);
    throw new TextFault(this.line, `${found} instead of ${what}`);
  }

  protected skipTo(text: string): void {
    const end = this.buffer.indexOf(text, this.at, 'latin1');
    if (end < 0) throw new Incomplete();
    this.countLines(this.at, end + text.length);
    this.at = end + text.length;
  }

  /** Moves past the semicolon of a statement, skipping texts. */
  protected skipStatement(): void {
    const { buffer } = this;
    for (; this.at < buffer.length; this.at++) {
      const byte = buffer[this.at] ?? 0;
      if (byte === newline) this.line++;
      else if (byte === quote) this.at = this.textEnd(this.at + 1);
      else if (byte === code('`') || byte === code('"')) {
        const end = buffer.indexOf(byte, this.at + 1);
        if (end < 0) throw new Incomplete();
        this.at = end;
      } else if (byte === semicolon) {
        this.at++;
        return;
      }
    }
    throw new Incomplete();
  }
}

function orEnd(at: number): number {
  return at < 0 ? Infinity : at;
}

/** The kind of a value in a row. An escaped text must be unescaped before use. */
type ValueKind = 'null' | 'text' | 'escaped' | 'hex' | 'bare';

export interface DumpRow {
  /** The line of the dump on which the row starts, from 1. */
  readonly line: number;
  /** The number of values. */
  readonly length: number;
  readonly isNull: (at: number) => boolean;
  /** Empty for NULL. Bytes that are not UTF-8 are decoded as Windows-1252, which MySQL calls latin1. */
  readonly text: (at: number) => string;
  /** The bytes of a text, valid until the next row; empty for NULL. */
  readonly bytes: (at: number) => Buffer;
}

/** A single instance is reused for all rows. */
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

  isNull(at: number): boolean {
    return this.kinds[at] === 'null';
  }

  text(at: number): string {
    const kind = this.kinds[at];
    if (kind === 'text' || kind === 'bare')
      return decoded(this.buffer, this.starts[at] ?? 0, this.ends[at] ?? 0);
    const bytes = this.bytes(at);
    return decoded(bytes, 0, bytes.length);
  }

  bytes(at: number): Buffer {
    const bytes = this.buffer.subarray(this.starts[at], this.ends[at]);
    switch (this.kinds[at]) {
      case 'text':
      case 'bare':
        return bytes;
      case 'escaped':
        return unescaped(bytes);
      case 'hex':
        return Buffer.from(bytes.toString('latin1'), 'hex');
      default:
        return Buffer.alloc(0);
    }
  }
}

// The bytes 0x80 to 0x9F of Windows-1252, which Node's TextDecoder leaves as they are. The rest is as in ISO 8859-1.
const windows1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8DŽ\x8F\x90‘’“”•–—˜™š›œ\x9DžŸ';

function decoded(bytes: Buffer, start: number, end: number): string {
  const text = bytes.toString('utf8', start, end);
  // Undecodable bytes become this character, which may also be in the text itself.
  if (!text.includes('\uFFFD') || isUtf8(bytes.subarray(start, end))) return text;
  return bytes
    .toString('latin1', start, end)
    .replaceAll(/[\x80-\x9F]/g, (sign) => windows1252[sign.charCodeAt(0) - 0x80] ?? sign);
}

// The escapes that stand for another byte; any other escaped byte stands for itself.
const escapes = new Map(
  Object.entries({ '0': 0, b: 8, n: 10, r: 13, t: 9, Z: 26 }).map(([letter, byte]) => [
    letter.charCodeAt(0),
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

/** The statements of a mysqldump that name the table and columns of rows. */
// A quoted name may contain anything; a non-ASCII character may be one byte or several.
const tableName = String.raw`(?:\`((?:[^\`]|\`\`)+)\`|"((?:[^"]|"")+)"|([\w$\x80-\xff]+))`;
const insert = new RegExp(
  String.raw`^(?:INSERT|REPLACE)\s+(?:IGNORE\s+)?INTO\s+${tableName}\s*(?:\(([^()]*)\)\s*)?VALUES\s*`,
  'i',
);
const createTable = new RegExp(
  String.raw`^create\s+table\s+(?:if\s+not\s+exists\s+)?${tableName}`,
  'i',
);
const lockTables = new RegExp(String.raw`^lock\s+tables\s+${tableName}`, 'i');
/** The name of the table in a match of a pattern that starts with `tableName`. */
function nameIn([, backquoted, quoted, plain]: RegExpExecArray): string {
  const bytes = backquoted ?? quoted ?? plain ?? '';
  return Buffer.from(bytes, 'latin1').toString();
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

/** The names in a list of columns, as in INSERT. */
function namesIn(list: string): string[] {
  return list.split(',').map((name) => name.trim().replaceAll(/[`"]/g, ''));
}

/** The handler for the rows of a table; null if they are only counted. */
export type TakeRow = ((row: DumpRow) => void) | null;

export interface DumpTable {
  readonly name: string;
  /** The columns, in the order of values in a row. */
  readonly columns: readonly string[];
  /** The line at which its rows start. */
  readonly line: number;
}

// MySQL's own limit for a packet is 1 GiB; a genome with every byte escaped needs 32 MiB.
const maxStatementBytes = 1 << 26;
const statementStart =
  /^(?:alter|analyze|begin|call|change|commit|create|delete|do|drop|flush|grant|lock|rename|select|set|start|stop|truncate|unlock|update|use)\b/i;
// Enough for the names of all columns of a table.
const maxHeadBytes = 1 << 16;

/**
 * Calls `openTable` where the rows of a table start, and its result for each row. Returns the number of rows of each
 * table. Throws a TextFault if it is not a dump, or the system's or zlib's error.
 */
export async function readDump(
  file: { readonly absolutePath: string; readonly gzipped: boolean },
  openTable: (table: DumpTable) => TakeRow,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const reader = new DumpReader(openTable);
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

class DumpReader extends DumpCursor {
  readonly rows = new Map<string, number>();
  private readonly columns = new Map<string, readonly string[]>();
  private readonly row = new RowValues();
  private readonly openTable: (table: DumpTable) => TakeRow;
  /** The table whose rows are being read. */
  private table: { readonly name: string; readonly take: TakeRow; count: number } | null = null;
  private hasStatement = false;
  /** A table is locked while its rows are dumped. */
  private locked: string | null = null;

  constructor(openTable: (table: DumpTable) => TakeRow) {
    super();
    this.openTable = openTable;
  }

  /** Reads as far as these bytes go. */
  read(chunks: readonly Buffer[]): void {
    this.append(chunks);
    let [at, line] = [0, this.line];
    try {
      while (this.skipSpace()) {
        [at, line] = [this.at, this.line];
        if (this.table === null) this.readStatement();
        else this.readRow(this.table);
      }
    } catch (error) {
      if (!(error instanceof Incomplete)) throw error;
      [this.at, this.line] = [at, line];
      if (this.unread > maxStatementBytes)
        throw new TextFault(line, `a statement or row of more than ${maxStatementBytes} bytes`);
    }
  }

  end(): void {
    // A comment need not end with a line break.
    const rest = this.buffer.toString('latin1', this.at, this.at + 2);
    if (this.table === null && (rest === '--' || rest.startsWith('#')))
      this.at = this.buffer.length;
    if (this.unread > 0 || this.table !== null)
      throw new TextFault(this.line, 'the end of the file within a statement');
    if (this.locked !== null)
      throw new TextFault(this.line, `the end of the file before the end of table ${this.locked}`);
    if (!this.hasStatement) throw new TextFault(1, 'no statement of SQL');
  }

  private readStatement(): void {
    const start = this.buffer.toString('latin1', this.at, this.at + 2);
    if (start.length < 2) throw new Incomplete();
    if (start === '--' || start.startsWith('#')) return this.skipTo('\n');
    if (start === '/*') return this.skipTo('*/');
    if (start.startsWith(';')) {
      this.at++;
      return;
    }
    const head = this.buffer.toString('latin1', this.at, this.at + maxHeadBytes);
    if (/^(?:insert|replace)/i.test(head)) return this.readInsert(head);
    if (/^delimiter\s/i.test(head)) return this.skipTo('\nDELIMITER ;');
    if (!statementStart.test(head) && head.length > 64)
      throw new TextFault(this.line, 'something that is no statement of SQL');
    const from = this.at;
    this.skipStatement();
    this.hasStatement = true;
    const statement = this.buffer.toString('latin1', from, this.at);
    const table = createTable.exec(statement);
    if (table !== null) this.columns.set(nameIn(table), columnsOf(statement));
    const lock = lockTables.exec(statement);
    if (lock !== null) this.locked = nameIn(lock);
    if (/^unlock\s+tables/i.test(statement)) this.locked = null;
  }

  private readInsert(head: string): void {
    const found = insert.exec(head);
    if (found === null) {
      if (head.length < maxHeadBytes) throw new Incomplete();
      throw new TextFault(this.line, 'an INSERT without VALUES');
    }
    // The first row may follow after more white space.
    if (found[0].length === head.length) throw new Incomplete();
    const [all] = found;
    const [name, said] = [nameIn(found), found[4]];
    const columns = said === undefined ? this.columns.get(name) : namesIn(said);
    if (columns === undefined)
      throw new TextFault(this.line, `rows of table ${name} without CREATE TABLE before them`);
    this.at += all.length;
    this.line += all.split('\n').length - 1;
    this.hasStatement = true;
    const take = this.openTable({ name, columns, line: this.line });
    this.table = { name, take, count: columns.length };
  }

  /** Reads a row and the comma or semicolon after it. */
  private readRow({ name, take, count }: { name: string; take: TakeRow; count: number }): void {
    const { row } = this;
    const { line } = this;
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
    if (row.length !== count)
      throw new TextFault(
        line,
        `a row of ${row.length} values in table ${name}, which has ${count} columns`,
      );
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
    if (to > from && isNumber(buffer, from, to)) return row.add('bare', from, to);
    const word = buffer.toString('latin1', from, Math.min(to, from + 32));
    if (/^null$/i.test(word)) return row.add('null', from, from);
    if (/^0x[\da-f]+/i.test(word)) return row.add('hex', from + 2, to);
    this.skipRequired();
    if (buffer[this.at] !== quote) {
      const found = buffer.toString('latin1', from, from + 20);
      throw new TextFault(this.line, `what is no value: ${found}`);
    }
    if (/^x$/i.test(word)) {
      const start = this.at + 1;
      const end = this.textEnd(start);
      row.add('hex', start, end);
      this.at = end + 1;
    } else if (/^(?:_\w+|n)$/i.test(word)) {
      // `_binary` and `N` say how to interpret the text that follows.
      this.readText();
    } else throw new TextFault(this.line, `${word} before a text`);
  }

  private readText(): void {
    const start = this.at + 1;
    const end = this.textEnd(start);
    this.row.add(this.isEscaped ? 'escaped' : 'text', start, end);
    this.at = end + 1;
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
