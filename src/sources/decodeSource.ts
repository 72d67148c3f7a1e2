/** Reads a source as plain chunks of bytes: decompressed, without a byte order mark. */
import { createReadStream, fstatSync, readFileSync, readSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { attempt, readFailure, reasonOf, systemCode } from '../base/failure.ts';
import { closing, openRegular } from '../base/files.ts';
import { iconvHint, wideEncodingOf } from '../text/encoding.ts';
import { endOfRecord, examineJson } from '../text/examineJson.ts';
import type { Finding } from '../text/findings.ts';
import { printable, showToken } from '../text/json.ts';
import type { RuleName } from '../text/rules.ts';
import { formatBytes, formatCount } from '../text/words.ts';
import type { Reading, Source } from './source.ts';

const envelopeLine = /^\{\s*"(count|next|previous|results)"\s*:/;
// A record is an object: if none of the first lines looks like JSON, the file holds no records.
const judgedLines = 10;
const examination = { maxNesting: 1000, maxProblems: 1000 };
const expectedLines = 'a record a line';

type Fault = Pick<Finding, 'expected' | 'found' | 'hint'>;

/** Null if it may be lines of records, good or bad. `isWhole`: this is the whole file. */
function linesFault(start: Buffer, isWhole: boolean, file: string): Fault | null {
  const excerpt = start.toString('utf8');
  // Without the last line, which may be cut off.
  const text = isWhole ? excerpt : excerpt.slice(0, excerpt.lastIndexOf('\n') + 1);
  const lines = text.split('\n').map((line) => line.trim());
  const filled = lines.filter((line) => line !== '');
  const [first = ''] = filled;
  const asDocument = `Name it ${showToken(path.basename(file).replace(/\.(ndjson|jsonl)/i, '.json'))}.`;
  if (envelopeLine.test(first)) {
    return { expected: expectedLines, found: 'a page of the service', hint: asDocument };
  }
  if (filled.length < 2) return null;
  if (/^(\{.*\}|\[.*\])$/.test(first)) return behindRecords(lines, isWhole, asDocument);
  if (!/^[{[]/.test(first)) {
    const isJson = filled.slice(0, judgedLines).some((line) => /^[{[]/.test(line));
    if (isJson) return null;
    return {
      expected: expectedLines,
      found: `lines that are no records, the first '${showToken(first)}'`,
    };
  }
  const joined = filled.slice(0, -1).filter((line) => line.endsWith(','));
  if (joined.length > 1 && joined.length === filled.length - 1 && isObject(first.slice(0, -1))) {
    const hint = `Remove the commas, or put them all in [ and ]. ${asDocument}`;
    return { expected: expectedLines, found: 'records with commas between', hint };
  }
  if (first.startsWith('{') && filled.some(isObject)) return null;
  return overSeveralLines(text, isWhole, first.startsWith('['), asDocument);
}

/** A record spread over several lines after good ones: its first line is a lone brace. */
function behindRecords(lines: readonly string[], isWhole: boolean, hint: string): Fault | null {
  const at = lines.indexOf('{');
  if (at < 0 || lines[at + 1]?.startsWith('"') !== true) return null;
  if (!lines.slice(0, at).every((line) => line === '' || isObject(line))) return null;
  const rest = lines.slice(at).join('\n');
  const fault = overSeveralLines(rest, isWhole, false, hint);
  return fault === null
    ? null
    : {
        ...fault,
        found: `records over several lines each, from line ${at + 1} on`,
        hint: oneLineEach,
      };
}

const oneLineEach = 'Put each on one line, for example with `jq -c .`.';

/** A value spread over several lines, as far as this excerpt shows. */
function overSeveralLines(
  text: string,
  isWhole: boolean,
  isArray: boolean,
  asDocument: string,
): Fault | null {
  const problem = examineJson(text, examination).find(
    ({ kind }) => kind === 'syntax' || kind === 'nesting',
  );
  const end = problem?.offset ?? text.length;
  if (problem === undefined ? isWhole : end >= text.trimEnd().length) {
    const what = isArray ? 'an array of records' : 'a record';
    return { expected: expectedLines, found: `${what} over several lines`, hint: asDocument };
  }
  const isOneOfSeveral = problem === undefined || problem.expected === endOfRecord;
  if (!isOneOfSeveral || !text.slice(0, end).trim().includes('\n')) return null;
  return { expected: expectedLines, found: 'records over several lines each', hint: oneLineEach };
}

function isObject(line: string): boolean {
  if (!line.startsWith('{') || !line.endsWith('}')) return false;
  return attempt(() => Object.keys(JSON.parse(line) as object).length > 0) ?? false;
}

/** This many decompressed bytes decide. */
export const decisiveBytes = 1 << 16;

const shownBytes = 20;

/**
 * What is wrong with a file that starts like this; null if its records should be read. `isWhole`: this is all of it.
 */
export function faultOfStart(
  start: Buffer,
  isWhole: boolean,
  source: Pick<Source, 'file' | 'layout' | 'gzipped'>,
  text: 'JSON' | 'FASTA' = 'JSON',
): Finding | null {
  const place = { file: source.file, line: 0, pointer: '' };
  const expected = `${text} text`;
  const wide = wideEncodingOf(start);
  if (wide !== null) {
    const rule = 'unicode';
    return { ...place, rule, expected: 'UTF-8 text', found: wide, hint: iconvHint(wide) };
  }
  const kind = kinds.find(
    ({ magic, at = 0 }) => start.toString('latin1', at, at + magic.length) === magic,
  );
  if (kind !== undefined) {
    const name = path.basename(source.file);
    const hint =
      kind.found !== gzipFile
        ? kind.hint
        : source.gzipped
          ? 'It is packed twice: unpack it once.'
          : `Name it ${showToken(name)}.gz.`;
    return { ...place, rule: 'source', expected, found: kind.found, hint };
  }
  if (isBinary(start)) {
    const begun = showToken(start.toString('latin1', 0, shownBytes));
    const found = `bytes that are no text, beginning with '${begun}'`;
    const hint = text === 'JSON' ? exportHint : 'Export its sequences as FASTA.';
    return { ...place, rule: 'source', expected, found, hint };
  }
  const fault = source.layout === 'lines' ? linesFault(start, isWhole, source.file) : null;
  return fault === null ? null : { ...place, rule: 'json-syntax', ...fault };
}

const gzipFile = 'a gzip file';
const unpackHint = 'Unpack it: only files compressed by gzip alone (.gz) are read as they are.';
const exportHint = 'Export its records as JSON from the program that made it.';

const kinds: readonly {
  readonly magic: string;
  readonly at?: number;
  readonly found: string;
  readonly hint: string;
}[] = [
  { magic: '\u001f\u008b', found: gzipFile, hint: '' },
  { magic: 'PK\u0003\u0004', found: 'a zip archive or a spreadsheet', hint: unpackHint },
  { magic: 'PK\u0005\u0006', found: 'an empty zip archive', hint: unpackHint },
  { magic: 'BZh', found: 'a bzip2 file', hint: unpackHint },
  { magic: '\u00fd7zXZ\u0000', found: 'an xz file', hint: unpackHint },
  { magic: '\u0028\u00b5\u002f\u00fd', found: 'a zstd file', hint: unpackHint },
  { magic: '7z\u00bc\u00af\u0027\u001c', found: 'a 7z archive', hint: unpackHint },
  { magic: 'Rar!', found: 'a rar archive', hint: unpackHint },
  { magic: 'ustar', at: 257, found: 'a tar archive', hint: unpackHint },
  { magic: 'SQLite format 3\u0000', found: 'an SQLite database', hint: exportHint },
  { magic: 'PAR1', found: 'a Parquet file', hint: exportHint },
  { magic: '%PDF-', found: 'a PDF', hint: exportHint },
];

const judgedBytes = 4096;
// More than one control character per this many bytes means binary.
const rarely = 50;

function isBinary(start: Buffer): boolean {
  const judged = start.subarray(0, judgedBytes);
  if (/^\s*[[{"]/.test(judged.toString('latin1', 0, shownBytes))) return false;
  let controls = 0;
  for (const byte of judged)
    if (byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 13) controls++;
  return controls * rarely > judged.length;
}

const chunkBytes = 1 << 20;
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
// The first chunk has at least this many bytes, or the whole file: enough to detect the kind of file.
const leastStart = decisiveBytes + byteOrderMark.length;

/**
 * Yields the bytes of a source in order. `seen` gets the raw bytes of the file as they are read. Throws the system's or
 * zlib's error if reading ends early; leaving the loop closes the file.
 */
export async function* decodeSource(
  source: Pick<Source, 'absolutePath' | 'gzipped'>,
  seen?: (bytes: Buffer) => void,
): AsyncGenerator<Buffer> {
  const handle = openRegular(source.absolutePath);
  if (!source.gzipped && fstatSync(handle).size <= chunkBytes) {
    // In one read: a stream for each of many small files would cost more than their content.
    const bytes = closing(handle, () => readFileSync(handle));
    seen?.(bytes);
    const text = withoutMark(bytes);
    if (text.length > 0) yield text;
    return;
  }
  const file = createReadStream('', { fd: handle, highWaterMark: chunkBytes });
  if (seen !== undefined) file.on('data', (chunk) => seen(chunk as Buffer));
  // The callback is empty: the pipeline's error also ends the loop over the stream.
  const unzip = source.gzipped ? createGunzip({ chunkSize: chunkBytes }) : null;
  const stream = unzip === null ? file : pipeline(file, unzip, () => {});
  let start: Buffer | null = Buffer.alloc(0);
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (start === null) {
        yield chunk;
        continue;
      }
      start = start.length === 0 ? chunk : Buffer.concat([start, chunk]);
      if (start.length < leastStart) continue;
      const begun = withoutMark(start);
      start = null;
      yield begun;
    }
    if (start !== null && start.length > 0) {
      const all = withoutMark(start);
      start = null;
      yield all;
    }
    // After trailing zeros zlib looks for no further gzip member, and reports nothing.
    if (unzip !== null && unzip.bytesWritten < file.bytesRead) {
      await assertZeros(source.absolutePath, unzip.bytesWritten);
    }
  } catch (error) {
    // The bytes before the error are still examined.
    if (start !== null && start.length > 0) yield withoutMark(start);
    throw error;
  } finally {
    file.destroy();
  }
}

/** At most so many of its first bytes, plain and without a mark; of a compressed file no more than its first chunk. */
export async function startOfSource(
  source: Pick<Source, 'absolutePath' | 'gzipped'>,
  most: number,
): Promise<Buffer> {
  if (!source.gzipped) {
    const bytes = Buffer.allocUnsafe(most + byteOrderMark.length);
    const read = closing(openRegular(source.absolutePath), (handle) => readSync(handle, bytes));
    return withoutMark(bytes.subarray(0, read)).subarray(0, most);
  }
  for await (const chunk of decodeSource(source)) return chunk.subarray(0, most);
  return Buffer.alloc(0);
}

/** The bytes without a leading byte order mark. */
export function withoutMark(bytes: Buffer): Buffer {
  return bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark)
    ? bytes.subarray(byteOrderMark.length)
    : bytes;
}

/** Throws an error with the code `Z_TRAILING_DATA` unless only zeros follow in the file. */
async function assertZeros(file: string, start: number): Promise<void> {
  for await (const chunk of createReadStream(file, { start }) as AsyncIterable<Buffer>) {
    if (chunk.every((byte) => byte === 0)) continue;
    throw Object.assign(new Error('data behind the end'), { code: 'Z_TRAILING_DATA' });
  }
}

/** The place of a finding about a whole file, or a line of it. */
export function placeOf(file: string, line = 0, rule: RuleName = 'source') {
  return { rule, file, line, pointer: '' };
}

/** A record, starting on `line`, that is rejected because it is too long. */
export function tooLong(reading: Pick<Reading, 'file' | 'maxRecordBytes'>, line: number): Finding {
  return {
    ...placeOf(reading.file, line, 'record-size'),
    expected: `a record of at most ${formatBytes(reading.maxRecordBytes)}`,
    found: 'a longer one',
    hint: 'Is a line break or a bracket missing between records?',
  };
}

/** A source that is read as a whole, and whose records up to the one on `line` exceed `maxBytes`. */
export function tooMuch(file: string, line: number, maxBytes: number): Finding {
  return {
    ...placeOf(file, line),
    expected: `at most ${formatBytes(maxBytes)} of records in a file that cannot be read in parts`,
    found: 'more',
    hint: 'Split it into several files, or write it as plain .ndjson, a record a line, which is read in parts.',
  };
}

/** A syntax error at the cursor, outside of any record. */
export function brokenDocument(
  reading: Reading,
  expected: string,
  byte: number | undefined,
): Finding {
  const { at, bytes } = reading.input;
  // If the buffer has moved on, only the byte is known, and it is ASCII.
  const [character = ''] =
    bytes[at] === byte ? bytes.toString('utf8', at, at + 4) : String.fromCharCode(byte ?? 0);
  return {
    ...placeOf(reading.file, reading.input.line, 'json-syntax'),
    expected,
    found: byte === undefined ? 'the end of the file' : `'${printable(character)}'`,
    hint: 'A .json source holds one record, an array of records or a page envelope; a record a line belongs in a .ndjson file.',
  };
}

/** Reading ended after too many refused records. */
export function tooManyRefused(data: string, maxRefused: number): Finding {
  return {
    ...placeOf(data),
    expected: `at most ${formatCount(maxRefused)} refused records`,
    found: 'more, so that the rest was not read',
    hint: 'Correct these first, or read more with a larger --max-refused.',
  };
}

export function emptySource(file: string, expected = 'at least one record'): Finding {
  return {
    ...placeOf(file, 1),
    expected,
    found: 'an empty file',
    hint: 'Delete the file if it is meant to hold nothing.',
  };
}

/** A source that is a pipe, a device or the like, and might never end. */
export function notAFile(file: string): Finding {
  return { ...placeOf(file), expected: 'a regular file', found: 'something else, such as a pipe' };
}

export function changedSource(file: string): Finding {
  return {
    ...placeOf(file),
    expected: 'a file that stays as it is while it is read',
    found: 'one that was changed meanwhile',
    hint: 'Build again when nothing writes to the data folder any more.',
  };
}

/** A source or folder whose name is not UTF-8, so that it cannot be opened by name. */
export function nameNotUtf8(file: string): Finding {
  return {
    ...placeOf(file),
    expected: 'a name in UTF-8',
    found: 'one that is not, which was not read',
    hint: 'Rename it; it may come from a machine or an archive with another encoding.',
  };
}

/**
 * A source that cannot be read completely; `line` is the line reached, 0 if none. Throws a Failure for an error of
 * the system, which says nothing about the data.
 */
export function unreadable(file: string, line: number, error: unknown): Finding {
  const place = placeOf(file, line);
  const code = systemCode(error) ?? String(error);
  if (code === 'ENOTFILE') return notAFile(file);
  if (reasonOf(error) === 'incorrect header check') {
    const hint = 'If it is not compressed, rename it without .gz.';
    return { ...place, expected: 'a gzip file', found: 'something else', hint };
  }
  if (code.startsWith('Z_')) {
    return {
      ...place,
      expected: 'a whole gzip file',
      found: code === 'Z_BUF_ERROR' ? 'one that is cut short' : `one that is damaged (${code})`,
      hint: 'Compress it again, or copy it again from where it came.',
    };
  }
  if (systemCode(error) === undefined) throw error;
  if (!ofTheData.has(code)) throw readFailure(printable(file), error, sourceHints);
  return { ...place, expected: 'to be able to read it', found: `an error (${code})` };
}

/** Errors caused by the paths themselves. */
const ofTheData: ReadonlySet<string> = new Set(['ENOENT', 'ELOOP', 'ENAMETOOLONG', 'ENOTDIR']);

const sourceHints: Readonly<Record<string, string>> = {
  EACCES: 'Grant read permission to the user who builds.',
  EPERM: 'Grant read permission to the user who builds.',
  EIO: 'The disk, or the way to it, is failing: copy the data to another one, and build from there.',
  EMFILE: 'Allow more open files, for example with `ulimit -n 4096`.',
  ENFILE: 'The whole machine has too many files open: end something else that runs on it.',
};
