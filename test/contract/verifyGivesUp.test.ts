/** `phagepress verify <url>` of a service that hangs, fails, never ends or answers too much: it ends in time, with little memory. */
import { rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Preview, startPreview } from '../../src/preview/previewServer.ts';
import { verdictsOf, type Verification } from '../../src/verifying/report/verification.ts';
import { type Answer, type Meddle, startAnswering, startBetween } from './answeringServer.ts';
import { buildSmall, failedClauses, failures, makeFolder } from './verifySites.ts';
import { verifyUrl, withServer } from './verifyUrl.ts';

let folder: string;
let preview: Preview;

beforeAll(async () => {
  folder = makeFolder();
  const site = await buildSmall(folder, { baseUrl: 'https://example.org/phages' });
  preview = await startPreview({ dir: site, port: 0, address: '127.0.0.1' });
});

afterAll(async () => {
  await preview.close();
  rmSync(folder, { recursive: true, force: true });
});

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
const afterManifest =
  (then: ReturnType<Meddle>): Meddle =>
  (answer, { target }) =>
    ['/release.json', '/manifest.json'].includes(target) ? answer : then;
const busy: Answer = { status: 503, headers: {}, body: Buffer.from('') };

describe('a service that answers its manifest and then', () => {
  test.each<[string, ReturnType<Meddle>, string]>([
    ['hangs', 'hang', 'no whole answer within 0.05 s'],
    ['breaks off', 'cut', 'no answer: '],
    ['is always busy', busy, 'status 503'],
  ])('%s is given up after so many failures in a row', async (_, then, reason) => {
    await withServer(startBetween(preview.url, afterManifest(then)), async (url) => {
      const verification = await verifyUrl(url, {}, { timeoutMs: 50, maxFailures: 12 });
      const { first } = verdictOn(verification, 'answers') ?? {};
      expect(first?.found).toContain('nothing but failures, 12 in a row, the last one: ');
      expect(first?.found).toContain(reason);
      expect(verification.requests).toBeLessThan(30);
      expect(verification.records).toBeNull();
      const remark = 'not looked at: verification gave up';
      expect(verdictOn(verification, 'D2')).toMatchObject({ status: 'not applicable', remark });
    });
  });

  test('hangs is given up after few failures, if nothing else comes for long', async () => {
    await withServer(startBetween(preview.url, afterManifest('hang')), async (url) => {
      const verification = await verifyUrl(url, {}, { timeoutMs: 50, maxSilenceMs: 1 });
      expect(verdictOn(verification, 'answers')?.first?.found).toContain('failures, 8 in a row');
    });
  });

  test('hangs is given up when the time for the whole is over', async () => {
    await withServer(startBetween(preview.url, afterManifest('hang')), async (url) => {
      const verification = await verifyUrl(url, {}, { wholeMs: 1000 });
      const found = 'not all of it within 1.00 s (--timeout)';
      expect(verdictOn(verification, 'answers')?.first?.found).toBe(found);
    });
  });
});

test('a service that answers nothing in the time for the whole is a Failure of the machine', async () => {
  await withServer(
    startAnswering(() => 'hang'),
    async (url) => {
      await expect(verifyUrl(url, {}, { wholeMs: 300 })).rejects.toMatchObject({ kind: 'machine' });
    },
  );
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

describe('a service whose next never ends', () => {
  const endless = (results: (page: number) => unknown[], count: number) =>
    startAnswering(({ target }, url) => {
      const { pathname, searchParams } = new URL(target, url);
      if (!/^\/api\/(genes|phages)\/$/.test(pathname)) return { ...json(''), status: 404 };
      const page = Number(searchParams.get('page') ?? 1);
      const link = (number: number) => `${url}${pathname}?format=api&page=${number}`;
      const previous = page === 1 ? null : link(page - 1);
      return json(
        JSON.stringify({ count, next: link(page + 1), previous, results: results(page) }),
      );
    });

  test('with empty pages is left at the first of them', async () => {
    await withServer(
      endless(() => [], 10),
      async (url) => {
        const verification = await verifyUrl(url);
        expect(failedClauses(verification)).toContain('L2');
        expect(verification.requests).toBeLessThan(400);
      },
    );
  });

  test('with a count that grows as it does is left behind what the first page allows', async () => {
    await withServer(
      startAnswering(({ target }, url) => {
        const { pathname, searchParams } = new URL(target, url);
        if (!/^\/api\/(genes|phages)\/$/.test(pathname)) return { ...json(''), status: 404 };
        const page = Number(searchParams.get('page') ?? 1);
        const next = `${url}${pathname}?format=api&page=${page + 1}`;
        const results = Array.from({ length: 100 }, () => 1);
        return json(JSON.stringify({ count: page * 1000, next, previous: null, results }));
      }),
      async (url) => {
        const verification = await verifyUrl(url);
        const { departures } = verdictOn(verification, 'count') ?? {};
        // Behind twice the 1,000 of the first page, and 1,000 more.
        expect(departures).toBeGreaterThan(0);
        expect(verification.requests).toBeLessThan(400);
      },
    );
  });
});

describe('a service without a manifest whose release says pages beyond all measure', () => {
  const beyond = (text: string) => text.replace(/"(count|pages)": \d+/g, '"$1": 9000000000000000');

  const verifyEndless = async (pageOf: (list: string, page: number, url: string) => Answer) => {
    const endless: Meddle = (answer, { target, headers: { host = '' } }) => {
      const url = `http://${host}`;
      if (target === '/manifest.json') return { ...json(''), status: 404 };
      if (target === '/release.json')
        return { ...answer, body: Buffer.from(beyond(answer.body.toString())) };
      const { pathname, searchParams } = new URL(target, url);
      const list = /^\/api\/(genes|phages|phams)\/$/.exec(pathname)?.[1];
      const page = Number(searchParams.get('page') ?? 1);
      return list === undefined || Number.isNaN(page) ? answer : pageOf(list, page, url);
    };
    return withServer(startBetween(preview.url, endless), (url) => verifyUrl(url));
  };
  const pageWith = (list: string, page: number, url: string, results: unknown[]) => {
    const link = (number: number) => `${url}/api/${list}/?format=api&page=${number}`;
    const previous = page === 1 ? null : link(page - 1);
    return json(JSON.stringify({ count: 9e15, next: link(page + 1), previous, results }));
  };

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

  test('is refused at its place, and not asked for again', async () => {
    const long: Meddle = (answer, { target }) =>
      target === '/api/genes/?format=api&page=2' ? huge : answer;
    await withServer(startBetween(preview.url, long), async (url) => {
      const verification = await verifyUrl(url);
      const [first] = failures(verification);
      expect(first).toMatchObject({ clause: 'answers' });
      expect(first?.first?.address).toBe(`${url}/api/genes/?format=api&page=2`);
      expect(first?.first?.found).toMatch(/^a body of more than [\d.]+ kB$/);
    });
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
    await withServer(startBetween(preview.url, bombs), async (url) => {
      expect(failedClauses(await verifyUrl(url))).toEqual(['M6']);
    });
  });

  test('are brackets without end', async () => {
    const brackets = `{"count":1,"next":null,"previous":null,"results":[${'['.repeat(50_000_000)}`;
    await withServer(
      startAnswering(({ target }) =>
        target.startsWith('/api/genes/') ? json(brackets) : { ...json(''), status: 404 },
      ),
      async (url) => {
        const verification = await verifyUrl(url);
        const { first } = verdictOn(verification, 'S2') ?? {};
        expect(first?.address).toContain(`${url}/api/genes/#/results/0`);
        expect(first?.expected).toContain('1000');
      },
    );
  });
});
