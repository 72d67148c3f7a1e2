/** `phagepress verify <url>` of a service that hangs, fails, never ends or answers too much: it ends in time, with little memory. */
import { type AddressInfo, createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { politeness } from '../../src/base/httpClient.ts';
import { verdictsOf, type Verification } from '../../src/verifying/clauses.ts';
import {
  type Answer,
  type Answering,
  type Meddle,
  meddled,
  startAnswering,
} from './answeringServer.ts';
import { failedClauses, failures, viewsOfEachKind, previewOf, sharedSite } from './verifySites.ts';
import { answeringAt, verifyAnswering, verifyUrl, withServer } from './verifyUrl.ts';

const baseUrl = 'https://example.org/phages';
const good = previewOf(sharedSite({ baseUrl, views: viewsOfEachKind }));

afterEach(() => void vi.useRealTimers());

const verdictOn = (verification: Verification, wanted: string) =>
  verdictsOf(verification).find(({ clause }) => clause === wanted);
const json = (body: string): Answer => {
  const headers = {
    allow: 'GET, HEAD, OPTIONS',
    vary: 'Accept',
    'content-type': 'application/json',
  };
  return { status: 200, headers, body: Buffer.from(body) };
};

/** The good service until its manifest has been read. */
const afterManifest = (then: () => ReturnType<Meddle>) =>
  startAnswering(
    meddled(good, (answer, { target }) =>
      ['/release.json', '/manifest.json'].includes(target) ? answer : then(),
    ),
  );

/** Hangs, and lets time pass: for nothing else does any. */
const hangsFor = (ms: number) => () => {
  queueMicrotask(() => vi.advanceTimersByTime(ms));
  return 'hang' as const;
};
/** The clock of the client; that of connections goes on. */
const holdTime = () =>
  void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
const { timeoutMs, maxFailures } = politeness;
const busy: Answer = { status: 503, headers: {}, body: Buffer.from('') };

describe('a service that answers its manifest and then', () => {
  test.each<[string, () => ReturnType<Meddle>, string]>([
    ['hangs', hangsFor(timeoutMs), 'no whole answer within 60 s'],
    ['breaks off', () => 'cut', 'no answer: '],
    ['is always busy', () => busy, 'status 503'],
  ])('%s is given up after so many failures in a row', async (_, then, reason) => {
    holdTime();
    await withServer(afterManifest(then), async (url) => {
      const patient = { timeoutMs, maxSilenceMs: Infinity };
      const verification = await verifyUrl(url, {}, patient);
      const { first } = verdictOn(verification, 'answers') ?? {};
      const found = `nothing but failures, ${maxFailures} in a row, the last one: `;
      expect(first?.found).toContain(found);
      expect(first?.found).toContain(reason);
      expect(verification.requests).toBeLessThan(maxFailures + 10);
      expect(verification.records).toBeNull();
      const remark = 'not looked at: verification gave up';
      expect(verdictOn(verification, 'D2')).toMatchObject({ status: 'not applicable', remark });
    });
  });

  test('hangs is given up after few failures, if nothing else comes for long', async () => {
    holdTime();
    await withServer(afterManifest(hangsFor(timeoutMs)), async (url) => {
      const verification = await verifyUrl(url, {}, { timeoutMs });
      expect(verdictOn(verification, 'answers')?.first?.found).toContain('failures, 8 in a row');
    });
  });

  test('hangs is given up when the time for the whole is over', async () => {
    holdTime();
    await withServer(afterManifest(hangsFor(1000)), async (url) => {
      const verification = await verifyUrl(url, {}, { wholeMs: 1000 });
      const found = 'not all of it within 1.00 s (--timeout)';
      expect(verdictOn(verification, 'answers')?.first?.found).toBe(found);
    });
  });
});

test('a service that answers nothing in the time for the whole is a Failure of the machine', async () => {
  holdTime();
  await withServer(startAnswering(hangsFor(300)), async (url) => {
    await expect(verifyUrl(url, {}, { wholeMs: 300 })).rejects.toMatchObject({ kind: 'machine' });
  });
});

test('a service that wants to speak another protocol is given up, and told', async () => {
  const head = 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n';
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.write(head));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    await expect(verifyUrl(`http://127.0.0.1:${port}`)).rejects.toMatchObject({
      kind: 'machine',
      message: expect.stringContaining('101') as string,
    });
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
});

/** Page `page` of a list that leads on for ever. */
function endlessPage(url: string, list: string, page: number, count: number, results: unknown[]) {
  const link = (number: number) => `${url}/api/${list}/?format=api&page=${number}`;
  const previous = page === 1 ? null : link(page - 1);
  return json(JSON.stringify({ count, next: link(page + 1), previous, results }));
}

