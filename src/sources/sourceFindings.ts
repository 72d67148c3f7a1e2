/** The findings about a source itself rather than a record in it. */
import { readFailure, reasonOf, systemCode } from '../failure.ts';
import { printable } from '../json/showToken.ts';
import { formatBytes, formatCount } from '../text/quantities.ts';
import type { Finding } from '../findings/finding.ts';
import type { RuleName } from '../findings/rules.ts';
import type { Reading } from './source.ts';

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
  const character =
    bytes[at] === byte ? bytes.toString('utf8', at, at + 4) : String.fromCharCode(byte ?? 0);
  return {
    ...placeOf(reading.file, reading.input.line, 'json-syntax'),
    expected,
    found: byte === undefined ? 'the end of the file' : showCharacter(character),
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

function showCharacter(text: string): string {
  return `'${printable(String.fromCodePoint(text.codePointAt(0) ?? 0))}'`;
}
