/** Splits a saved page of the service, `{"count":…,"next":…,"previous":…,"results":[…]}`, into its records. */
import { isUtf8 } from 'node:buffer';
import { attempt } from '../failure.ts';
import { shownPointer } from '../json/pointer.ts';
import { showToken } from '../json/showToken.ts';
import { nearestName } from '../text/nearestName.ts';
import type { ByteInput } from './byteInput.ts';
import { closeBrace, colon, comma, openBracket, quote } from '../json/bytes.ts';
import { skipSpace, takeValue } from './jsonBytes.ts';
import { splitArray } from './splitArray.ts';
import type { RawRecord, Reading } from './source.ts';
import { brokenDocument } from './sourceFindings.ts';

const envelopeKeys = ['count', 'next', 'previous', 'results'];
const envelopeStart = /^\{[ \t\r\n]*"(count|next|previous|results)"/;
const lookAheadBytes = 4096;

/** Whether an object starts at the cursor with a key of the page envelope, which no record has. */
export async function startsEnvelope(input: ByteInput): Promise<boolean> {
  while (input.bytes.length - input.at < lookAheadBytes) {
    if (!(await input.fill())) break;
  }
  return envelopeStart.test(input.bytes.toString('latin1', input.at, input.at + lookAheadBytes));
}

/** Reads an envelope from its `{` past its `}`, a record at a time; returns false on a syntax error. */
export async function* splitEnvelope(reading: Reading): AsyncGenerator<RawRecord, boolean> {
  const { input } = reading;
  const seen = new Set<string>();
  const broken = (expected: string, byte: number | undefined) => {
    reading.report(brokenDocument(reading, expected, byte));
    return false;
  };

  let byte: number | undefined;
  do {
    input.at++;
    byte = await skipSpace(input);
    if (byte !== quote) return broken('a key in double quotes', byte);
    const key = await takeKey(reading, seen);
    if (key === null) return false;
    byte = await skipSpace(input);
    if (byte !== colon) return broken("':' after the key", byte);
    input.at++;
    byte = await skipSpace(input);
    if (key !== 'results') {
      const value = await takeValue(input, reading.maxRecordBytes);
      if (value !== null && !isUtf8(value)) return notText(reading);
      if (!isJson(value)) return broken('a value', byte);
    } else if (byte !== openBracket) {
      return broken('an array of records', byte);
    } else if (!(yield* splitArray(reading))) {
      return false;
    }
    byte = await skipSpace(input);
  } while (byte === comma);
  if (byte !== closeBrace) return broken("',' or '}'", byte);
  if (!seen.has('results')) return broken('a key "results" before the end', byte);
  input.at++;
  return true;
}

function notText({ file, input, report }: Reading): false {
  const place = { file, line: input.line, pointer: '' };
  report({ rule: 'unicode', ...place, expected: 'UTF-8 text', found: 'bytes that are not UTF-8' });
  return false;
}

/** The key at the cursor; null, with a finding, for an unknown or repeated key. */
async function takeKey(reading: Reading, seen: Set<string>): Promise<string | null> {
  const { file, input, report } = reading;
  const { line } = input;
  const bytes = await takeValue(input, reading.maxRecordBytes);
  const key = bytes === null ? '' : bytes.toString('utf8', 1, bytes.length - 1);
  if (bytes !== null && !isJson(bytes)) {
    report(brokenDocument(reading, 'a key in double quotes', await input.peek()));
    return null;
  }
  const place = { file, line, pointer: shownPointer([key]) };
  if (!envelopeKeys.includes(key)) {
    const nearest = nearestName(key, envelopeKeys);
    report({
      rule: 'schema',
      ...place,
      expected: `only ${envelopeKeys.join(', ')} in a page envelope`,
      found: `the unknown field "${showToken(key)}"`,
      ...(nearest === undefined ? {} : { hint: `Did you mean "${nearest}"?` }),
    });
    return null;
  }
  if (seen.has(key)) {
    const found = `"${key}" again`;
    report({ rule: 'json-repeated-key', ...place, expected: 'each key once in an object', found });
    return null;
  }
  seen.add(key);
  return key;
}

function isJson(bytes: Buffer | null): boolean {
  return attempt((): unknown => JSON.parse(bytes?.toString() ?? '')) !== undefined;
}