/** The list and the page of it that are asked for, if they are. */
function askedPage(target: string, url: string): { list: string | undefined; page: number } {
  const { pathname, searchParams } = new URL(target, url);
  const list = /^\/api\/(genes|phages|phams)\/$/.exec(pathname)?.[1];
  return { list, page: Number(searchParams.get('page') ?? 1) };
}

describe('a service whose next never ends', () => {
  const endless =
    (results: unknown[], countAt: (page: number) => number): Answering =>
    ({ target }, url) => {
      const { list, page } = askedPage(target, url);
      if (list === undefined || list === 'phams') return { ...json(''), status: 404 };
      return endlessPage(url, list, page, countAt(page), results);
    };

  test('with empty pages is left at the first of them', async () => {
    const verification = await verifyAnswering(endless([], () => 10));
    expect(failedClauses(verification)).toContain('L2');
    expect(verification.requests).toBeLessThan(400);
  });

  test('with a count that grows as it does is left behind what the first page allows', async () => {
    const growing = endless(Array(100).fill(1), (page) => page * 1000);
    const verification = await verifyAnswering(growing);
    const { departures } = verdictOn(verification, 'count') ?? {};
    // Behind twice the 1,000 of the first page, and 1,000 more.
    expect(departures).toBeGreaterThan(0);
    expect(verification.requests).toBeLessThan(400);
  });
});

describe('a service without a manifest whose release says pages beyond all measure', () => {
  const beyond = (text: string) => text.replace(/"(count|pages)": \d+/g, '"$1": 9000000000000000');
  const verifyEndless = (pageOf: (list: string, page: number, url: string) => Answer) => {
    const endless: Meddle = (answer, { target, headers: { host = '' } }) => {
      const url = `http://${host}`;
      if (target === '/manifest.json') return { ...json(''), status: 404 };
      if (target === '/release.json')
        return { ...answer, body: Buffer.from(beyond(answer.body.toString())) };
      const { list, page } = askedPage(target, url);
      return list === undefined || Number.isNaN(page) ? answer : pageOf(list, page, url);
    };
    return verifyAnswering(meddled(good, endless));
  };
  const pageWith = (list: string, page: number, url: string, results: unknown[]) =>
    endlessPage(url, list, page, 9e15, results);

  test.each<[string, Parameters<typeof verifyEndless>[0], string]>([
    ['empty', (list, page, url) => pageWith(list, page, url, []), 'count'],
    ['one and the same', (list, page, url) => pageWith(list, page, url, [list]), 'L2'],
    [
      'not there',
      (list, page, url) =>
        page === 1 ? pageWith(list, page, url, [1]) : { ...json('{}'), status: 404 },
      'L4',
    ],
  ])('is left when its pages are %s', async (_, pageOf, clause) => {
    const verification = await verifyEndless(pageOf);
    expect(failedClauses(verification)).toContain(clause);
    expect(verification.requests).toBeLessThan(1200);
  });
});

describe('too much of an answer', () => {
  const huge = { ...json(' '.repeat(10_000_000)) };

  test('is refused at its place', async () => {
    const long: Meddle = (answer, { target }) =>
      target === '/api/genes/?format=api&page=2' ? huge : answer;
    const [first] = failures(await verifyAnswering(meddled(good, long)));
    expect(first).toMatchObject({ clause: 'answers' });
    expect(first?.first?.address).toBe(`${answeringAt}/api/genes/?format=api&page=2`);
    expect(first?.first?.found).toMatch(/^a body of more than [\d.]+ kB$/);
  });

  test('is a bomb in gzip, which is not unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, '['));
    const bombs: Meddle = (answer, { headers, target }) =>
      headers['accept-encoding'] === 'gzip' && target.startsWith('/api/') && answer.status === 200
        ? {
            ...answer,
            headers: {
              ...answer.headers,
              'content-encoding': 'gzip',
              vary: 'Accept, Accept-Encoding',
            },
            body: bomb,
          }
        : answer;
    expect(failedClauses(await verifyAnswering(meddled(good, bombs)))).toEqual(['M6']);
  });

  test('are brackets without end', async () => {
    const brackets = `{"count":1,"next":null,"previous":null,"results":[${'['.repeat(5_000_000)}`;
    const verification = await verifyAnswering(({ target }) =>
      target.startsWith('/api/genes/') ? json(brackets) : { ...json(''), status: 404 },
    );
    const { first } = verdictOn(verification, 'S2') ?? {};
    expect(first?.address).toContain(`${answeringAt}/api/genes/#/results/0`);
    expect(first?.expected).toContain('1000');
  });
});
