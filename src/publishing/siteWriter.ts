/** The one door through which files get into a staging folder: written, or linked from the live site. */
import { createHash, hash } from 'node:crypto';
import {
  appendFileSync,
  closeSync,
  copyFileSync,
  fstatSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gunzipSync,
  gzipSync,
  type ZlibOptions,
} from 'node:zlib';
import { Failure, reasonOf, systemCode, systemHints } from '../failure.ts';
import type { PublishedFile } from './manifest.ts';
import { shortPath } from './shortPath.ts';

export const compressions = ['gzip', 'br'] as const;

export type Compression = (typeof compressions)[number];

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
   * never held as a whole; they are asked for once or twice. Throws a Failure.
   */
  readonly putPieces: (file: string, bytes: number, pieces: () => Iterable<Uint8Array>) => void;
  /** All that was put, in that order. */
  readonly files: readonly PublishedFile[];
  /** How many of them are links to files of the live site. */
  readonly linked: () => number;
}

// Below it, headers and the host's own compression weigh more.
const minCompressedBytes = 1000;

/**
 * A writer into a staging folder. A file that the live site has with the same bytes is linked rather than
 * written, so that it keeps its time and its place on the disk.
 */
export function createSiteWriter(options: SiteWriterOptions): SiteWriter {
  const { stagingDir, liveDir, precompress } = options;
  const files: PublishedFile[] = [];
  const folders = new Set<string>();
  let linked = 0;
  let scratch = Buffer.alloc(0);

  const isLive = (file: string, bytes: Uint8Array): boolean => {
    if (liveDir === null) return false;
    if (scratch.length < bytes.length) scratch = Buffer.allocUnsafe(bytes.length * 2);
    return holds(path.join(liveDir, file), bytes, scratch);
  };

  const place = (file: string, write: ((target: string) => void) | null) => {
    const target = path.join(stagingDir, file);
    // The views make paths from names that passed `unsafeNameReason`; this holds if they ever do not.
    if (!target.startsWith(stagingDir + path.sep)) throw new Error(`${file} leads out of the site`);
    try {
      const folder = path.dirname(target);
      if (!folders.has(folder)) mkdirSync(folder, { recursive: true });
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

  const placeSiblings = (file: string, bytes: Uint8Array) => {
    if (bytes.length < minCompressedBytes) return;
    for (const compression of precompress) placeCompressed(file, bytes, compression);
  };

  return {
    files,
    linked: () => linked,
    put(file, bytes) {
      placeWhole(file, bytes, isLive(file, bytes));
      placeSiblings(file, bytes);
    },
    putPieces(file, bytes, pieces) {
      const live = liveDir === null ? null : hashIfSame(path.join(liveDir, file), bytes, pieces());
      let written = '';
      place(file, live === null ? (target) => (written = writePieces(target, pieces())) : null);
      files.push({ path: file, bytes, sha256: live ?? written });
      if (precompress.length > 0) placeSiblings(file, readFileSync(path.join(stagingDir, file)));
    },
  };
}

export const extensions: Readonly<Record<Compression, string>> = { gzip: '.gz', br: '.br' };

/** Writes a file, never through a link that stands in its place. */
function writeNew(target: string, bytes: Uint8Array): void {
  try {
    writeFileSync(target, bytes, { flag: 'wx' });
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
    unlinkSync(target);
    writeFileSync(target, bytes, { flag: 'wx' });
  }
}

/** Writes pieces one behind the other; gives the hash of the whole. */
function writePieces(target: string, pieces: Iterable<Uint8Array>): string {
  const digest = createHash('sha256');
  writeNew(target, new Uint8Array(0));
  for (const piece of pieces) {
    digest.update(piece);
    appendFileSync(target, piece);
  }
  return digest.digest('hex');
}

/** The hash of `bytes` bytes that come in pieces, if a file exists and holds exactly these; else null. */
function hashIfSame(file: string, bytes: number, pieces: Iterable<Uint8Array>): string | null {
  const digest = createHash('sha256');
  let handle: number;
  try {
    handle = openSync(file, 'r');
  } catch {
    return null;
  }
  try {
    if (fstatSync(handle).size !== bytes) return null;
    let scratch = Buffer.alloc(0);
    for (const piece of pieces) {
      if (scratch.length < piece.length) scratch = Buffer.allocUnsafe(piece.length);
      if (readSync(handle, scratch, 0, piece.length, null) !== piece.length) return null;
      if (scratch.compare(piece, 0, piece.length, 0, piece.length) !== 0) return null;
      digest.update(piece);
    }
    return digest.digest('hex');
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return null;
  } finally {
    closeSync(handle);
  }
}

/** Compresses to the same bytes whatever the system. */
function compress(bytes: Uint8Array, compression: Compression): Buffer {
  if (compression === 'br') {
    const quality = constants.BROTLI_PARAM_QUALITY;
    const sizeHint = constants.BROTLI_PARAM_SIZE_HINT;
    return brotliCompressSync(bytes, { params: { [quality]: 5, [sizeHint]: bytes.length } });
  }
  const zipped = gzipSync(bytes, { level: 6 });
  // The header names the system that compressed; 255 is "unknown".
  zipped[9] = 255;
  return zipped;
}

/** A live compressed sibling that still unpacks to `bytes`: unpacking is far faster than compressing. */
function readCompressed(file: string, bytes: Uint8Array, compression: Compression): Buffer | null {
  try {
    const zipped = readFileSync(file);
    return unpacksTo(zipped, bytes, compression) ? zipped : null;
  } catch {
    return null;
  }
}

/** Whether a compressed file holds exactly these bytes, and nothing behind them. */
export function unpacksTo(zipped: Buffer, bytes: Uint8Array, compression: Compression): boolean {
  try {
    const limit = { maxOutputLength: bytes.length + 1, info: true };
    const { buffer, engine } = unpack(zipped, compression, limit);
    return engine.bytesWritten === zipped.length && buffer.equals(bytes);
  } catch {
    return false;
  }
}

/** What a compressed file holds, and the engine, which knows how much of the file that took. */
function unpack(zipped: Buffer, compression: Compression, options: ZlibOptions) {
  // With `info`, which the types do not know, more than a Buffer comes back.
  const result: unknown =
    compression === 'br' ? brotliDecompressSync(zipped, options) : gunzipSync(zipped, options);
  return result as { readonly buffer: Buffer; readonly engine: { readonly bytesWritten: number } };
}

/** Whether a file exists and holds exactly these bytes. */
function holds(file: string, bytes: Uint8Array, scratch: Buffer): boolean {
  let handle: number;
  try {
    handle = openSync(file, 'r');
  } catch {
    return false;
  }
  try {
    if (fstatSync(handle).size !== bytes.length) return false;
    let read = 0;
    while (read < bytes.length) {
      const more = readSync(handle, scratch, read, bytes.length - read, read);
      if (more === 0) return false;
      read += more;
    }
    return scratch.compare(bytes, 0, bytes.length, 0, bytes.length) === 0;
  } catch {
    return false;
  } finally {
    closeSync(handle);
  }
}

/** Links a file of the live site, or copies it with its times where links fail. */
export function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
    const handle = openSync(from, 'r');
    try {
      const { atime, mtime } = fstatSync(handle);
      utimesSync(to, atime, mtime);
    } finally {
      closeSync(handle);
    }
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
