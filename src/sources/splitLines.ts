/** Splits a source of one record per line into records; blank lines are skipped (S1). */
import { newline } from '../json/bytes.ts';
import { trimSpace } from './jsonBytes.ts';
import type { RawRecord, Reading } from './source.ts';
import { emptySource, tooLong } from './sourceFindings.ts';

const maxKeptSpace = 1 << 20;

/** Yields the records of each chunk. A line longer than the limit is reported and skipped. */
export async function* splitLines(reading: Reading): AsyncGenerator<readonly RawRecord[]> {
  const { input, maxRecordBytes } = reading;
  // Set while the rest of a line that was already reported is skipped.
  let passing = false;
  let isEmpty = true;

  const takeLine = (end: number, records: RawRecord[]) => {
    const bytes = trimSpace(input.bytes.subarray(input.at, end));
    if (bytes.length > 0) isEmpty = false;
    if (passing) passing = false;
    else if (bytes.length > maxRecordBytes) reading.report(tooLong(reading, input.line));
    else if (bytes.length > 0) records.push({ bytes, line: input.line });
  };

  // A first chunk may be buffered already.
  do {
    const records: RawRecord[] = [];
    for (;;) {
      const end = input.bytes.indexOf(newline, input.at);
      if (end < 0) break;
      takeLine(end, records);
      input.line++;
      input.at = end + 1;
    }
    yield records;
    const rest = input.bytes.subarray(input.at);
    // White space around a record does not count towards its length, but is bounded, too.
    const isTooLong =
      rest.length > maxRecordBytes &&
      (trimSpace(rest).length > maxRecordBytes || rest.length > maxKeptSpace + maxRecordBytes);
    if (!passing && isTooLong) {
      reading.report(tooLong(reading, input.line));
      passing = true;
      isEmpty = false;
    }
    if (passing) input.at = input.bytes.length;
  } while (await input.fill());
  const last: RawRecord[] = [];
  takeLine(input.bytes.length, last);
  yield last;
  if (isEmpty) reading.report(emptySource(reading.file));
}
