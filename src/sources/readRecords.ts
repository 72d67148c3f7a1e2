/** Reads a source as raw records with their lines, some at a time; reports what is wrong with the file. */
import { isUtf8 } from 'node:buffer';
import { attempt } from '../base/failure.ts';
import {
  backslash,
  closeBrace,
  closeBracket,
  colon,
  comma,
  isSpace,
  newline,
  openBrace,
  openBracket,
  quote,
  shownPointer,
  showToken,
} from '../text/json.ts';
import { nearestName } from '../text/words.ts';
import {
  brokenDocument,
  decisiveBytes,
  decodeSource,
  emptySource,
  faultOfStart,
  tooLong,
  unreadable,
} from './decodeSource.ts';
import {
  type ByteInput,
  createByteInput,
  type RawRecord,
  type Reading,
  type Source,
} from './source.ts';

const recordsAtOnce = 1000;

type Reader = (reading: Reading) => AsyncIterable<readonly RawRecord[]>;

/** How each layout is read; whatever the format, the result is the JSON text of records. */
const readers: Readonly<Record<Source['layout'], Reader>> = {
  lines: splitLines,
  document: (reading) => severalAtOnce(splitDocument(reading)),
};

/**
 * Yields every record of `source` once, in order (S1). An empty or truncated file yields the records before the
 * fault and a finding; a file of another kind yields nothing. `seen` gets the raw bytes of the file as they are read.
 */
export async function* readRecords(
  source: Source,
  { maxRecordBytes, report }: Pick<Reading, 'maxRecordBytes' | 'report'>,
  seen?: (bytes: Buffer) => void,
): AsyncGenerator<readonly RawRecord[]> {
  const input = createByteInput(decodeSource(source, seen));
  const reading: Reading = { input, file: source.file, maxRecordBytes, report };
  try {
    await input.fill();
    const isWhole = input.bytes.length < decisiveBytes;
    const fault = faultOfStart(input.bytes.subarray(0, decisiveBytes), isWhole, source);
    if (fault !== null) {
      report(fault);
      return;
    }
    for await (const records of readers[source.layout](reading)) {
      if (records.length > 0) yield records;
    }
  } catch (error) {
    const hasBegun = input.line > 1 || input.bytes.length > 0;
    report(unreadable(source.file, hasBegun ? input.line : 0, error));
  } finally {
    await input.close();
  }
}

async function* severalAtOnce(records: AsyncGenerator<RawRecord>): AsyncGenerator<RawRecord[]> {
  let some: RawRecord[] = [];
  try {
    for await (const record of records) {
      some.push(record);
      if (some.length < recordsAtOnce) continue;
      yield some;
      some = [];
    }
  } catch (error) {
    // The records before the fault are still processed.
    yield some;
    throw error;
  }
  yield some;
}

/** Without white space at either end. */
export function trimSpace(bytes: Buffer): Buffer {
  let start = 0;
  let end = bytes.length;
  while (start < end && isSpace(bytes[start])) start++;
  while (end > start && isSpace(bytes[end - 1])) end--;
  return bytes.subarray(start, end);
}

/** Moves the cursor past white space, counting lines; returns the byte it stops at. */
export async function skipSpace(input: ByteInput): Promise<number | undefined> {
  for (;;) {
    const byte = await input.peek();
    if (!isSpace(byte)) return byte;
    if (byte === newline) input.line++;
    input.at++;
  }
}

/**
 * Takes the value at the cursor, which must not be white space, and moves the cursor past it. Tracks only strings
 * and brackets: broken JSON is returned as it is, cut off at the end of the source. Null when the value is longer
 * than `maxBytes`.
 */
export async function takeValue(input: ByteInput, maxBytes: number): Promise<Buffer | null> {
  let depth = 0;
  let inString = false;
  let isEscaped = false;
  input.mark = input.at;
  try {
    for (;;) {
      const { bytes } = input;
      let at = input.at;
      for (; at < bytes.length; at++) {
        const byte = bytes[at];
        if (byte === newline) input.line++;
        if (inString) {
          if (isEscaped) {
            isEscaped = false;
          } else if (byte === backslash) {
            isEscaped = true;
          } else if (byte === quote) {
            inString = false;
            if (depth === 0) return takeUntil(input, at + 1, maxBytes);
          }
        } else if (byte === quote) {
          inString = true;
        } else if (byte === openBrace || byte === openBracket) {
          depth++;
        } else if (byte === closeBrace || byte === closeBracket) {
          // After a bare value, as in `[1]`, the bracket belongs to the enclosing array.
          if (depth === 0) return takeUntil(input, at, maxBytes);
          depth--;
          if (depth === 0) return takeUntil(input, at + 1, maxBytes);
        } else if (depth === 0 && (byte === comma || byte === colon || isSpace(byte))) {
          if (byte === newline) input.line--;
          return takeUntil(input, at, maxBytes);
        }
      }
      input.at = at;
      if (at - input.mark > maxBytes) return null;
      if (!(await input.fill())) return takeUntil(input, input.bytes.length, maxBytes);
    }
  } finally {
    input.mark = -1;
  }
}

/** Moves the cursor to `end` and returns the bytes since the mark; null if there are too many. */
function takeUntil(input: ByteInput, end: number, maxBytes: number): Buffer | null {
  input.at = end;
  return end - input.mark > maxBytes ? null : input.bytes.subarray(input.mark, end);
}

const cannotStartValue: ReadonlySet<number | undefined> = new Set([
  undefined,
  comma,
  colon,
  closeBracket,
  closeBrace,
]);

/** Reads an array from its `[` past its `]`, a record at a time; returns false on a syntax error. */
async function* splitArray(reading: Reading): AsyncGenerator<RawRecord, boolean> {
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

// A saved page of the service, `{"count":…,"next":…,"previous":…,"results":[…]}`, is split into its records.

const envelopeKeys = ['count', 'next', 'previous', 'results'];
const envelopeStart = /^\{[ \t\r\n]*"(count|next|previous|results)"/;
const lookAheadBytes = 4096;

/** Whether an object starts at the cursor with a key of the page envelope, which no record has. */
async function startsEnvelope(input: ByteInput): Promise<boolean> {
  while (input.bytes.length - input.at < lookAheadBytes) {
    if (!(await input.fill())) break;
  }
  return envelopeStart.test(input.bytes.toString('latin1', input.at, input.at + lookAheadBytes));
}

/** Reads an envelope from its `{` past its `}`, a record at a time; returns false on a syntax error. */
async function* splitEnvelope(reading: Reading): AsyncGenerator<RawRecord, boolean> {
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

/**
 * Splits a `.json` source into records, in order: one record, an array of records, or a page envelope, whose `results`
 * are read (S1). A syntax error between them is reported and ends reading.
 */
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

const maxKeptSpace = 1 << 20;

/**
 * Splits a source of one record per line into records; blank lines are skipped (S1). A line longer than the limit is
 * reported and skipped.
 */
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
