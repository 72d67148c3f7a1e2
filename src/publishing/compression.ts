/** Compressed siblings of published files: their names, their bytes, and whether one is what it should be. */
import {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gunzipSync,
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
