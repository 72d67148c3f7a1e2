/** Compresses text as BGZF: small gzip members, so that readers can start at any of them. */
import { createHash } from 'node:crypto';
import { closeSync, createReadStream, createWriteStream, openSync } from 'node:fs';
import { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import { openOwn, readFully } from '../base/files.ts';
import { type Compression, createPacking, createUnpacking, patchPacked } from './compression.ts';
import type { PublishedFile } from './fileList.ts';

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

interface PackedText {
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

// The compressed sibling of a large file, made and compared as a stream: neither is held in memory.

type Packed = Pick<PublishedFile, 'bytes' | 'sha256'>;

const chunkBytes = 1 << 16;

/**
 * Compresses a file of `bytes` bytes into `target`, with the output of `compress`; returns size and hash. Throws
 * the system's error.
 */
export async function packInto(
  target: string,
  file: string,
  bytes: number,
  compression: Compression,
): Promise<Packed> {
  const digest = createHash('sha256');
  let written = 0;
  const watch = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (written === 0) patchPacked(chunk, compression);
      written += chunk.length;
      digest.update(chunk);
      done(null, chunk);
    },
  });
  const source = createReadStream(file, { highWaterMark: chunkBytes });
  const packing = createPacking(compression, bytes);
  await pipeline(source, packing, watch, createWriteStream(target, { flags: 'wx' }));
  return { bytes: written, sha256: digest.digest('hex') };
}

/** Size and hash of `packed` if it decompresses to exactly `file`, with no trailing data; else null. */
export async function packsFile(
  packed: string,
  file: string,
  compression: Compression,
): Promise<Packed | null> {
  let handle = -1;
  try {
    handle = openSync(file, 'r');
    const source = createReadStream('', { fd: openOwn(packed), highWaterMark: chunkBytes });
    const digest = createHash('sha256');
    source.on('data', (chunk) => digest.update(chunk));
    const unpacking = createUnpacking(compression);
    let at = 0;
    let held = Buffer.alloc(0);
    const isNext = (chunk: Buffer) => {
      if (held.length < chunk.length) held = Buffer.allocUnsafe(chunk.length);
      const read = readFully(handle, held.subarray(0, chunk.length), at);
      at += chunk.length;
      return read === chunk.length && held.compare(chunk, 0, read, 0, read) === 0;
    };
    const compare = new Writable({
      write(chunk: Buffer, _encoding, done) {
        done(isNext(chunk) ? null : new Error('it differs'));
      },
    });
    await pipeline(source, unpacking, compare);
    const isWhole = readFully(handle, Buffer.alloc(1), at) === 0;
    const { bytesRead: bytes } = source;
    if (!isWhole || unpacking.bytesWritten !== bytes) return null;
    return { bytes, sha256: digest.digest('hex') };
  } catch {
    return null;
  } finally {
    if (handle >= 0) closeSync(handle);
  }
}
