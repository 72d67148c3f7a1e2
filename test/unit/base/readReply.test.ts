import { createHash } from 'node:crypto';
import { get, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { readReply, TooLong } from '../../../src/base/httpClient.ts';
import { serve } from './loopback.ts';

type Reading = Partial<Parameters<typeof readReply>[2]>;

/** Reads what a server answers, as verify does. */
async function read(
  answer: (response: ServerResponse) => void,
  { maxBytes = 1000, take = 'kept' }: Reading = {},
  method = 'GET',
) {
  const origin = await serve((_, response) => answer(response));
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    request(origin, { method }, resolve).on('error', reject).end();
  });
  return readReply(incoming, method, { maxBytes, take });
}

const text = 'é'.repeat(400); // 800 bytes

describe.each([
  ['with its length', (response: ServerResponse, body: string | Buffer) => response.end(body)],
  [
    'in chunks',
    (response: ServerResponse, body: string | Buffer) => {
      for (const byte of Buffer.from(body)) response.write(Buffer.of(byte));
      response.end();
    },
  ],
])('a body that is sent %s', (_, send) => {
  test('is kept as it is, up to the very limit', async () => {
    const reply = await read((response) => send(response, text), { maxBytes: 800 });
    expect(reply.body.toString()).toBe(text);
    expect([reply.status, reply.hashed]).toEqual([200, null]);
  });

  test('is refused where it is a byte longer', async () => {
    for (const take of ['kept', 'shared', 'hashed'] as const) {
      const reading = read((response) => send(response, text), { maxBytes: 799, take });
      await expect(reading).rejects.toThrow(new TooLong('a body of more than 799 B'));
    }
  });

  test('is kept in shared memory', async () => {
    const { body } = await read((response) => send(response, text), { take: 'shared' });
    expect(body.toString()).toBe(text);
    expect(body.buffer).toBeInstanceOf(SharedArrayBuffer);
  });

  test('is hashed without being kept', async () => {
    const { body, hashed } = await read((response) => send(response, text), { take: 'hashed' });
    expect(body).toHaveLength(0);
    expect(hashed).toEqual({
      bytes: 800,
      sha256: createHash('sha256').update(text).digest('hex'),
    });
  });
});

test('a long body in many chunks comes whole through a buffer that grows', async () => {
  const long = Buffer.from(Array.from({ length: 1_000_003 }, (_, n) => n % 251));
  const reply = await read(
    (response) => {
      for (let at = 0; at < long.length; at += 7777) response.write(long.subarray(at, at + 7777));
      response.end();
    },
    { maxBytes: long.length },
  );
  expect(reply.body.equals(long)).toBe(true);
});

test('a length that is said is not believed to be room: no body comes without its bytes', async () => {
  const cut = read((response) => {
    response.writeHead(200, { 'Content-Length': 900 });
    response.write('only this');
    response.socket?.end();
  });
  await expect(cut).rejects.toThrow('aborted');
});

test('the length of a body that is left out is no reason to refuse it', async () => {
  const answer = (status: number) => (response: ServerResponse) => {
    response.writeHead(status, { 'Content-Length': 5000 });
    response.end();
  };
  expect((await read(answer(200), {}, 'HEAD')).body).toHaveLength(0);
  expect((await read(answer(304))).status).toBe(304);
});

test('a header that comes in several lines is kept in several lines', async () => {
  const origin = await serve((_, response) => {
    response.setHeader('Vary', ['Accept', 'Origin']);
    response.end();
  });
  const incoming = await new Promise<IncomingMessage>((resolve) => void get(origin, resolve));
  const { lines } = await readReply(incoming, 'GET', { maxBytes: 10, take: 'kept' });
  expect(lines('vary')).toEqual(['Accept', 'Origin']);
  expect(lines('etag')).toEqual([]);
});
