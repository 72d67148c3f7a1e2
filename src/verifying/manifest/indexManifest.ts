/** Indexes the bytes of `manifest.json`, and reports every departure from what a build writes. */
import { isUtf8 } from 'node:buffer';
import { hash, randomInt } from 'node:crypto';
import { unsafeNameReason } from '../../contract/recordName.ts';
import { manifestFile } from '../../contract/sitePaths.ts';
import { comma, newline } from '../../json/bytes.ts';
import { isNestedTooDeep } from '../../json/nesting.ts';
import { showToken } from '../../json/showToken.ts';
import { isSha256, type PublishedFile } from '../../publishing/fileList.ts';
import { renderManifest } from '../../publishing/manifest.ts';
import { compareText } from '../../text/compareText.ts';
import type { ClauseLog } from '../report/clauseLog.ts';
import {
  escapePath,
  hashBytes,
  openManifest,
  type SiteManifest,
  spansPerEntry,
} from './siteManifest.ts';

const lineHead = '{"path":"';
// More than the longest path of any operating system needs.
const maxLineBytes = 64 * 1024;
// Text in another layout is parsed as a whole; the limit protects the memory.
const maxRewrittenBytes = 32 * 1024 * 1024;

/**
 * Indexes the bytes of a manifest, which must be in shared memory. Reports every departure from what a build writes;
 * unusable entries are left out. Null when no manifest can be read at all.
 */
export function indexManifest(bytes: SharedArrayBuffer, log: ClauseLog): SiteManifest | null {
  log.checked('manifest');
  const text = Buffer.from(bytes);
  if (!isUtf8(text)) {
    const [expected, found] = ['UTF-8 text', 'bytes that are no text'];
    log.fail('manifest', { address: manifestFile, expected, found });
    return null;
  }
  const lines = readLines(text);
  if (lines !== null) return buildIndex(bytes, lines, log);

  const isReadable = text.length <= maxRewrittenBytes && !isNestedTooDeep(text);
  const rewritten = isReadable ? rewrite(text.toString()) : null;
  log.fail('manifest', {
    address: manifestFile,
    expected: 'a list of files, one a line, as a build writes it',
    found: rewritten === null ? 'something else' : 'a list of files in another form',
  });
  if (rewritten === null) return null;
  const copy = inSharedMemory(Buffer.from(rewritten));
  const again = readLines(Buffer.from(copy));
  return again === null ? null : buildIndex(copy, again, log);
}

/** Start and end of each line of a manifest; null when the text is not laid out in such lines. */
function readLines(text: Buffer): [start: number, end: number][] | null {
  const [head, tail] = ['{"files":[\n', '\n]}\n'];
  const isFramed =
    text.toString('latin1', 0, head.length) === head &&
    text.toString('latin1', text.length - tail.length) === tail;
  if (!isFramed) return null;
  const lines: [number, number][] = [];
  const end = text.length - tail.length;
  for (let at = head.length; at < end;) {
    const found = text.indexOf(newline, at);
    const lineEnd = found < 0 || found > end ? end : found;
    const isLast = lineEnd === end;
    if (!isLast && text[lineEnd - 1] !== comma) return null;
    lines.push([at, isLast ? lineEnd : lineEnd - 1]);
    at = lineEnd + 1;
  }
  return lines;
}

/** The manifest in the layout of a build; null when it has no list of files. */
function rewrite(text: string): string | null {
  try {
    const value: { files: PublishedFile[] } = JSON.parse(text);
    return value.files.every(isFile) ? renderManifest(value.files) : null;
  } catch {
    return null;
  }
}

function isFile(file: PublishedFile): boolean {
  return (
    typeof file.path === 'string' &&
    Number.isSafeInteger(file.bytes) &&
    file.bytes >= 0 &&
    isSha256(file.sha256)
  );
}

function buildIndex(
  bytes: SharedArrayBuffer,
  lines: readonly (readonly [number, number])[],
  log: ClauseLog,
): SiteManifest {
  const slots = 2 ** Math.ceil(Math.log2(2 * lines.length + 2));
  const shared = {
    bytes,
    entries: 0,
    spans: new SharedArrayBuffer(lines.length * spansPerEntry * 4),
    sizes: new SharedArrayBuffer(lines.length * 8),
    marks: new SharedArrayBuffer(lines.length),
    table: new SharedArrayBuffer(slots * 4),
    salt: randomInt(2 ** 31),
  };
  const text = Buffer.from(bytes);
  const spans = new Uint32Array(shared.spans);
  const sizes = new Float64Array(shared.sizes);
  const table = new Int32Array(shared.table);
  let entries = 0;
  let before = '';
  for (const [start, end] of lines) {
    const line = text.toString('utf8', start, Math.min(end, start + maxLineBytes));
    const file = end - start > maxLineBytes ? null : parseLine(line);
    const problem = file === null ? 'something else' : problemWith(file, before);
    if (file !== null) before = file.path;
    if (problem !== null) {
      log.fail('manifest', {
        address: manifestFile,
        expected: 'a safe path, its size and its SHA-256, in order of path, each once',
        found: `${problem}: ${showToken(line)}`,
      });
    }
    if (file === null) continue;
    const pathStart = start + lineHead.length;
    const pathEnd = pathStart + Buffer.byteLength(escapePath(file.path));
    spans.set([pathStart, pathEnd, end], entries * spansPerEntry);
    sizes[entries] = file.bytes;
    let slot = hashBytes(text, pathStart, pathEnd, shared.salt) % slots;
    while (table[slot] !== 0) slot = (slot + 1) % slots;
    table[slot] = ++entries;
  }
  return openManifest({ ...shared, entries });
}

/** Parses a line in exactly the form of a build; null for any other. */
function parseLine(line: string): PublishedFile | null {
  try {
    const value: PublishedFile = JSON.parse(line);
    const { path, bytes, sha256 } = value;
    return isFile(value) && JSON.stringify({ path, bytes, sha256 }) === line ? value : null;
  } catch {
    return null;
  }
}

function problemWith({ path }: PublishedFile, before: string): string | null {
  const isSafe = path.split('/').every((name) => name === 'index.json' || isSafeName(name));
  if (!isSafe) return 'a path that is not safe';
  return compareText(before, path) < 0 ? null : 'a path that is not behind the one before it';
}

/** The list's index and its compressed siblings are not records, but are valid file names. */
function isSafeName(name: string): boolean {
  return unsafeNameReason(name) === null || /^index\.json(\.gz|\.br)?$/i.test(name);
}

/** Copied only if it does not fill shared memory exactly. */
export function inSharedMemory(bytes: Buffer): SharedArrayBuffer {
  const { buffer } = bytes;
  if (buffer instanceof SharedArrayBuffer && buffer.byteLength === bytes.length) return buffer;
  const shared = new SharedArrayBuffer(bytes.length);
  Buffer.from(shared).set(bytes);
  return shared;
}

/** The release id that belongs to a manifest: its hash. */
export function releaseIdOf(bytes: SharedArrayBuffer): string {
  return hash('sha256', new Uint8Array(bytes));
}
