/** The one door through which files get into a staging folder: written, or linked from the live site. */
import { createHash, hash, type Hash } from 'node:crypto';
import {
  appendFileSync,
  closeSync,
  copyFileSync,
  fstatSync,
  linkSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import {
  compress,
  type Compression,
  extensions,
  minCompressedBytes,
  unpacksTo,
} from './compression.ts';
import { isHostSetting } from '../contract/sitePaths.ts';
import { Failure, reasonOf, systemCode, systemHints } from '../failure.ts';
import { openOwn, readOwn } from '../files/openRegular.ts';
import { type PublishedFile, tellWritten, type WrittenFiles } from './fileList.ts';
import { makeFolder } from './makeFolder.ts';
import { readFully } from './readFully.ts';
import { shortPath } from './shortPath.ts';
import { packInto, packsFile } from './streamedSibling.ts';

export interface SiteWriterOptions {
  readonly stagingDir: string;
  /** The live site, whose files are linked where they are the same; null when there is none. */
  readonly liveDir: string | null;
  /** Compressed siblings to write beside files that are worth it. */
  readonly precompress: readonly Compression[];
}

export interface SiteWriter {
  /** Puts one file into the staging folder; `file` is relative to the site's root, with `/`. Throws a Failure. */
  readonly put: (file: string, bytes: Uint8Array) => void;
  /**
   * Puts one file of `bytes` bytes that come in pieces, each valid until the next, so that a long file is
   * never held as a whole, nor are its siblings; they are asked for once or twice. Throws a Failure.
   */
  readonly putPieces: (
    file: string,
    bytes: number,
    pieces: () => Iterable<Uint8Array>,
  ) => Promise<void>;
  /** What was put so far. */
  readonly written: () => WrittenFiles;
}

/** A buffer that grows with what is compared in it. */
interface Scratch {
  bytes: Buffer;
}

/**
 * A writer into a staging folder. A file that the live site has with the same bytes is linked rather than
 * written, so that it keeps its time and its place on the disk.
 */
export function createSiteWriter(options: SiteWriterOptions): SiteWriter {
  const { stagingDir, liveDir, precompress } = options;
  const files: PublishedFile[] = [];
  const folders = new Set<string>();
  let linked = 0;
  const scratch: Scratch = { bytes: Buffer.alloc(0) };

  const isLive = (file: string, bytes: number, pieces: Iterable<Uint8Array>): boolean =>
    liveDir !== null && holds(path.join(liveDir, file), bytes, pieces, scratch);

  const place = (file: string, write: ((target: string) => void) | null) => {
    const target = path.join(stagingDir, file);
    // The views make paths from names that passed `unsafeNameReason`; this holds if they ever do not.
    if (!target.startsWith(stagingDir + path.sep)) throw new Error(`${file} leads out of the site`);
    try {
      const folder = path.dirname(target);
      if (!folders.has(folder)) makeFolder(folder);
      folders.add(folder);
      if (write !== null) {
        write(target);
      } else if (liveDir !== null) {
        linkOrCopy(path.join(liveDir, file), target);
        linked++;
      }
    } catch (error) {
      throw writeFailure(target, error);
    }
  };

  const placeWhole = (file: string, bytes: Uint8Array, isSame: boolean) => {
    place(file, isSame ? null : (target) => writeNew(target, bytes));
    files.push({ path: file, bytes: bytes.length, sha256: hash('sha256', bytes) });
  };

  const placeCompressed = (file: string, bytes: Uint8Array, compression: Compression) => {
    const name = file + extensions[compression];
    const kept =
      liveDir === null ? null : readCompressed(path.join(liveDir, name), bytes, compression);
    if (kept === null) placeWhole(name, compress(bytes, compression), false);
    else placeWhole(name, kept, true);
  };

  const placeStreamed = async (file: string, bytes: number, compression: Compression) => {
    const name = file + extensions[compression];
    const staged = path.join(stagingDir, file);
    const kept =
      liveDir === null ? null : await packsFile(path.join(liveDir, name), staged, compression);
    if (kept !== null) {
      place(name, null);
      files.push({ path: name, ...kept });
      return;
    }
    const target = path.join(stagingDir, name);
    try {
      rmSync(target, { force: true });
      files.push({ path: name, ...(await packInto(target, staged, bytes, compression)) });
    } catch (error) {
      throw writeFailure(target, error);
    }
  };

  const placeSiblings = (file: string, bytes: Uint8Array) => {
    if (bytes.length < minCompressedBytes || isHostSetting(file)) return;
    for (const compression of precompress) placeCompressed(file, bytes, compression);
  };

  return {
    written: () => tellWritten(files, linked),
    put(file, bytes) {
      placeWhole(file, bytes, isLive(file, bytes.length, [bytes]));
      placeSiblings(file, bytes);
    },
    async putPieces(file, bytes, pieces) {
      let digest = createHash('sha256');
      const isSame = isLive(file, bytes, digesting(pieces(), digest));
      const write = (target: string) => {
        digest = createHash('sha256');
        writePieces(target, digesting(pieces(), digest));
      };
      place(file, isSame ? null : write);
      files.push({ path: file, bytes, sha256: digest.digest('hex') });
      if (bytes < minCompressedBytes || isHostSetting(file)) return;
      for (const compression of precompress) await placeStreamed(file, bytes, compression);
    },
  };
}

/** Writes a file, never through a link that stands in its place. */
function writeNew(target: string, bytes: Uint8Array): void {
  // Threads can meet at a path that names share which differ by case; that they do is told after all is written.
  for (;;) {
    try {
      writeFileSync(target, bytes, { flag: 'wx' });
      return;
    } catch (error) {
      if (systemCode(error) !== 'EEXIST') throw error;
    }
    rmSync(target, { force: true });
  }
}

/** Writes pieces one behind the other. */
function writePieces(target: string, pieces: Iterable<Uint8Array>): void {
  writeNew(target, new Uint8Array(0));
  for (const piece of pieces) appendFileSync(target, piece);
}

/** A live compressed sibling that still unpacks to `bytes`: unpacking is far faster than compressing. */
function readCompressed(file: string, bytes: Uint8Array, compression: Compression): Buffer | null {
  try {
    const zipped = readOwn(file);
    return unpacksTo(zipped, bytes, compression) ? zipped : null;
  } catch {
    return null;
  }
}

/**
 * Whether a file exists and holds exactly `bytes` bytes that come in pieces. What goes wrong with either only
 * means that it does not: whoever writes the pieces meets that again.
 */
function holds(file: string, bytes: number, pieces: Iterable<Uint8Array>, scratch: Scratch) {
  let handle: number;
  try {
    handle = openOwn(file);
  } catch {
    return false;
  }
  try {
    if (fstatSync(handle).size !== bytes) return false;
    for (const piece of pieces) {
      const { length } = piece;
      if (scratch.bytes.length < length) scratch.bytes = Buffer.allocUnsafe(length * 2);
      if (readFully(handle, scratch.bytes.subarray(0, length), null) < length) return false;
      if (scratch.bytes.compare(piece, 0, length, 0, length) !== 0) return false;
    }
    return true;
  } catch {
    return false;
  } finally {
    closeSync(handle);
  }
}

/** The same pieces; `digest` has all of them once they are used up. */
function* digesting(pieces: Iterable<Uint8Array>, digest: Hash): Generator<Uint8Array> {
  for (const piece of pieces) {
    digest.update(piece);
    yield piece;
  }
}

/** Links a file of the live site, or copies it with its times where links fail. */
export function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
    const handle = openOwn(from);
    try {
      const { atime, mtime } = fstatSync(handle);
      utimesSync(to, atime, mtime);
    } finally {
      closeSync(handle);
    }
  }
}

/** Closes a file that was written: some disks say only then that they did not take it. Throws a Failure. */
export function closeWritten(handle: number, target: string): void {
  try {
    closeSync(handle);
  } catch (error) {
    throw writeFailure(target, error);
  }
}

/** What to say when the site's place cannot be written to. */
export function writeFailure(target: string, error: unknown): Failure {
  const hint = systemHints[systemCode(error) ?? ''];
  return new Failure('machine', `Cannot write ${shortPath(target)}: ${reasonOf(error)}.`, {
    ...(hint === undefined ? {} : { hint }),
    cause: error,
  });
}
