/** Scans a page's bytes for the members of its envelope and the extent of its records, in any JSON layout. */
import {
  closeBrace,
  closeBracket,
  colon,
  comma,
  isSpace,
  openBrace,
  openBracket,
  quote,
} from '../../json/bytes.ts';
import { isNestedTooDeep } from '../../json/nesting.ts';
import { showString } from '../../json/showToken.ts';
import { endOfValue } from '../../json/valueEnd.ts';

export interface ScannedPage {
  /** Keys in the order of the page, with the JSON text of their values; of `results` only the key. */
  readonly members: readonly (readonly [key: string, text: string])[];
  /** Whether `results` exists and is an array. */
  readonly hasResults: boolean;
  /** The offset of the array's bracket; -1 without one. */
  readonly resultsStart: number;
  /** Whether records are separated by a single comma, and followed by `]}` only. */
  readonly isCompact: boolean;
}

export interface BrokenPage {
  /** The byte offset of the error. */
  readonly offset: number;
  readonly expected: string;
}

/** Only thrown within this file. */
class Broken {
  readonly page: BrokenPage;
  constructor(offset: number, expected: string) {
    this.page = { offset, expected };
  }
}

/**
 * Scans a page. `takeRecord` gets the start of each record and returns its end, like `endOfValue`; the caller checks
 * the syntax of records. Invalid UTF-8 in the members' texts is decoded as U+FFFD.
 */
export function scanPage(
  bytes: Buffer,
  takeRecord: (start: number) => number,
): ScannedPage | BrokenPage {
  try {
    return scanMembers(bytes, takeRecord);
  } catch (error) {
    if (error instanceof Broken) return error.page;
    throw error;
  }
}

function scanMembers(bytes: Buffer, takeRecord: (start: number) => number): ScannedPage {
  const members: [string, string][] = [];
  let [hasResults, resultsStart, isCompact] = [false, -1, true];
  let at = expectByte(bytes, skipSpace(bytes, 0), openBrace, "'{'");
  at = skipSpace(bytes, at);
  while (bytes[at] !== closeBrace) {
    if (members.length > 0) at = skipSpace(bytes, expectByte(bytes, at, comma, "',' or '}'"));
    if (bytes[at] !== quote) throw new Broken(at, 'a key in double quotes');
    const keyEnd = endOfValue(bytes, at);
    const key = String(parseSpan(bytes, at, keyEnd));
    if (members.some(([known]) => known === key)) {
      throw new Broken(at, `each key once, and ${showString(key)} is there already`);
    }
    at = skipSpace(bytes, expectByte(bytes, skipSpace(bytes, keyEnd), colon, "':'"));
    if (key === 'results' && bytes[at] === openBracket) {
      members.push([key, '[]']);
      [hasResults, resultsStart] = [true, at];
      at = scanRecords(at);
      isCompact &&= bytes[at] === closeBrace && at + 1 === bytes.length;
    } else {
      const end = endOfValue(bytes, at);
      parseSpan(bytes, at, end);
      members.push([key, bytes.toString('utf8', at, end)]);
      at = end;
    }
    at = skipSpace(bytes, at);
  }
  at = skipSpace(bytes, at + 1);
  if (at < bytes.length) throw new Broken(at, 'the end of the page');
  return { members, hasResults, resultsStart, isCompact };

  /** Returns the end of the array. */
  function scanRecords(start: number): number {
    let next = start + 1;
    if (bytes[skipSpace(bytes, next)] === closeBracket) {
      const end = skipSpace(bytes, next);
      isCompact &&= end === next;
      return end + 1;
    }
    for (;;) {
      const from = skipSpace(bytes, next);
      const end = takeRecord(from);
      if (end <= from) throw new Broken(from, 'a record');
      const behind = skipSpace(bytes, end);
      isCompact &&= from === next && behind === end;
      next = behind + 1;
      if (bytes[behind] === closeBracket) return next;
      if (bytes[behind] !== comma) throw new Broken(behind, "',' or ']'");
    }
  }
}

function parseSpan(bytes: Buffer, start: number, end: number): unknown {
  if (isNestedTooDeep(bytes.subarray(start, end))) throw new Broken(start, 'a value of less depth');
  try {
    return JSON.parse(bytes.toString('utf8', start, end));
  } catch {
    throw new Broken(start, 'a JSON value');
  }
}

function expectByte(bytes: Buffer, at: number, byte: number, expected: string): number {
  if (bytes[at] !== byte) throw new Broken(at, expected);
  return at + 1;
}

function skipSpace(bytes: Buffer, from: number): number {
  let at = from;
  while (isSpace(bytes[at])) at++;
  return at;
}
