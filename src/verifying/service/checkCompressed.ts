/** Checks a response with content encoding (M1, M6). */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { showToken } from '../../json/showToken.ts';
import { expectVary, type Received } from './headerChecks.ts';
import { longestAnswer } from './published.ts';
import type { Service } from './service.ts';

/** A host need not compress. If it does, decompression must give the same bytes (M6), and Vary must state it (M1). */
export function checkCompressed(
  file: string,
  isRight: (file: string, body: Buffer) => boolean,
  service: Service,
  received: Received,
): void {
  const { reply, address, log } = received;
  const [encoding] = reply.lines('content-encoding');
  log.checked('M6');
  if (encoding !== undefined && encoding !== 'identity') {
    expectVary('accept-encoding', received);
  }
  const body = unpacked(reply.body, encoding, longestAnswer(service, file));
  if (body !== null && isRight(file, body)) return;
  const expected = 'the bytes that come without compression';
  const found = body === null ? `${encoding} that cannot be unpacked` : showBody(body);
  log.fail('M6', { address, expected, found });
}

function unpacked(body: Buffer, encoding: string | undefined, maxBytes: number): Buffer | null {
  const limit = { maxOutputLength: maxBytes };
  try {
    if (encoding === 'gzip') return gunzipSync(body, limit);
    if (encoding === 'br') return brotliDecompressSync(body, limit);
    return encoding === undefined || encoding === 'identity' ? body : null;
  } catch {
    return null;
  }
}

/** Shortens a body for a message. */
export function showBody(body: Buffer): string {
  return body.length === 0 ? 'no body' : `the body ${showToken(body.toString('utf8', 0, 300))}`;
}
