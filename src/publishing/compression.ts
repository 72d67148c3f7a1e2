/** Compressed siblings of published files: their names, their bytes, and whether one is what it should be. */
import {
  type BrotliCompress,
  brotliCompressSync,
  type BrotliDecompress,
  brotliDecompressSync,
  type BrotliOptions,
  constants,
  createBrotliCompress,
  createBrotliDecompress,
  createGunzip,
  createGzip,
  type Gunzip,
  gunzipSync,
  type Gzip,
  gzipSync,
  type ZlibOptions,
} from 'node:zlib';

export const compressions = ['gzip', 'br'] as const;

export type Compression = (typeof compressions)[number];

export const extensions: Readonly<Record<Compression, string>> = { gzip: '.gz', br: '.br' };

/** Below it, headers and the host's own compression weigh more. */
export const minCompressedBytes = 1000;

/** Compresses to the same bytes whatever the system. */
export function compress(bytes: Uint8Array, compression: Compression): Buffer {
  const packed =
    compression === 'br'
      ? brotliCompressSync(bytes, brotliOptions(bytes.length))
      : gzipSync(bytes, gzipOptions);
  patchPacked(packed, compression);
  return packed;
}

/** Compresses so many bytes that come in pieces; `patchPacked` makes the first that comes out what `compress` gives. */
export function createPacking(compression: Compression, bytes: number): Gzip | BrotliCompress {
  return compression === 'br'
    ? createBrotliCompress(brotliOptions(bytes))
    : createGzip(gzipOptions);
}

export function createUnpacking(compression: Compression): Gunzip | BrotliDecompress {
  return compression === 'br' ? createBrotliDecompress() : createGunzip();
}

/** The header of gzip names the system that compressed; 255 is "unknown". */
export function patchPacked(packed: Uint8Array, compression: Compression): void {
  if (compression === 'gzip') packed[9] = 255;
}

const gzipOptions: ZlibOptions = { level: 6 };

function brotliOptions(bytes: number): BrotliOptions {
  return {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: bytes },
  };
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
