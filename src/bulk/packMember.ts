/** Compresses a part of a file to a gzip member; the concatenation of members is a gzip file. */
import { gzipSync } from 'node:zlib';

// Records resemble the few before them: a small window compresses nearly as well, and is faster.
export const packOptions = { level: 1, memLevel: 9, windowBits: 12 } as const;
const minChunkBytes = 1 << 12;

/**
 * The bytes do not depend on the operating system. They have a buffer of their own, so that nothing else is sent
 * between threads.
 */
export function packMember(text: Uint8Array): Uint8Array {
  const packed = gzipSync(text, {
    ...packOptions,
    chunkSize: Math.max(minChunkBytes, text.length >> 1),
  });
  patchHeader(packed);
  // A copy: a slice of a Buffer would be a view of its whole memory.
  return new Uint8Array(packed);
}

/** Sets the OS byte of the gzip header to 255, "unknown", so that the bytes are the same on every system. */
export function patchHeader(packed: Uint8Array): void {
  packed[9] = 255;
}
