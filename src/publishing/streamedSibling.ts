/** The compressed sibling of a large file, made and compared as a stream: neither is held in memory. */
import { createHash } from 'node:crypto';
import { closeSync, createReadStream, createWriteStream, openSync } from 'node:fs';
import { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openOwn } from '../files/openRegular.ts';
import { type Compression, createPacking, createUnpacking, patchPacked } from './compression.ts';
import type { PublishedFile } from './fileList.ts';
import { readFully } from './readFully.ts';

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
