/** Reads a source as plain chunks of bytes: decompressed, without a byte order mark. */
import { createReadStream, fstatSync, readFileSync } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { closing, openRegular } from '../files/openRegular.ts';
import { decisiveBytes } from './fileFault.ts';
import type { Source } from './source.ts';

const chunkBytes = 1 << 20;
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
// The first chunk has at least this many bytes, or the whole file: enough to detect the kind of file.
const leastStart = decisiveBytes + byteOrderMark.length;

/**
 * Yields the bytes of a source in order. `seen` gets the raw bytes of the file as they are read. Throws the system's or
 * zlib's error if reading ends early; leaving the loop closes the file.
 */
export async function* decodeSource(
  source: Pick<Source, 'absolutePath' | 'gzipped'>,
  seen?: (bytes: Buffer) => void,
): AsyncGenerator<Buffer> {
  const handle = openRegular(source.absolutePath);
  if (!source.gzipped && fstatSync(handle).size <= chunkBytes) {
    yield* readSmall(handle, seen);
    return;
  }
  const file = createReadStream('', { fd: handle, highWaterMark: chunkBytes });
  if (seen !== undefined) file.on('data', (chunk) => seen(chunk as Buffer));
  // The callback is empty: the pipeline's error also ends the loop over the stream.
  const unzip = source.gzipped ? createGunzip({ chunkSize: chunkBytes }) : null;
  const stream = unzip === null ? file : pipeline(file, unzip, () => {});
  let start: Buffer | null = Buffer.alloc(0);
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
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
    // After trailing zeros zlib looks for no further gzip member, and reports nothing.
    if (unzip !== null && unzip.bytesWritten < file.bytesRead) {
      await assertZeros(source.absolutePath, unzip.bytesWritten);
    }
  } catch (error) {
    // The bytes before the error are still examined.
    if (start !== null && start.length > 0) yield withoutMark(start);
    throw error;
  } finally {
    file.destroy();
  }
}

/** In one read: a stream for each of many small files would cost more than their content. */
function* readSmall(
  handle: number,
  seen: ((bytes: Buffer) => void) | undefined,
): Generator<Buffer> {
  const bytes = closing(handle, () => readFileSync(handle));
  seen?.(bytes);
  const text = withoutMark(bytes);
  if (text.length > 0) yield text;
}

/** The bytes without a leading byte order mark. */
export function withoutMark(bytes: Buffer): Buffer {
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
