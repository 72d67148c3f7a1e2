/** The only way files get into a staging folder: written, or linked from the live site. */
import { createHash, hash, type Hash } from 'node:crypto';
import fs, { closeSync, fstatSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import {
  attempt,
  DamagedCache,
  Failure,
  reasonOf,
  systemCode,
  systemHints,
} from '../base/failure.ts';
import { closing, makeFolder, openOwn, readFully, readOwn } from '../base/files.ts';
import type { SiteOptions } from '../contract/siteOptions.ts';
import { isHostSetting } from '../contract/sitePaths.ts';
import { packInto, packsFile } from './bgzf.ts';
import {
  compress,
  type Compression,
  extensions,
  minCompressedBytes,
  unpacksTo,
} from './compression.ts';
import { listWritten, type PublishedFile, shortPath, type WrittenFiles } from './fileList.ts';

export interface SiteWriterOptions extends Pick<SiteOptions, 'precompress'> {
  readonly stagingDir: string;
  /** The live site, whose identical files are linked; null if there is none. */
  readonly liveDir: string | null;
}

export interface SiteWriter {
  /** Stages one file; `file` is relative to the site's root, with `/`. Throws a Failure. */
  readonly put: (file: string, bytes: Uint8Array) => void;
  /**
   * Stages one file of `bytes` bytes as a stream of pieces, each valid until the next, so that neither the file nor its
   * siblings are held in memory. The pieces are iterated once or twice. Throws a Failure.
   */
  readonly putPieces: (
    file: string,
    bytes: number,
    pieces: () => Iterable<Uint8Array>,
  ) => Promise<void>;
  readonly written: () => WrittenFiles;
}

/** A reusable buffer for comparisons. */
interface Scratch {
  bytes: Buffer;
}

/**
 * A writer into a staging folder. A file with the same bytes in the live site is linked rather than written, so
 * that it keeps its modification time and disk blocks.
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
    // A second line of defence: names in paths have passed `unsafeNameReason`.
    if (!target.startsWith(stagingDir + path.sep)) throw new Error(`${file} leads out of the site`);
    writing(target, () => {
      const folder = path.dirname(target);
      if (!folders.has(folder)) makeFolder(folder);
      folders.add(folder);
      if (write !== null) {
        write(target);
      } else if (liveDir !== null) {
        linkOrCopy(path.join(liveDir, file), target);
        linked++;
      }
    });
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
      fs.rmSync(target, { force: true });
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
    written: () => listWritten(files, linked),
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

/** Writes a new file, never through a symbolic link at its path. */
function writeNew(target: string, bytes: Uint8Array): void {
  // A race: with names that differ only by case, threads may write to the same path. The finding is reported later.
  for (;;) {
    try {
      fs.writeFileSync(target, bytes, { flag: 'wx' });
      return;
    } catch (error) {
      if (systemCode(error) !== 'EEXIST') throw error;
    }
    fs.rmSync(target, { force: true });
  }
}

function writePieces(target: string, pieces: Iterable<Uint8Array>): void {
  writeNew(target, new Uint8Array(0));
  for (const piece of pieces) fs.appendFileSync(target, piece);
}

/** A live compressed sibling, if it unpacks to `bytes`: decompressing is far faster than compressing. */
function readCompressed(file: string, bytes: Uint8Array, compression: Compression): Buffer | null {
  const zipped = attempt(() => readOwn(file));
  return zipped !== undefined && unpacksTo(zipped, bytes, compression) ? zipped : null;
}

/**
 * Whether a file exists and equals `bytes` bytes that come in pieces. Errors count as no: writing the pieces will
 * meet them again.
 */
function holds(file: string, bytes: number, pieces: Iterable<Uint8Array>, scratch: Scratch) {
  try {
    return closing(openOwn(file), (handle) => {
      if (fs.fstatSync(handle).size !== bytes) return false;
      for (const piece of pieces) {
        const { length } = piece;
        if (scratch.bytes.length < length) scratch.bytes = Buffer.allocUnsafe(length * 2);
        if (readFully(handle, scratch.bytes.subarray(0, length), null) < length) return false;
        if (scratch.bytes.compare(piece, 0, length, 0, length) !== 0) return false;
      }
      return true;
    });
  } catch {
    return false;
  }
}

/** Passes the pieces on; at the end `digest` has hashed them all. */
function* digesting(pieces: Iterable<Uint8Array>, digest: Hash): Generator<Uint8Array> {
  for (const piece of pieces) {
    digest.update(piece);
    yield piece;
  }
}

/** Links a file of the live site; where links fail, copies it with its times. */
export function linkOrCopy(from: string, to: string): void {
  try {
    fs.linkSync(from, to);
  } catch {
    fs.copyFileSync(from, to);
    const { atime, mtime } = closing(openOwn(from), (handle) => fs.fstatSync(handle));
    fs.utimesSync(to, atime, mtime);
  }
}

/** Closes a file that was written: some file systems report write errors only then. Throws a Failure. */
export function closeWritten(handle: number, target: string): void {
  writing(target, () => fs.closeSync(handle));
}

/** Returns what `use` returns, which writes to `target`. Turns its errors into a Failure. */
export function writing<T>(target: string, use: () => T): T {
  try {
    return use();
  } catch (error) {
    throw writeFailure(target, error);
  }
}

export function writeFailure(target: string, error: unknown): Failure {
  const hint = systemHints[systemCode(error) ?? ''];
  return new Failure('machine', `Cannot write ${shortPath(target)}: ${reasonOf(error)}.`, {
    ...(hint === undefined ? {} : { hint }),
    cause: error,
  });
}

/** A staged file written piece by piece, and linked if the live site has it already. */
export interface StreamedFile {
  /** Throws a Failure. */
  readonly append: (piece: Uint8Array) => void;
  /** Call after the last append. Throws a Failure. */
  readonly finish: () => { readonly file: PublishedFile; readonly isLinked: boolean };
  /** Closes the file, finished or not. */
  readonly close: () => void;
}

const copiedBytes = 1 << 20;

/** While the pieces equal those of the live file, nothing is written. */
export function createStreamedFile(
  file: string,
  { stagingDir, liveDir }: Pick<SiteWriterOptions, 'stagingDir' | 'liveDir'>,
): StreamedFile {
  const target = path.join(stagingDir, file);
  const livePath = liveDir === null ? null : path.join(liveDir, file);
  const digest = createHash('sha256');
  const live = livePath === null ? -1 : (attempt(() => openOwn(livePath)) ?? -1);
  let written = -1;
  let bytes = 0;
  let scratch = Buffer.alloc(0);

  const write = (piece: Uint8Array) => {
    for (let at = 0; at < piece.length;) at += writeSync(written, piece, at);
  };
  const read = (size: number, from: number): Buffer => {
    if (scratch.length < size) scratch = Buffer.allocUnsafeSlow(size * 2);
    return scratch.subarray(0, readFully(live, scratch.subarray(0, size), from));
  };
  const isLive = (piece: Uint8Array) =>
    live >= 0 && written < 0 && read(piece.length, bytes).equals(piece);
  /** At the first difference: copies what was equal from the live file. */
  const part = () => {
    if (written >= 0) return;
    makeFolder(path.dirname(target));
    written = openSync(target, 'wx');
    for (let at = 0; at < bytes; at += copiedBytes)
      write(read(Math.min(copiedBytes, bytes - at), at));
  };

  return {
    append(piece) {
      digest.update(piece);
      writing(target, () => {
        if (isLive(piece)) return;
        part();
        write(piece);
      });
      bytes += piece.length;
    },
    finish() {
      const isLinked =
        livePath !== null && live >= 0 && written < 0 && fstatSync(live).size === bytes;
      writing(target, () => {
        if (!isLinked) return part();
        makeFolder(path.dirname(target));
        linkOrCopy(livePath, target);
      });
      return { file: { path: file, bytes, sha256: digest.digest('hex') }, isLinked };
    },
    close() {
      if (live >= 0) closeSync(live);
      if (written >= 0) closeWritten(written, target);
    },
  };
}

/** Verifies files of a site against the hashes in its manifest: the work of a worker thread. */
export interface CheckTask {
  readonly siteDir: string;
  readonly files: readonly PublishedFile[];
}

const chunkBytes = 1 << 20;

/** Throws DamagedCache when a file is not as it was published. */
export function checkFiles({ siteDir, files }: CheckTask): void {
  for (const file of files) {
    if (isIntact(path.join(siteDir, file.path), file)) continue;
    throw new DamagedCache(`${file.path} does not hold what was published`);
  }
}

/** Whether there is a file with these bytes; false on any error. */
export function isIntact(place: string, file: PublishedFile): boolean {
  return attempt(() => closing(openOwn(place), (handle) => isAsListed(handle, file))) ?? false;
}

function isAsListed(handle: number, { bytes, sha256 }: PublishedFile): boolean {
  if (fstatSync(handle).size !== bytes) return false;
  const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, bytes));
  if (chunk.length === bytes) {
    return readFully(handle, chunk, 0) === bytes && hash('sha256', chunk) === sha256;
  }
  const digest = createHash('sha256');
  for (let at = 0; at < bytes; at += chunk.length) {
    const piece = chunk.subarray(0, bytes - at);
    if (readFully(handle, piece, at) < piece.length) return false;
    digest.update(piece);
  }
  return digest.digest('hex') === sha256;
}

/**
 * Links the live file, which keeps its modification time and disk blocks, if its content is what `file` says;
 * returns whether it does. Reads its bytes: the live site's manifest may no longer be true. Throws a Failure.
 */
export function linkIfSame(
  file: PublishedFile,
  stagingDir: string,
  liveDir: string | null,
): boolean {
  if (liveDir === null) return false;
  const live = path.join(liveDir, file.path);
  if (!isIntact(live, file)) return false;
  const target = path.join(stagingDir, file.path);
  writing(target, () => {
    rmSync(target);
    linkOrCopy(live, target);
  });
  return true;
}
