/** Compresses a part of a file to a member of gzip: members one behind the other are the file. */
import { gzipSync } from 'node:zlib';

// A record is most like the few before it: a small window finds nearly as much, and faster.
export const packOptions = { level: 1, memLevel: 9, windowBits: 12 } as const;
const minChunkBytes = 1 << 12;

/** The same bytes whatever the system; in memory of their own, so that only they are sent between threads. */
export function packMember(text: Uint8Array): Uint8Array {
  const packed = gzipSync(text, {
    ...packOptions,
    chunkSize: Math.max(minChunkBytes, text.length >> 1),
  });
  patchHeader(packed);
  // Not a slice, which for a Buffer is a view into all of its memory.
  return new Uint8Array(packed);
}

/** Makes the first bytes of a member the same whatever the system: they name it; 255 is "unknown". */
export function patchHeader(packed: Uint8Array): void {
  packed[9] = 255;
}
