/**
 * Steps over the values of canonical JSON in bytes, for the functions generated from the schemas. A step of a matcher
 * (`pass…`) returns -1 for a value that is not plain; a step of a finder (`find…`) relies on canonical JSON.
 */
import type { fullFormats as FullFormats } from 'ajv-formats/dist/formats.js';
import { createRequire } from 'node:module';
import {
  backslash,
  closeBrace,
  closeBracket,
  comma,
  endOfValue,
  isSpace,
  openBracket,
  quote,
  spaceEnd,
  tokenEnd,
  zero,
} from './json.ts';

/** Numbers per field: start and end of its value (a string's without its quotes), and flags on its content. */
export const spanLength = 3;

/** The start of a null value. */
export const nullValue = -1;

/** Flags of a string, set by finders: non-ASCII or control characters, and escapes; 0 is printable ASCII only. */
export const beyondAscii = 1;
export const escaped = 2;

const quoted = 4;
const n = 0x6e;

const foundKinds = byteTable((byte) => {
  if (byte === quote) return quoted;
  if (byte === backslash) return escaped;
  return byte >= 0x20 && byte < 0x7f ? 0 : beyondAscii;
});
// 0 ends the string or is not plain, 1 is text, 2 may start U+2028 or U+2029.
const textBytes = byteTable((byte) => {
  if (byte < 0x20 || byte === quote || byte === backslash) return 0;
  return byte === 0xe2 ? 2 : 1;
});
// Escapes that canonical JSON writes; \u is left to the full validation.
const escapedBytes = byteTable((byte) => Number('"\\bfnrt'.includes(String.fromCharCode(byte))));
const numberBytes = byteTable((byte) =>
  Number('0123456789.+-e'.includes(String.fromCharCode(byte))),
);

// Integers with up to this many digits are safe integers.
const maxDigits = 15;

export function byteTable(valueOf: (byte: number) => number): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => valueOf(byte));
}

/** Returns views of bytes; the last one is reused as long as the bytes are the same. */
export function createViews(): (bytes: Buffer) => DataView {
  let viewed: Buffer | null = null;
  let view = new DataView(new ArrayBuffer(0)) as DataView;
  return (bytes) => {
    if (bytes !== viewed) {
      viewed = bytes;
      view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    }
    return view;
  };
}

/** The offset of a string's closing quote, from after its opening one. */
export function passText(bytes: Buffer, from: number): number {
  let at = from;
  for (;;) {
    const kind = textBytes[bytes[at] ?? 0];
    if (kind === 1) {
      at++;
    } else if (kind === 2) {
      if (bytes[at + 1] === 0x80 && ((bytes[at + 2] ?? 0) & 0xfe) === 0xa8) return -1;
      at++;
    } else if (bytes[at] === quote) {
      return at;
    } else if (bytes[at] === backslash && escapedBytes[bytes[at + 1] ?? 0] === 1) {
      at += 2;
    } else {
      return -1;
    }
  }
}

/**
 * The offset of the first byte that is not in `table`. While all bytes are in an ASCII range that belongs to the table,
 * it tests four at a time: adding `fromLow` sets the high bit of bytes not below the range, adding `pastHigh` that of
 * bytes above it.
 */
export function passLetters(
  bytes: Buffer,
  view: DataView,
  from: number,
  table: Uint8Array,
  fromLow: number,
  pastHigh: number,
): number {
  const last = bytes.length - 4;
  let at = from;
  for (;;) {
    while (at <= last) {
      const four = view.getInt32(at, true);
      const isWithin = (four + fromLow) & ~(four + pastHigh) & ~four & 0x80808080;
      if (isWithin !== (0x80808080 | 0)) break;
      at += 4;
    }
    const tried = Math.min(at + 4, bytes.length);
    while (at < tried && table[bytes[at] ?? 0] === 1) at++;
    if (at < tried || at === bytes.length) return at;
  }
}

/** The offset of the closing quote of a printable ASCII string for which `hasForm` holds. */
export function passForm(bytes: Buffer, from: number, hasForm: (text: string) => boolean): number {
  let at = from;
  while (foundKinds[bytes[at] ?? 0] === 0) at++;
  return bytes[at] === quote && hasForm(bytes.toString('latin1', from, at)) ? at : -1;
}

/** The end of a natural number. */
export function passNatural(bytes: Buffer, from: number): number {
  let at = from;
  while (((bytes[at] ?? 0) - zero) >>> 0 < 10) at++;
  const digits = at - from;
  return digits === 0 || digits > maxDigits || (bytes[from] === zero && digits > 1) ? -1 : at;
}

/** The end of a string that is one of `words`. */
export function passWord(bytes: Buffer, from: number, words: readonly Buffer[]): number {
  for (const word of words) {
    let at = 0;
    while (at < word.length && bytes[from + at] === word[at]) at++;
    if (at === word.length) return from + at;
  }
  return -1;
}

