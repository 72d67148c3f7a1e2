/**
 * Splits a `.json` source into records as a stream: one record, an array of records, or a page envelope, whose
 * `results` are read (S1). The records themselves are validated later.
 */
import { splitArray } from './splitArray.ts';
import { splitEnvelope, startsEnvelope } from './splitEnvelope.ts';
import { openBracket } from '../json/bytes.ts';
import { skipSpace, trimSpace } from './jsonBytes.ts';
import type { RawRecord, Reading } from './source.ts';
import { brokenDocument, emptySource, tooLong } from './sourceFindings.ts';

/** Yields the records in order. A syntax error between them is reported and ends reading. */
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

/** Yields the rest of the file as one record; if more follows it, the parser reports where. */
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
