/** Reads a table of text, with commas, semicolons or tabs between its cells. */
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { CsvError, parse } from 'csv-parse/sync';
import { Failure, readFailure, saysNoFile } from '../../failure.ts';
import { iconvHint, wideEncodingOf } from '../../text/encoding.ts';

export interface TableRow {
  /** Line of the file on which it begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

const maxTableBytes = 256 << 20;

/** Its rows with something in them, the header among them; blanks around a cell are dropped. Throws a Failure. */
export async function readCells(file: string): Promise<TableRow[]> {
  const bytes = await bytesOf(file);
  if (bytes.toString('latin1', 0, 2) === 'PK') {
    throw fault(file, 1, 'a CSV or TSV file', 'a spreadsheet', 'Save it as CSV (UTF-8).');
  }
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
  try {
    const rows = parse(text, {
      delimiter,
      info: true,
      trim: true,
      relax_column_count: true,
      // A tab-separated table has quotes as they are.
      quote: delimiter === '\t' ? null : '"',
    }) as unknown as { info: { lines: number }; record: string[] }[];
    let line = 1;
    return rows.flatMap(({ info, record }) => {
      const begun = line;
      line = info.lines + 1;
      return record.some((cell) => cell !== '') ? [{ line: begun, cells: record }] : [];
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw fault(file, Number(error['lines'] ?? 1), 'a table of text', error.message);
  }
}

async function bytesOf(file: string): Promise<Buffer> {
  try {
    const { size } = statSync(file);
    if (size > maxTableBytes) throw fault(file, 1, `at most ${maxTableBytes} bytes`, `${size}`);
    return await readFile(file);
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
  const message = `${path.basename(file)}:${line}: expected ${expected}, found ${found}.`;
  return new Failure('data', message, hint === undefined ? {} : { hint });
}
