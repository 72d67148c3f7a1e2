/** Compact lists of published files: sent between threads as bytes, without an object per file. */
import { isAbsolute, relative as relativeTo, sep } from 'node:path';
import { type MergeCursor, mergeCursors } from '../base/merge.ts';
import { compareText } from '../text/order.ts';

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

/** Entries in order of path. For each: length of the path in bytes, path, size as a double, and a tail of fixed size. */
type PackedList = Uint8Array<ArrayBuffer>;

/** Its tails are hashes. */
type FileList = PackedList;

const pathLengthBytes = 4;
const sizeBytes = 8;
const hashBytes = 32;

interface SizedPath {
  readonly path: string;
  readonly bytes: number;
}

/** The entries may be in any order; `writeTail` writes what follows the size of each. */
function packList<Entry extends SizedPath>(
  entries: readonly Entry[],
  tailBytes: number,
  writeTail: (entry: Entry, into: Buffer, at: number) => void,
): PackedList {
  const sorted = entries.toSorted((a, b) => compareText(a.path, b.path));
  const bytesOf = ({ path }: Entry) =>
    pathLengthBytes + Buffer.byteLength(path) + sizeBytes + tailBytes;
  // A buffer of its own, so that nothing else is sent with it.
  const list = new Uint8Array(sorted.reduce((sum, entry) => sum + bytesOf(entry), 0));
  const packed = Buffer.from(list.buffer);
  let used = 0;
  for (const entry of sorted) {
    const pathEnd = used + pathLengthBytes + packed.write(entry.path, used + pathLengthBytes);
    packed.writeUInt32LE(pathEnd - used - pathLengthBytes, used);
    packed.writeDoubleLE(entry.bytes, pathEnd);
    writeTail(entry, packed, pathEnd + sizeBytes);
    used = pathEnd + sizeBytes + tailBytes;
  }
  return list;
}

/** The files may be in any order. Throws an error for an invalid hash. */
export function packFiles(files: readonly PublishedFile[]): FileList {
  return packList(files, hashBytes, ({ path, sha256 }, into, at) => {
    const hashed = into.write(sha256, at, hashBytes, 'hex');
    if (hashed < hashBytes) throw new Error(`${path} has no hash`);
  });
}

/** Files that are not published yet, one after the other in a temporary file: they will be packed. */
export interface SpooledFiles {
  /** Absolute path of the temporary file. */
  readonly place: string;
  /** Of keys instead of paths; its tails are offsets. */
  readonly list: PackedList;
}

/** `path` is its key (`packedKey`). */
export interface SpooledFile extends SizedPath {
  /** In the temporary file. */
  readonly offset: number;
}

const offsetBytes = 8;

export function listSpooled(place: string, files: readonly SpooledFile[]): SpooledFiles {
  const list = packList(files, offsetBytes, ({ offset }, into, at) =>
    into.writeDoubleLE(offset, at),
  );
  return { place, list };
}

/** The files of all lists in order of key, lazily, each with the place of its bytes. */
export function* mergeSpooled(
  spools: readonly SpooledFiles[],
): Generator<SpooledFile & Pick<SpooledFiles, 'place'>> {
  const lists = spools.map(({ list }) => list);
  for (const { path, bytes, tail, at, rank } of mergeLists(lists, offsetBytes)) {
    yield { path, bytes, offset: tail.readDoubleLE(at), place: spools[rank]?.place ?? '' };
  }
}

export interface WrittenFiles {
  readonly lists: readonly FileList[];
  readonly spools: readonly SpooledFiles[];
  /** Of published files, like the next two. */
  readonly count: number;
  readonly bytes: number;
  /** The number of links to files of the live site. */
  readonly linked: number;
}

export function listWritten(
  files: readonly PublishedFile[],
  linked: number,
  spools: readonly SpooledFiles[] = [],
): WrittenFiles {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return { lists: [packFiles(files)], spools, count: files.length, bytes, linked };
}

export function joinWritten(written: readonly WrittenFiles[]): WrittenFiles {
  const sumOf = (value: (of: WrittenFiles) => number) =>
    written.reduce((sum, of) => sum + value(of), 0);
  return {
    lists: written.flatMap(({ lists }) => lists),
    spools: written.flatMap(({ spools }) => spools),
    count: sumOf(({ count }) => count),
    bytes: sumOf(({ bytes }) => bytes),
    linked: sumOf(({ linked }) => linked),
  };
}

/** The files of all lists in order of path, lazily. */
export function* mergeFiles(lists: readonly FileList[]): Generator<PublishedFile> {
  for (const { path, bytes, tail, at } of mergeLists(lists, hashBytes)) {
    yield { path, bytes, sha256: tail.toString('hex', at, at + hashBytes) };
  }
}

/** The entries of all lists in order of path: each with its tail, from `at` on, and the index of its list. */
function* mergeLists(lists: readonly PackedList[], tailBytes: number) {
  const next = mergeCursors(lists.map((list, rank) => openList(list, rank, tailBytes)));
  for (let cursor = next(); cursor !== null; cursor = next()) {
    const { bytes: tail, keyStart, keyEnd, rank } = cursor;
    const path = tail.toString('utf8', keyStart, keyEnd);
    yield { path, bytes: tail.readDoubleLE(keyEnd), tail, at: keyEnd + sizeBytes, rank };
  }
}

function openList(
  list: PackedList,
  rank: number,
  tailBytes: number,
): MergeCursor & { readonly bytes: Buffer } {
  const bytes = Buffer.from(list.buffer, list.byteOffset, list.byteLength);
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
      at = this.keyEnd + sizeBytes + tailBytes;
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