/** The end of a string, or of a number in its shortest form. */
export function passTextOrNumber(bytes: Buffer, from: number): number {
  if (bytes[from] === quote) {
    const close = passText(bytes, from + 1);
    return close < 0 ? -1 : close + 1;
  }
  let at = from;
  while (numberBytes[bytes[at] ?? 0] === 1) at++;
  const token = bytes.toString('latin1', from, at);
  return String(Number(token)) === token ? at : -1;
}

/** The end of an array of strings; an array with anything else is not plain. */
export function passTexts(bytes: Buffer, from: number): number {
  if (bytes[from] !== openBracket) return -1;
  if (bytes[from + 1] === closeBracket) return from + 2;
  for (let at = from + 1; ; at++) {
    if (bytes[at] !== quote || (at = passText(bytes, at + 1)) < 0) return -1;
    if (bytes[++at] === closeBracket) return at + 1;
    if (bytes[at] !== comma) return -1;
  }
}

const require = createRequire(import.meta.url);

/** The check for a format of JSON Schema, loaded on first use. */
export function formatOf(name: 'date' | 'date-time'): (text: string) => boolean {
  let check: ((text: string) => boolean) | null = null;
  return (text) => {
    if (check === null) {
      const formats: { fullFormats: typeof FullFormats } = require('ajv-formats/dist/formats.js');
      const found: unknown = formats.fullFormats[name];
      check = (found as { validate: (text: string) => boolean }).validate;
    }
    return check(text);
  };
}

/** Notes the span of the value at `first`; returns its end. */
export function findValue(bytes: Buffer, first: number, spans: Int32Array, place: number): number {
  const byte = bytes[first] ?? 0;
  let end = first;
  if (byte === quote) {
    let holds = 0;
    for (end++; ; end++) {
      const kind = foundKinds[bytes[end] ?? quote] ?? quoted;
      if (kind === 0) continue;
      if (kind === quoted) break;
      holds |= kind;
      if (kind === escaped) end++;
    }
    noteSpan(spans, place, first + 1, end, holds);
    return end + 1;
  }
  if (byte === n) return findNull(first, spans, place, 1);
  while (((bytes[end] ?? 0) - zero) >>> 0 < 10) end++;
  const isInteger = bytes[end] === comma || bytes[end] === closeBrace;
  if (end === first || !isInteger) end = endOfValue(bytes, first);
  noteSpan(spans, place, first, end, 0);
  return end;
}

/** Notes a string without escapes, or null, with a fast search for the quote. */
export function findLetters(
  bytes: Buffer,
  first: number,
  spans: Int32Array,
  place: number,
): number {
  if (bytes[first] !== quote) return findValue(bytes, first, spans, place);
  const end = bytes.indexOf(quote, first + 1);
  noteSpan(spans, place, first + 1, end, 0);
  return end + 1;
}

/** Notes the null at `first` for all fields of the object in whose place it is. */
export function findNull(first: number, spans: Int32Array, place: number, fields: number): number {
  for (let field = 0; field < fields; field++) {
    noteSpan(spans, place + field * spanLength, nullValue, nullValue, 0);
  }
  return first + 'null'.length;
}

export function noteSpan(
  spans: Int32Array,
  place: number,
  first: number,
  end: number,
  holds: number,
): void {
  spans[place] = first;
  spans[place + 1] = end;
  spans[place + 2] = holds;
}

/** Parses the integer whose digits are bytes [from, to). */
export function readInteger(bytes: Buffer, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) value = value * 10 + ((bytes[at] ?? 0) - zero);
  return value;
}

/**
 * Writes `json`, which may be invalid, to offset `at` of `bytes`, which must have room for all of it; returns the end.
 */
export function compactInto(bytes: Buffer, at: number, json: Buffer): number {
  let end = at;
  let isInString = false;
  for (let from = 0; from < json.length; from++) {
    const byte = json[from] ?? 0;
    if (!isInString && isSpace(byte)) continue;
    bytes[end++] = byte;
    if (byte === quote) isInString = !isInString;
    else if (isInString && byte === backslash && from + 1 < json.length) {
      bytes[end++] = json[++from] ?? 0;
    }
  }
  return end;
}

/** `text` must be valid JSON; keeps the order of keys, and writes every string and number in canonical form. */
export function compactJson(text: string): string {
  const parts: string[] = [];
  // Unchanged text is copied in long slices: one slice per token would use too much memory.
  let keptFrom = 0;
  let keptTo = 0;
  for (let at = spaceEnd(text, 0); at < text.length; at = spaceEnd(text, keptTo)) {
    const end = tokenEnd(text, at);
    const canonical = canonicalToken(text.slice(at, end));
    if (at > keptTo || canonical !== null) {
      parts.push(text.slice(keptFrom, keptTo));
      if (canonical !== null) parts.push(canonical);
      keptFrom = canonical === null ? at : end;
    }
    keptTo = end;
  }
  parts.push(text.slice(keptFrom, keptTo));
  return parts.join('');
}

/** The canonical form of a string or number; null if it is written that way already. */
function canonicalToken(written: string): string | null {
  if (!/^["\d-]/.test(written)) return null;
  const canonical = JSON.stringify(JSON.parse(written));
  return canonical === written ? null : canonical;
}
