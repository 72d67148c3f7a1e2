import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { ServiceAbandoned } from '../../../src/base/httpClient.ts';
import { clientFor, serve } from './loopback.ts';

/** Answers with these statuses, one after the other, and then with 200; keeps the requests. */
async function serveStatuses(statuses: readonly number[], headers: Record<string, string> = {}) {
  const requests: IncomingMessage[] = [];
  const origin = await serve((request, response) => {
    const status = statuses[requests.length] ?? 200;
    requests.push(request);
    response.writeHead(status, headers).end(`answer ${requests.length}`);
  });
  return { origin, requests };
}

describe('a request', () => {
  test('is sent as it is written: odd paths, method and headers', async () => {
    const { origin, requests } = await serveStatuses([]);
    const target = '/a/../b//%2e%2E/?x=%zz&page=2';
    await clientFor(origin).ask({ target, method: 'OPTIONS', headers: { Accept: 'text/html' } });
    const [request] = requests;
    expect([request?.method, request?.url]).toEqual(['OPTIONS', target]);
    expect(request?.headers).toMatchObject({ accept: 'text/html', origin: 'http://127.0.0.1:1' });
  });

  test('comes from no other origin where that was asked', async () => {
    const { origin, requests } = await serveStatuses([]);
    await clientFor(origin).ask({ target: '/', isFromElsewhere: false });
    expect(requests[0]?.headers).not.toHaveProperty('origin');
  });
});

const busy = [503, 503, 503, 503, 503, 503, 503, 503, 503];

test.each<[what: string, statuses: number[], last: number, requests: number, wait?: string]>([
  ['a server that is busy with 429 is asked again until it answers', [429, 429], 200, 3],
  ['a server that is busy with 502 is asked again until it answers', [502, 502], 200, 3],
  ['a server that is busy with 503 is asked again until it answers', [503, 503], 200, 3],
  ['a server that is busy with 504 is asked again until it answers', [504, 504], 200, 3],
  ['a server that is busy is asked five times, and its last answer is final', busy, 503, 5],
  ['a server that asks for a pause of hours counts as down', [503], 503, 1, '7200'],
  ['a redirect is the answer', [301], 301, 1],
  ['404 is an answer', [404], 404, 1],
  ['500 is an answer', [500], 500, 1],
  ['501 is an answer', [501], 501, 1],
])('%s', async (_, statuses, status, requests, wait) => {
  const headers = { Location: '/elsewhere', ...(wait !== undefined && { 'Retry-After': wait }) };
  const server = await serveStatuses(statuses, headers);
  const client = clientFor(server.origin);
  expect(await client.ask({ target: '/' })).toMatchObject({ ok: true, reply: { status } });
  expect([server.requests.length, client.sent()]).toEqual([requests, requests]);
});

test('a server that says to come again at once is believed, whatever the delay between tries', async () => {
  const { origin } = await serveStatuses([503, 503], { 'Retry-After': '0' });
  const client = clientFor(origin, { backoffMs: 3_600_000 });
  expect(await client.ask({ target: '/' })).toMatchObject({ reply: { status: 200 } });
  expect(client.sent()).toBe(3);
});

describe('a connection that breaks', () => {
  const breaking = (request: IncomingMessage) => void request.socket.destroy();

  test('is tried five times, and then the reason is told', async () => {
    const client = clientFor(await serve(breaking));
    const result = await client.ask({ target: '/' });
    expect(result).toMatchObject({ ok: false, isTooLong: false });
    expect(result.ok ? '' : result.reason).toMatch(/^no answer: /);
    expect(client.sent()).toBe(5);
  });

  test('is forgotten once an answer comes', async () => {
    let requests = 0;
    const origin = await serve((request, response) => {
      if (++requests < 3) breaking(request);
      else response.end('here');
    });
    const result = await clientFor(origin).ask({ target: '/' });
    expect(result.ok && result.reply.body.toString()).toBe('here');
  });

  test('again and again is given up, for every request', async () => {
    const client = clientFor(await serve(breaking), { maxFailures: 3 });
    await expect(client.ask({ target: '/' })).rejects.toThrow(ServiceAbandoned);
    expect(client.sent()).toBe(3);
    await expect(client.ask({ target: '/' })).rejects.toThrow('3 in a row');
    expect(client.sent()).toBe(3);
  });
});

