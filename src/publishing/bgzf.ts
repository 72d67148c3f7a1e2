/** Compresses text as BGZF: small gzip members, so that readers can start at any of them. */
import { gzipSync } from 'node:zlib';

/** The most text in a block, as in bgzip: even incompressible text fits into a block. */
export const blockTextBytes = 65_280;
/** The header of a block has 16 bits for its size. */
export const maxBlockBytes = 65_536;
/** The header of a block, up to its size. */
const headerStart = Buffer.from('1f8b08040000000000ff060042430200', 'hex');
export const headerBytes = 18;
const gzipHeaderBytes = 10;

/** The block without text at the end of a file, by which readers know that it is complete. */
export const endBlock: Buffer = Buffer.from(
  '1f8b08040000000000ff0600424302001b0003000000000000000000',
  'hex',
);

// Records resemble the few before them: a small window compresses nearly as well, and is faster.
const packOptions = { level: 1, memLevel: 9, windowBits: 12, chunkSize: maxBlockBytes } as const;

/** The bytes do not depend on the system or the clock: every part of the header that may vary is replaced. */
export function packBlock(text: Uint8Array): Buffer {
  const longest = maxBlockBytes - headerBytes + gzipHeaderBytes;
  const tight = gzipSync(text, packOptions);
  const packed = tight.length <= longest ? tight : gzipSync(text, { level: 0 });
  const block = Buffer.allocUnsafe(headerBytes + packed.length - gzipHeaderBytes);
  headerStart.copy(block);
  block.writeUInt16LE(block.length - 1, headerStart.length);
  packed.copy(block, headerBytes, gzipHeaderBytes);
  return block;
}

/** The size of the block that starts with these bytes; null if none does. */
export function blockBytes(bytes: Buffer): number | null {
  const begins =
    bytes.length >= headerBytes && bytes.subarray(0, 4).equals(headerStart.subarray(0, 4));
  // BGZF allows other extra fields, but no program writes any.
  const isSized = begins && bytes.subarray(10, 16).equals(headerStart.subarray(10));
  return isSized ? bytes.readUInt16LE(headerStart.length) + 1 : null;
}

export interface PackedText {
  /** In a buffer of its own, so that a thread receives nothing else. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The offset of each block. */
  readonly blocks: readonly number[];
}

/** The blocks of a text, without the one that ends a file: a file is joined from several texts. */
export function packText(text: Uint8Array): PackedText {
  const packed: Buffer[] = [];
  const blocks: number[] = [];
  let size = 0;
  for (let at = 0; at < text.length; at += blockTextBytes) {
    const block = packBlock(text.subarray(at, at + blockTextBytes));
    blocks.push(size);
    packed.push(block);
    size += block.length;
  }
  const bytes = new Uint8Array(size);
  packed.forEach((block, index) => bytes.set(block, blocks[index]));
  return { bytes, blocks };
}

/** A whole file, with the block that ends it. */
export function packWhole(text: Uint8Array): Buffer {
  return Buffer.concat([packText(text).bytes, endBlock]);
}
