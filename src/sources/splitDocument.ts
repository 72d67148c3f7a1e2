/**
 * Cuts a `.json` source into records without holding all of it: one record, an array of records, or
 * a page envelope whose `results` are taken (S1). Whether a record is good JSON is decided later.
 */
import { splitArray } from './splitArray.ts';
import { splitEnvelope, startsEnvelope } from './splitEnvelope.ts';
import { openBracket, skipSpace, trimSpace } from './jsonBytes.ts';
import type { RawRecord, Reading } from './source.ts';
import { brokenDocument, emptySource, tooLong } from './sourceFindings.ts';

/** Yields the records in order. Where the document itself is broken, it is reported and reading ends. */
export async function* splitDocument(reading: Reading): AsyncGenerator<RawRecord> {
  const { input } = reading;
  const first = await skipSpace(input);
  if (first === undefined) {
    reading.report(emptySource(reading.file));
    return;
  }
  if (first === openBracket) {
    if (!(yield* splitArray(reading))) return;
  } else if (await startsEnvelope(input)) {
    if (!(yield* splitEnvelope(reading))) return;
  } else {
    yield* takeTheRest(reading);
  }
  const behind = await skipSpace(input);
  if (behind !== undefined) {
    reading.report(brokenDocument(reading, 'the end of the file', behind));
  }
}

/** The rest of the file is one record; should more follow it, the parser says where. */
async function* takeTheRest(reading: Reading): AsyncGenerator<RawRecord> {
  const { input, maxRecordBytes } = reading;
  const { line } = input;
  do {
    if (input.bytes.length - input.at > maxRecordBytes) {
      reading.report(tooLong(reading, line));
      input.at = input.bytes.length;
      return;
    }
  } while (await input.fill());
  yield { bytes: trimSpace(input.bytes.subarray(input.at)), line };
  input.at = input.bytes.length;
}
