/** Reads the rows of a mysqldump in bounded memory, without a database. */
import { decodeSource } from '../../sources/decodeSource.ts';
import { TextFault } from '../textLines.ts';
import {
  close,
  code,
  comma,
  DumpCursor,
  Incomplete,
  open,
  quote,
  semicolon,
} from './dumpCursor.ts';
import { type DumpRow, RowValues } from './dumpRow.ts';
import { columnsOf, createTable, insert, lockTables, nameIn, namesIn } from './dumpStatements.ts';

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
