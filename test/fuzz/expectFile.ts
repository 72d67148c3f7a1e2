/** What must come of a whole source file, judged without the program. */
import { type Collection, judge, type Limits, type Verdict } from './oracle.ts';
import type { Layout } from './mutateFile.ts';

interface ExpectedRecord extends Verdict {
  /** First and last line of the record. */
  readonly line: number;
  readonly lastLine: number;
}

export interface ExpectedFile {
  /**
   * Each record of the file; null where the file is broken outside of its records, so that what came before
   * may be taken and an error must be found.
   */
  readonly records: readonly ExpectedRecord[] | null;
}

const envelopeKeys = new Set(['count', 'next', 'previous', 'results']);
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

export function expectFile(
  bytes: Buffer,
  layout: Layout,
  collection: Collection,
  limits: Limits,
): ExpectedFile {
  const isMarked = bytes.subarray(0, 3).equals(byteOrderMark);
  const content = isMarked ? bytes.subarray(3) : bytes;
  const spans = layout === 'lines' ? lineSpans(content) : documentSpans(content);
  if (spans === null) return { records: null };
  // A document is read no further than to a record that is too long; a file of lines is.
  const isTooLong = ([start, end]: Span) => end - start > limits.maxRecordBytes;
  if (layout === 'document' && spans.some(isTooLong)) return { records: null };
  const records = spans.map(([start, end]) => {
    const record = content.subarray(start, end);
    const line = 1 + breaksIn(content.subarray(0, start));
    const lastLine = line + breaksIn(record);
    return { ...judge(record, collection, limits), line, lastLine };
  });
  return { records };
}

type Span = readonly [start: number, end: number];

/** Every line that holds more than white space, without the white space around it. */
function lineSpans(content: Buffer): Span[] {
  const spans: Span[] = [];
  for (let start = 0; start <= content.length;) {
    const found = content.indexOf(10, start);
    const end = found < 0 ? content.length : found;
    const span = trim(content, start, end);
    if (span !== null) spans.push(span);
    start = end + 1;
  }
  return spans;
}

/** The records of a document; null when it is none. */
function documentSpans(content: Buffer): Span[] | null {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content));
  } catch {
    return null;
  }
  const whole = trim(content, 0, content.length);
  if (whole === null) return null;
  const [start] = whole;
  if (Array.isArray(value)) return itemSpans(content, start);
  if (typeof value !== 'object' || value === null) return [whole];
  const members = memberSpans(content, start);
  const [first] = members;
  // Its first key says what it is; one that is written with escapes is not looked for.
  if (first === undefined || !envelopeKeys.has(first.raw)) return [whole];
  const keys = members.map(({ key }) => key);
  const isEnvelope =
    keys.every((key) => envelopeKeys.has(key)) && new Set(keys).size === keys.length;
  const results = members.find(({ key }) => key === 'results');
  if (!isEnvelope || results === undefined || content[results.start] !== 0x5b) return null;
  return itemSpans(content, results.start);
}

/** Of valid JSON, the items of the array that starts there. */
function itemSpans(content: Buffer, start: number): Span[] {
  return commaSpans(content, start)
    .map(([from, to]) => trim(content, from, to))
    .filter((span) => span !== null);
}

/** Of valid JSON, the members of the object that starts there. */
function memberSpans(
  content: Buffer,
  start: number,
): { key: string; raw: string; start: number }[] {
  return itemSpans(content, start).map(([from, to]) => {
    const keyEnd = stringEnd(content, from);
    const raw = content.toString('utf8', from + 1, keyEnd - 1);
    const colon = content.indexOf(0x3a, keyEnd);
    const value = trim(content, colon + 1, to);
    return {
      raw,
      key: String(JSON.parse(content.toString('utf8', from, keyEnd))),
      start: value?.[0] ?? to,
    };
  });
}

/** What lies between the brackets that open at `start`, cut at their own commas. */
function commaSpans(content: Buffer, start: number): Span[] {
  const spans: Span[] = [];
  let from = start + 1;
  let depth = 0;
  for (let at = start; at < content.length; at++) {
    const byte = content[at];
    if (byte === 0x22) {
      at = stringEnd(content, at) - 1;
    } else if (byte === 0x5b || byte === 0x7b) {
      depth++;
    } else if (byte === 0x5d || byte === 0x7d) {
      depth--;
      if (depth === 0) return [...spans, [from, at]];
    } else if (byte === 0x2c && depth === 1) {
      spans.push([from, at]);
      from = at + 1;
    }
  }
  throw new Error('not the valid JSON that it was said to be');
}

/** Behind the closing quote of the string that starts there. */
function stringEnd(content: Buffer, start: number): number {
  let at = start + 1;
  while (content[at] !== 0x22) at += content[at] === 0x5c ? 2 : 1;
  return at + 1;
}

/** Without the white space of JSON around it; null when nothing is left. */
function trim(content: Buffer, start: number, end: number): Span | null {
  const isSpace = (byte: number | undefined) =>
    byte !== undefined && ' \t\r\n'.includes(String.fromCharCode(byte));
  let [from, to] = [start, end];
  while (from < to && isSpace(content[from])) from++;
  while (to > from && isSpace(content[to - 1])) to--;
  return from < to ? [from, to] : null;
}

function breaksIn(bytes: Buffer): number {
  let count = 0;
  for (const byte of bytes) if (byte === 10) count++;
  return count;
}
