/** Compressed siblings of published files: their names, their bytes, and whether one is correct. */
import zlib from 'node:zlib';
import { attempt } from '../base/failure.ts';
import type { SiteOptions } from '../contract/siteOptions.ts';

export type Compression = SiteOptions['precompress'][number];

export const compressions: readonly Compression[] = ['gzip', 'br'];

export const extensions: Readonly<Record<Compression, string>> = { gzip: '.gz', br: '.br' };

/** Compresses to the same bytes on every system. */
export function compress(bytes: Uint8Array, compression: Compression): Buffer {
  const packed =
    compression === 'br'
      ? zlib.brotliCompressSync(bytes, brotliOptions(bytes.length))
      : zlib.gzipSync(bytes, gzipOptions);
  patchPacked(packed, compression);
  return packed;
}

/**
 * A compression stream for that many bytes; after `patchPacked` of the first chunk, the output is that of `compress`.
 */
export function createPacking(
  compression: Compression,
  bytes: number,
): zlib.Gzip | zlib.BrotliCompress {
  return compression === 'br'
    ? zlib.createBrotliCompress(brotliOptions(bytes))
    : zlib.createGzip(gzipOptions);
}

export function createUnpacking(compression: Compression): zlib.Gunzip | zlib.BrotliDecompress {
  return compression === 'br' ? zlib.createBrotliDecompress() : zlib.createGunzip();
}

/** The gzip header names the system that compressed; 255 is "unknown". */
export function patchPacked(packed: Uint8Array, compression: Compression): void {
  if (compression === 'gzip') packed[9] = 255;
}

const gzipOptions: zlib.ZlibOptions = { level: 6 };

function brotliOptions(bytes: number): zlib.BrotliOptions {
  return {
    params: {
      [zlib.constants.BROTLI_PARAM_QUALITY]: 5,
      [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes,
    },
  };
}

/** Whether a compressed file decompresses to exactly these bytes, with no trailing data. */
export function unpacksTo(zipped: Buffer, bytes: Uint8Array, compression: Compression): boolean {
  try {
    const limit = { maxOutputLength: bytes.length + 1, info: true };
    const { buffer, engine } = unpack(zipped, compression, limit);
    return engine.bytesWritten === zipped.length && buffer.equals(bytes);
  } catch {
    return false;
  }
}

/** The decompressed bytes; null for more than `maxBytes`, and for what cannot be unpacked. */
export function unpacked(zipped: Buffer, compression: Compression, maxBytes: number) {
  return (
    attempt(() => unpack(zipped, compression, { maxOutputLength: maxBytes, info: true }))?.buffer ??
    null
  );
}

/** The decompressed bytes, and the zlib engine, which knows how much of the input was used. */
function unpack(zipped: Buffer, compression: Compression, options: zlib.ZlibOptions) {
  // `info`, which the types omit, makes zlib return the engine, too.
  const result: unknown =
    compression === 'br'
      ? zlib.brotliDecompressSync(zipped, options)
      : zlib.gunzipSync(zipped, options);
  return result as { readonly buffer: Buffer; readonly engine: { readonly bytesWritten: number } };
}