test('a body that is too long is not asked for again', async () => {
  const { origin, requests } = await serveStatuses([]);
  const client = clientFor(origin);
  const result = await client.ask({ target: '/', maxBytes: 3 });
  expect(result).toEqual({ ok: false, reason: 'a body of more than 3 B', isTooLong: true });
  expect(requests).toHaveLength(1);
});

test('an answer that never comes is no answer after its time', async () => {
  const client = clientFor(await serve(() => {}), { timeoutMs: 20 });
  const result = await client.ask({ target: '/' });
  expect(result).toMatchObject({ ok: false, reason: 'no whole answer within 0.02 s' });
});

test('a server that will speak another protocol has answered with its status', async () => {
  const origin = await serve((_, response) => {
    response.socket?.end('HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
  });
  const result = await clientFor(origin).ask({ target: '/' });
  expect(result).toMatchObject({ ok: false, reason: 'no answer: status 101' });
});

test('no more requests are under way at once than connections, and none is lost', async () => {
  const open: ServerResponse[] = [];
  let most = 0;
  const origin = await serve((_, response) => {
    most = Math.max(most, open.push(response));
    // Answered only when nothing more can come in.
    setImmediate(() => setImmediate(() => open.pop()?.end()));
  });
  const client = clientFor(origin, { connections: 3 });
  const results = await Promise.all(
    Array.from({ length: 30 }, (_, n) => client.ask({ target: `/${n}` })),
  );
  expect(results.every(({ ok }) => ok)).toBe(true);
  expect(most).toBeLessThanOrEqual(3);
  expect(client.sent()).toBe(30);
});

test('a request is not sent before there is a connection for it, so that its time begins then', async () => {
  const client = clientFor(
    await serve((_, response) => {
      sentAtFirst ??= client.sent();
      response.end();
    }),
    { connections: 1 },
  );
  let sentAtFirst: number | null = null;
  await Promise.all([1, 2, 3].map((n) => client.ask({ target: `/${n}` })));
  expect([sentAtFirst, client.sent()]).toEqual([1, 3]);
});

test('requests are spread over time by the rate, those of all callers together', async () => {
  const { origin } = await serveStatuses([]);
  const client = clientFor(origin, { rate: 100 });
  const before = performance.now();
  await Promise.all([1, 2, 3, 4].map((n) => client.ask({ target: `/${n}` })));
  // The first goes at once. A timer may be early by a millisecond, never by a whole turn.
  expect(performance.now() - before).toBeGreaterThan(28);
});

test('when the time for all of it is over, what is under way ends, and nothing more is sent', async () => {
  const client = clientFor(await serve(() => {}), { wholeMs: 20 });
  const under = client.ask({ target: '/' });
  await expect(under).rejects.toThrow('not all of it within 0.02 s (--timeout)');
  const sent = client.sent();
  await expect(client.ask({ target: '/' })).rejects.toThrow(ServiceAbandoned);
  expect(client.sent()).toBe(sent);
});

test('a client says who it is, tries as often as it is told, and spreads its pauses', async () => {
  const { origin, requests } = await serveStatuses([503, 503, 503, 503]);
  const drawn: number[] = [];
  const spread = () => {
    drawn.push(drawn.length);
    return 0;
  };
  const client = clientFor(origin, {
    userAgent: 'tester/1',
    maxTries: 3,
    // Without the spread, the test would not end in time.
    backoffMs: 100_000,
    spread,
  });
  const result = await client.ask({ target: '/' });
  expect(result.ok && result.reply.status).toBe(503);
  expect(requests.map(({ headers }) => headers['user-agent'])).toEqual(Array(3).fill('tester/1'));
  expect(drawn).toHaveLength(2);
});

test('a signal ends what is under way, and all that would come', async () => {
  const controller = new AbortController();
  const origin = await serve(() => controller.abort(new Error('enough')));
  const client = clientFor(origin, { signal: controller.signal });
  await expect(client.ask({ target: '/' })).rejects.toThrow('enough');
  await expect(client.ask({ target: '/' })).rejects.toThrow('enough');
});
