/** Opens a source as plain chunks of bytes: unzipped where needed, without a byte order mark. */
import { closeSync, createReadStream, fstatSync, readFileSync } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { openRegular } from '../files/openRegular.ts';
import { decisiveBytes } from './fileFault.ts';
import type { Source } from './source.ts';

const chunkBytes = 1 << 20;
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
// So much at least comes first, or all there is: what kind of file it is shows in its beginning.
const leastStart = decisiveBytes + byteOrderMark.length;

/**
 * Yields the bytes of a source in order. Throws the system's or zlib's error where reading ends early;
 * leaving the loop closes the file. `onBytes` is told how many more bytes of the file have been read.
 */
export async function* decodeSource(
  source: Pick<Source, 'absolutePath' | 'gzipped'>,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  const handle = openRegular(source.absolutePath);
  if (!source.gzipped && fstatSync(handle).size <= chunkBytes) {
    yield* readSmall(handle, onBytes);
    return;
  }
  const file = createReadStream('', { fd: handle, highWaterMark: chunkBytes });
  // The pipeline's own callback has nothing to add: its error also ends the loop over the stream.
  const unzip = source.gzipped ? createGunzip({ chunkSize: chunkBytes }) : null;
  const stream = unzip === null ? file : pipeline(file, unzip, () => {});
  let start: Buffer | null = Buffer.alloc(0);
  try {
    let told = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      onBytes(file.bytesRead - told);
      told = file.bytesRead;
      if (start === null) {
        yield chunk;
        continue;
      }
      start = start.length === 0 ? chunk : Buffer.concat([start, chunk]);
      if (start.length < leastStart) continue;
      const begun = withoutMark(start);
      start = null;
      yield begun;
    }
    if (start !== null && start.length > 0) {
      const all = withoutMark(start);
      start = null;
      yield all;
    }
    // Behind zeros, zlib looks for no further part of the file and says nothing.
    if (unzip !== null && unzip.bytesWritten < file.bytesRead) {
      await assertZeros(source.absolutePath, unzip.bytesWritten);
    }
  } catch (error) {
    // What came before the fault is still to be looked at.
    if (start !== null && start.length > 0) yield withoutMark(start);
    throw error;
  } finally {
    file.destroy();
  }
}

/** At once: a stream for each of many small files would cost more than all that is in them. */
function* readSmall(handle: number, onBytes: (bytes: number) => void): Generator<Buffer> {
  let bytes: Buffer;
  try {
    bytes = readFileSync(handle);
  } finally {
    closeSync(handle);
  }
  onBytes(bytes.length);
  const text = withoutMark(bytes);
  if (text.length > 0) yield text;
}

function withoutMark(bytes: Buffer): Buffer {
  return bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark)
    ? bytes.subarray(byteOrderMark.length)
    : bytes;
}

/** Throws an error with the code `Z_TRAILING_DATA` unless only zeros follow in the file. */
async function assertZeros(file: string, start: number): Promise<void> {
  for await (const chunk of createReadStream(file, { start }) as AsyncIterable<Buffer>) {
    if (chunk.every((byte) => byte === 0)) continue;
    throw Object.assign(new Error('data behind the end'), { code: 'Z_TRAILING_DATA' });
  }
}
