/** Reads a response body into bounded memory, or only hashes it. */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { formatBytes } from '../text/quantities.ts';
import type { HttpReply } from './httpReply.ts';

/** `shared` memory can be passed to other threads without a copy. */
export type BodyTaking = 'kept' | 'shared' | 'hashed';

/** The body exceeds the limit. */
export class TooLong extends Error {}

/** Throws TooLong, and connection errors. */
export async function readReply(
  incoming: IncomingMessage,
  method: string,
  { maxBytes, take }: { readonly maxBytes: number; readonly take: BodyTaking },
): Promise<HttpReply> {
  const reply = {
    status: incoming.statusCode ?? 0,
    lines: (name: string) => incoming.headersDistinct[name] ?? [],
    body: Buffer.alloc(0),
    hashed: null,
  };
  // The Content-Length of a HEAD response or a 304 is that of the omitted body.
  const said = method === 'HEAD' || reply.status === 304 ? 0 : lengthSaid(incoming);
  if (said > maxBytes) {
    incoming.destroy();
    throw tooLong(maxBytes);
  }
  if (take === 'hashed') return { ...reply, hashed: await hashBody(incoming, maxBytes) };
  const makeRoom = (bytes: number) =>
    take === 'shared' ? Buffer.from(new SharedArrayBuffer(bytes)) : Buffer.allocUnsafeSlow(bytes);
  return { ...reply, body: await keepBody(incoming, maxBytes, Math.min(said, maxBytes), makeRoom) };
}

/** Content-Length, or 0 if absent. */
function lengthSaid({ headers }: IncomingMessage): number {
  const said = headers['content-length'] ?? '';
  return /^[0-9]+$/.test(said) ? Number(said) : 0;
}

function tooLong(maxBytes: number): TooLong {
  return new TooLong(`a body of more than ${formatBytes(maxBytes)}`);
}

const firstRoomBytes = 64 * 1024;

/** The buffer doubles in size: concatenating a list of chunks would need twice the memory. */
async function keepBody(
  incoming: IncomingMessage,
  maxBytes: number,
  said: number,
  makeRoom: (bytes: number) => Buffer,
): Promise<Buffer> {
  let room = makeRoom(said);
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    const due = size + chunk.length;
    if (due > maxBytes) throw tooLong(maxBytes);
    if (due > room.length) {
      const larger = makeRoom(Math.min(maxBytes, Math.max(due, 2 * room.length, firstRoomBytes)));
      room.copy(larger, 0, 0, size);
      room = larger;
    }
    chunk.copy(room, size);
    size = due;
  }
  return room.subarray(0, size);
}

async function hashBody(
  incoming: IncomingMessage,
  maxBytes: number,
): Promise<{ bytes: number; sha256: string }> {
  const digest = createHash('sha256');
  let bytes = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLong(maxBytes);
    digest.update(chunk);
  }
  return { bytes, sha256: digest.digest('hex') };
}
