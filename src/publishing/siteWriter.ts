/** The one door through which files get into a staging folder: written, or linked from the live site. */
import { hash } from 'node:crypto';
import {
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

  const place = (file: string, bytes: Uint8Array, isSame: boolean) => {
    const target = path.join(stagingDir, file);
    // The views make paths from names that passed `unsafeNameReason`; this holds if they ever do not.
    if (!target.startsWith(stagingDir + path.sep)) throw new Error(`${file} leads out of the site`);
    try {
      const folder = path.dirname(target);
      if (!folders.has(folder)) mkdirSync(folder, { recursive: true });
      folders.add(folder);
      if (isSame && liveDir !== null) {
        linkOrCopy(path.join(liveDir, file), target);
        linked++;
      } else {
        writeNew(target, bytes);
      }
    } catch (error) {
      throw writeFailure(target, error);
    }
    files.push({ path: file, bytes: bytes.length, sha256: hash('sha256', bytes) });
  };

  const placeCompressed = (file: string, bytes: Uint8Array, compression: Compression) => {
    const name = file + extensions[compression];
    const kept =
      liveDir === null ? null : readCompressed(path.join(liveDir, name), bytes, compression);
    if (kept === null) place(name, compress(bytes, compression), false);
    else place(name, kept, true);
  };

  return {
    files,
    linked: () => linked,
    put(file, bytes) {
      const isSame = isLive(file, bytes);
      place(file, bytes, isSame);
      if (bytes.length < minCompressedBytes) return;
      for (const compression of precompress) placeCompressed(file, bytes, compression);
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
