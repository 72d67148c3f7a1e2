/** Compact lists of published files: sent between threads as bytes, without an object per file. */
import { isAbsolute, relative as relativeTo, sep } from 'node:path';
import { type MergeCursor, mergeCursors } from '../base/merge.ts';
import { compareText } from '../text/words.ts';

export interface PublishedFile {
  /** Relative to the site's root, with `/`. */
  readonly path: string;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** Whether a text is a SHA-256 as in `PublishedFile`. */
export function isSha256(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

/** Files in order of path. For each: length of the path in bytes, path, size of the file as a double, hash. */
type FileList = Uint8Array<ArrayBuffer>;

const pathLengthBytes = 4;
const sizeBytes = 8;
const hashBytes = 32;
const tailBytes = sizeBytes + hashBytes;

/** The files may be in any order. Throws an error for an invalid hash. */
export function packFiles(files: readonly PublishedFile[]): FileList {
  const sorted = files.toSorted((a, b) => compareText(a.path, b.path));
  const bytesOf = ({ path }: PublishedFile) =>
    pathLengthBytes + Buffer.byteLength(path) + tailBytes;
  // A buffer of its own, so that nothing else is sent with it.
  const list = new Uint8Array(sorted.reduce((sum, file) => sum + bytesOf(file), 0));
  const packed = Buffer.from(list.buffer);
  let used = 0;
  for (const { path, bytes, sha256 } of sorted) {
    const pathEnd = used + pathLengthBytes + packed.write(path, used + pathLengthBytes);
    packed.writeUInt32LE(pathEnd - used - pathLengthBytes, used);
    packed.writeDoubleLE(bytes, pathEnd);
    const hashed = packed.write(sha256, pathEnd + sizeBytes, hashBytes, 'hex');
    if (hashed < hashBytes) throw new Error(`${path} has no hash`);
    used = pathEnd + tailBytes;
  }
  return list;
}

export interface WrittenFiles {
  readonly lists: readonly FileList[];
  readonly count: number;
  readonly bytes: number;
  /** The number of links to files of the live site. */
  readonly linked: number;
}

export function listWritten(files: readonly PublishedFile[], linked: number): WrittenFiles {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return { lists: [packFiles(files)], count: files.length, bytes, linked };
}

export function joinWritten(written: readonly WrittenFiles[]): WrittenFiles {
  const sumOf = (value: (of: WrittenFiles) => number) =>
    written.reduce((sum, of) => sum + value(of), 0);
  return {
    lists: written.flatMap(({ lists }) => lists),
    count: sumOf(({ count }) => count),
    bytes: sumOf(({ bytes }) => bytes),
    linked: sumOf(({ linked }) => linked),
  };
}

/** The files of all lists in order of path, lazily. */
export function* mergeFiles(lists: readonly FileList[]): Generator<PublishedFile> {
  const next = mergeCursors(lists.map(openList));
  for (let cursor = next(); cursor !== null; cursor = next()) {
    const { bytes, keyStart, keyEnd } = cursor;
    yield {
      path: bytes.toString('utf8', keyStart, keyEnd),
      bytes: bytes.readDoubleLE(keyEnd),
      sha256: bytes.toString('hex', keyEnd + sizeBytes, keyEnd + tailBytes),
    };
  }
}

function openList(list: FileList, rank: number): MergeCursor & { readonly bytes: Buffer } {
  const bytes = Buffer.from(list.buffer);
  let at = 0;
  return {
    bytes,
    keyStart: 0,
    keyEnd: 0,
    rank,
    line: 0,
    next() {
      if (at === bytes.length) return false;
      this.keyStart = at + pathLengthBytes;
      this.keyEnd = this.keyStart + bytes.readUInt32LE(at);
      at = this.keyEnd + tailBytes;
      return true;
    },
  };
}

/** Relative to the working folder if inside it. */
export function shortPath(target: string): string {
  const relative = relativeTo('', target);
  if (relative === '') return '.';
  const leadsUp = relative === '..' || relative.startsWith(`..${sep}`);
  return leadsUp || isAbsolute(relative) ? target : relative;
}
