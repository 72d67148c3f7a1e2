/** Lists of published files in few bytes: threads send them as they are, and a million files are no objects. */
import { compareBytes } from '../sorting/compareBytes.ts';
import { type MergeCursor, mergeCursors } from '../sorting/mergeCursors.ts';

export interface PublishedFile {
  /** Relative to the site's root, with `/`. */
  readonly path: string;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** Files in order of path; of each, its length in bytes and the path, the file's size as a double, and its hash. */
export type FileList = Uint8Array<ArrayBuffer>;

const pathLengthBytes = 4;
const sizeBytes = 8;
const hashBytes = 32;
const tailBytes = sizeBytes + hashBytes;

/** The files may be in any order. */
export function packFiles(files: readonly PublishedFile[]): FileList {
  const packed = files.map(packFile);
  packed.sort((a, b) => {
    const [endOfA, endOfB] = [a.length - tailBytes, b.length - tailBytes];
    return compareBytes(a, pathLengthBytes, endOfA, b, pathLengthBytes, endOfB);
  });
  // In memory of its own, so that only it is sent between threads.
  const list = new Uint8Array(packed.reduce((sum, { length }) => sum + length, 0));
  let used = 0;
  for (const file of packed) {
    list.set(file, used);
    used += file.length;
  }
  return list;
}

function packFile({ path, bytes, sha256 }: PublishedFile): Buffer {
  const pathBytes = Buffer.byteLength(path);
  const packed = Buffer.allocUnsafe(pathLengthBytes + pathBytes + tailBytes);
  packed.writeUInt32LE(pathBytes);
  packed.write(path, pathLengthBytes);
  packed.writeDoubleLE(bytes, pathLengthBytes + pathBytes);
  packed.write(sha256, pathLengthBytes + pathBytes + sizeBytes, 'hex');
  return packed;
}

/** Files in a staging folder. */
export interface WrittenFiles {
  readonly lists: readonly FileList[];
  readonly count: number;
  /** All together. */
  readonly bytes: number;
  /** How many of them are links to files of the live site. */
  readonly linked: number;
}

export function tellWritten(files: readonly PublishedFile[], linked: number): WrittenFiles {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return { lists: [packFiles(files)], count: files.length, bytes, linked };
}

/** What was written at several times. */
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

/** The files of all lists in order of path. Made as they are asked for. */
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
