/** Splits a JSON array into its records. */
import { closeBrace, closeBracket, colon, comma } from '../json/bytes.ts';
import { skipSpace, takeValue } from './jsonBytes.ts';
import type { RawRecord, Reading } from './source.ts';
import { brokenDocument, tooLong } from './sourceFindings.ts';

const cannotStartValue: ReadonlySet<number | undefined> = new Set([
  undefined,
  comma,
  colon,
  closeBracket,
  closeBrace,
]);

/** Reads an array from its `[` past its `]`, a record at a time; returns false on a syntax error. */
export async function* splitArray(reading: Reading): AsyncGenerator<RawRecord, boolean> {
  const { input, maxRecordBytes } = reading;
  input.at++;
  let byte = await skipSpace(input);
  if (byte === closeBracket) {
    input.at++;
    return true;
  }
  for (;;) {
    if (cannotStartValue.has(byte)) {
      reading.report(brokenDocument(reading, 'a record', byte));
      return false;
    }
    const { line } = input;
    const bytes = await takeValue(input, maxRecordBytes);
    if (bytes === null) {
      reading.report(tooLong(reading, line));
      return false;
    }
    yield { bytes, line };
    byte = await skipSpace(input);
    if (byte !== comma && byte !== closeBracket) {
      reading.report(brokenDocument(reading, "',' or ']' behind the record", byte));
      return false;
    }
    input.at++;
    if (byte === closeBracket) return true;
    byte = await skipSpace(input);
  }
}
