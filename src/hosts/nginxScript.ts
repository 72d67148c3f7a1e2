/**
 * The script for nginx (njs 0.7.9 or newer) that takes files out of packs: the steps of `packs.ts` on buffers, since
 * texts of this size cost its engine far more. What it imports stays within ES5 and what else that engine knows: no
 * destructuring, default, spread, for-of or class, which `npm run build` refuses.
 */
import crypto from 'node:crypto';
import fs from 'node:fs';
import {
  type IndexHead,
  type IndexLine,
  indexFile,
  packedPlace,
  type PackedPlace,
  type PackHead,
  packsVersion,
  stepOf,
} from '../contract/packs.ts';
import { escapeLineSeparators } from '../text/escapes.ts';
import { compareText } from '../text/order.ts';

interface NginxRequest {
  readonly method: string;
  readonly headersIn: Readonly<Record<string, string | undefined>>;
  readonly headersOut: Record<string, string>;
  readonly variables: Record<string, string>;
  readonly rawVariables: Readonly<Record<string, Buffer>>;
  readonly return: (status: number, body?: Buffer | string) => void;
}

/**
 * Answers with the file at the URI, which the configuration has rewritten to its path; its type and what is said of a 404,
 * 405 and 502 are nginx's own.
 */
export function answer(request: NginxRequest): void {
  // As text: of the other form of variables, signs beyond ASCII come as bytes.
  const textOf = (name: string) => String(request.rawVariables[name]);
  const file = textOf('uri').slice(1);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  let bytes: Buffer | null;
  try {
    bytes = find(`${textOf('document_root')}/`, file);
  } catch {
    request.return(502);
    return;
  }
  if (bytes !== null && !isRead) request.variables['phagepress_there'] = '1';
  if (bytes === null || !isRead) {
    request.return(bytes === null ? 404 : 405);
    return;
  }
  const tag = `"${crypto.createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
  request.headersOut['ETag'] = tag;
  const known = request.headersIn['If-None-Match'] || '';
  if (known.indexOf(tag) >= 0 || known.trim() === '*') {
    request.return(304);
    return;
  }
  request.return(200, bytes);
}

/** Null where there is no such file. Throws an error where the packs do not fit together. */
function find(root: string, file: string): Buffer | null {
  const place = packedPlace(file);
  return place === null ? null : findIn(root, place, indexFile(place.group), true);
}

function findIn(
  root: string,
  place: PackedPlace,
  indexPath: string,
  mayLack: boolean,
): Buffer | null {
  const name = place.name;
  const index = openPart(root + indexPath, mayLack);
  if (index === null) return null;
  let head: IndexHead;
  let line: IndexLine | null;
  try {
    head = headOf(index, place.group);
    line = lineUpTo(index, index.from, isAfter(name)) as IndexLine | null;
  } finally {
    fs.closeSync(index.handle);
  }
  if (line === null) return null;
  const step = stepOf(head, line);
  switch (step.holds) {
    case 'index':
      return findIn(root, place, step.file, false);
    case 'page':
      return recordIn(root + step.file, step.key || '', name);
    case 'pack':
      return entryIn(root + step.file, place);
    case 'itself':
      return line[0] === name ? fs.readFileSync(root + step.file) : null;
  }
}

type IsAfter = (text: string) => boolean;

/** Tells which texts are after a name, by code point: engines order signs beyond U+D7FF in different ways. */
function isAfter(name: string): IsAfter {
  return orderedApart.test(name) ? (text) => compareText(text, name) > 0 : (text) => text > name;
}

const orderedApart = /[^ -\ud7ff]/;

/** Bytes [from, to) of an open file, which are lines. */
interface Part {
  readonly handle: number;
  from: number;
  to: number;
}

function openPart(file: string, mayLack: boolean): Part | null {
  try {
    const handle = fs.openSync(file, 'r');
    return { handle: handle, from: 0, to: fs.fstatSync(handle).size };
  } catch (error) {
    if (mayLack) return null;
    throw error;
  }
}

function readAt(part: Part, from: number, length: number): Buffer {
  const held = Buffer.alloc(Math.min(length, part.to - from));
  const read = fs.readSync(part.handle, held, 0, held.length, from);
  if (read < held.length) throw new Error('cut short');
  return held;
}

// Enough for two lines of most names.
const defaultBytes = 256;
// A name has at most 200 bytes, each written with at most six characters.
const mostOfLine = 1536;
// Lines in memory are searched faster than they are read one by one.
const fewBytes = 1024;

/** Reads the first line, behind which the part then begins. */
function headOf(part: Part, group: string): PackHead & IndexHead {
  const text = readAt(part, 0, mostOfLine);
  const end = text.indexOf('\n');
  const head: PackHead & IndexHead = JSON.parse(text.toString('utf8', 0, end));
  if (head.version !== packsVersion || head.group !== group) throw new Error('of another version');
  part.from = end + 1;
  return head;
}

/** Binary search for the last line whose text is not after a name; the part then begins behind it. */
function lineUpTo(
  part: Part,
  first: number,
  isBehind: IsAfter,
): readonly [string, ...unknown[]] | null {
  let from = first;
  let to = part.to;
  while (to - from > fewBytes) {
    // From a line's end on, which is in what is read.
    const middle = Math.floor((from + to) / 2);
    const text = readAt(part, middle, defaultBytes);
    const start = text.indexOf('\n') + 1;
    const end = text.indexOf('\n', start);
    // Of long lines, all that are left are read.
    if (start === 0 || end < 0 || middle + start >= to) break;
    const line = JSON.parse(text.toString('utf8', start, end));
    if (isBehind(line[0])) to = middle + start;
    else from = middle + start;
  }
  return lineIn(readAt(part, from, to - from), from, part, isBehind);
}

/** The same among lines in memory, which begin at byte `base` of the file. */
function lineIn(
  lines: Buffer,
  base: number,
  part: Part,
  isBehind: IsAfter,
): readonly [string, ...unknown[]] | null {
  let found = null;
  let from = 0;
  let to = lines.length;
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const start = Math.max(from, lines.lastIndexOf('\n', middle - 1) + 1);
    const end = lines.indexOf('\n', start);
    const line = JSON.parse(lines.toString('utf8', start, end));
    if (isBehind(line[0])) {
      to = start;
    } else {
      found = line;
      from = end + 1;
    }
  }
  part.from = base + from;
  return found;
}

function entryIn(file: string, place: PackedPlace): Buffer | null {
  const pack = openPart(file, false);
  if (pack === null) return null;
  try {
    const size = pack.to;
    const head: PackHead = headOf(pack, place.group);
    pack.to = head.start;
    const line = lineUpTo(pack, pack.from, isAfter(place.name));
    if (line === null || line[0] !== place.name) return null;
    const from = head.start + Number(line[1]);
    let to = size;
    if (pack.from < head.start) {
      const next = readAt(pack, pack.from, mostOfLine);
      to = head.start + JSON.parse(next.toString('utf8', 0, next.indexOf('\n')))[1];
    }
    pack.to = size;
    return readAt(pack, from, to - from);
  } finally {
    fs.closeSync(pack.handle);
  }
}

/** Binary search among the records of a page, which are in order of name and begin with the field `key`. */
function recordIn(file: string, key: string, name: string): Buffer | null {
  const page = openPart(file, false);
  if (page === null) return null;
  try {
    const field = `{${JSON.stringify(key)}:`;
    const isBehind = isAfter(name);
    let from = 0;
    let to = page.to;
    while (to - from > fewBytes) {
      const middle = Math.floor((from + to) / 2);
      const text = readAt(page, middle, fewBytes);
      const comma = text.indexOf(`,${field}`);
      const start = middle + comma + 1;
      const own = comma < 0 || start >= to ? null : textAt(text, comma + 1 + field.length);
      // Of a long record, and of records of one name, of which the first counts, all of what is left is searched.
      if (own === null || own === name) break;
      if (isBehind(own)) to = start;
      else from = start;
    }
    const some = readAt(page, from, to - from);
    const at = some.indexOf(field + escapeLineSeparators(JSON.stringify(name)));
    if (at < 0) return null;
    const next = some.indexOf(`,${field}`, at);
    // Of the last one: up to the end of the page, or to the comma before the next.
    const end = to === page.to ? some.lastIndexOf(']}') : some.length - 1;
    return some.slice(at, next < 0 ? end : next);
  } finally {
    fs.closeSync(page.handle);
  }
}

const quoteMark = 0x22;
const backslash = 0x5c;

/** The JSON text that begins there; null if it does not end in these bytes. */
function textAt(bytes: Buffer, start: number): string | null {
  let end = bytes.indexOf(quoteMark, start + 1);
  while (end > 0 && isEscaped(bytes, end)) end = bytes.indexOf(quoteMark, end + 1);
  return end < 0 ? null : JSON.parse(bytes.toString('utf8', start, end + 1));
}

/** Whether an odd number of backslashes stands before it. */
function isEscaped(bytes: Buffer, at: number): boolean {
  let first = at;
  while (bytes[first - 1] === backslash) first--;
  return (at - first) % 2 === 1;
}
