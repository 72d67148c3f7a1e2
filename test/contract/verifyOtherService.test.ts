/** `phagepress verify <url>` of a service that phagepress did not build: it is held to the interface, and to no more. */
import { describe, expect, test } from 'vitest';
import { verdictsOf } from '../../src/verifying/clauses.ts';
import { tinyGene, tinyPhage } from '../integration/tinyData.ts';
import type { Answer, Answering, Asked } from './answeringServer.ts';
import { failedClauses, failures } from './verifySites.ts';
import { verifyAnswering } from './verifyUrl.ts';

const genes = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => tinyGene('Quillon', n));
const phages = ['Zebra', 'Quillon'].map((name) => tinyPhage(name));
const pageSize = 4;

interface Lists {
  readonly genes: readonly object[];
  readonly phages: readonly object[];
}

/** What it changes of an envelope before it is sent. */
type Change = (
  envelope: Record<string, unknown>,
  page: number,
  url: string,
) => Record<string, unknown>;

const asked: string[] = [];

/** A service as the interface describes it, and in nothing else like ours: indented JSON, a page size nobody says, errors of its own. */
function answerLikeSpec(
  { method, target }: Asked,
  url: string,
  lists: Lists = { genes, phages },
  change: Change = (envelope) => envelope,
): Answer {
  asked.push(method);
  const { pathname, searchParams } = new URL(target, url);
  const name = (['genes', 'phages'] as const).find((list) => pathname === `/api/${list}/`);
  const page = Number(searchParams.get('page') ?? 1);
  const all = name === undefined ? [] : lists[name];
  const last = Math.max(1, Math.ceil(all.length / pageSize));
  if (name === undefined || !(page >= 1 && page <= last)) {
    return { status: 404, headers: { 'content-type': 'text/html' }, body: Buffer.from('<p>no') };
  }
  const link = (number: number) => `${url}/api/${name}/?page=${number}&format=api`;
  const envelope = {
    count: all.length,
    next: page < last ? link(page + 1) : null,
    previous: page > 1 ? link(page - 1) : null,
    results: all.slice((page - 1) * pageSize, page * pageSize),
  };
  return {
    status: 200,
    headers: {
      Allow: 'OPTIONS, GET, HEAD',
      'Content-Type': 'application/json; charset=utf-8',
      Vary: 'Accept, Cookie',
    },
    body: Buffer.from(JSON.stringify(change(envelope, page, url), null, 2)),
  };
}

const verifyChanged = (change: Change) =>
  verifyAnswering((request, url) => answerLikeSpec(request, url, undefined, change));

test('it passes with whatever the interface leaves open, which is noted', async () => {
  asked.length = 0;
  const verification = await verifyAnswering((request, url) => answerLikeSpec(request, url));
  expect(failures(verification)).toEqual([]);
  expect(verification).toMatchObject({ release: null, records: { genes: 9, phages: 2 } });
  const status = Object.fromEntries(
    verdictsOf(verification).map(({ clause, status: found }) => [clause, found]),
  );
  expect(status).toMatchObject({
    A1: 'pass',
    L2: 'pass',
    count: 'pass',
    S2: 'pass',
    // What it need not promise; of order, that of phages.
    L1: 'differs',
    L3: 'differs',
    L4: 'differs',
    D1: 'differs',
    M2: 'differs',
    M4: 'not applicable',
  });
});

test.each([
  ['a page for people', '<!doctype html><p>'],
  ['JSON of another kind', '{"release":"2026"}'],
  ['a list', '[]'],
  ['more than any release holds', 'x'.repeat(1024 * 1024 + 1)],
])('it may answer %s as release.json', async (_, text) => {
  const verification = await verifyAnswering((request, url) =>
    ['/release.json', '/manifest.json'].includes(request.target)
      ? { status: 200, headers: {}, body: Buffer.from(text) }
      : answerLikeSpec(request, url),
  );
  expect(failures(verification)).toEqual([]);
  expect(verification.release).toBeNull();
});

test('its genes must be UTF-8, plain as they may be', async () => {
  const verification = await verifyAnswering((request, url) => {
    const answer = answerLikeSpec(request, url);
    const compact = answer.status === 200 ? JSON.stringify(JSON.parse(answer.body.toString())) : '';
    const body = Buffer.from(compact.replaceAll('tail fibre', 'tail \xffibre'), 'latin1');
    return answer.status === 200 ? { ...answer, body } : answer;
  });
  expect(failedClauses(verification)).toEqual(['S2']);
});

test('it is asked for nothing that could change it', () => {
  expect([...new Set(asked)].toSorted()).toEqual(['GET', 'HEAD', 'OPTIONS']);
});

test('a sample of its pages is enough, if that is asked for', async () => {
  const many = Array.from({ length: 100 }, (_, n) => tinyGene(`Q${String(n).padStart(3, '0')}`, 1));
  const lists = { genes: many, phages: [] };
  const answer: Answering = (request, url) => answerLikeSpec(request, url, lists);
  const verification = await verifyAnswering(answer, { sample: 3 });
  expect(failures(verification)).toEqual([]);
  expect(verification.records?.genes).toBeLessThan(40);
});

test('a list that grows while it is read is told, and no failure', async () => {
  let requests = 0;
  const verification = await verifyAnswering((request, url) => {
    if (request.target.startsWith('/api/')) requests++;
    const grown = Array.from({ length: Math.min(3, requests) }, (_, n) => tinyGene('Alder', n));
    return answerLikeSpec(request, url, { genes: [...grown, ...genes], phages });
  });
  expect(failures(verification)).toEqual([]);
  const count = verdictsOf(verification).find(({ clause }) => clause === 'count');
  expect(count).toMatchObject({ status: 'differs' });
  expect(count?.first?.expected).toContain('to stay as it is while it is read');
});

test('links in the style of stock Django REST framework are a difference, and no failure', async () => {
  const verification = await verifyChanged((page) => {
    const plain = (link: unknown) =>
      typeof link === 'string' ? link.replace('&format=api', '').replace(/\?page=1$/, '') : null;
    return { ...page, next: plain(page['next']), previous: plain(page['previous']) };
  });
  expect(failures(verification)).toEqual([]);
  const links = verdictsOf(verification).find(({ clause }) => clause === 'L2');
  expect(links).toMatchObject({ status: 'differs' });
  expect(links?.first?.found).toContain('/api/genes/?page=2');
});

describe.each(['HEAD', 'OPTIONS'])('the interface allows %s on both lists:', (refused) => {
  test.each([405, 501])('%i fails', async (status) => {
    const verification = await verifyAnswering((request, url) =>
      request.method === refused && request.target === '/api/phages/'
        ? { status, headers: {}, body: Buffer.from('') }
        : answerLikeSpec(request, url),
    );
    const [first] = failures(verification);
    expect(failedClauses(verification)).toEqual(['M3']);
    expect(first?.first?.address).toContain(`${refused} `);
  });
});

type Page = Parameters<Change>[0];
const resultsOf = (page: Page) => page['results'] as object[];
const nextOf = (page: Page, from: string, to: string): Page =>
  typeof page['next'] === 'string' ? { ...page, next: page['next'].replace(from, to) } : page;

describe('what the interface says is held against it:', () => {
  test.each<[string, string[], Change]>([
    [
      'next that leads back',
      ['L2'],
      (page, number, url) =>
        number === 3 ? { ...page, next: `${url}/api/genes/?page=1&format=api` } : page,
    ],
    [
      'next that leads to the same page',
      ['L2', 'count'],
      (page, number) => (number === 2 ? nextOf(page, 'page=3', 'page=2') : page),
    ],
    [
      'next without end',
      ['L2', 'count', 'L3', 'S3'],
      (page, number, url) => ({
        ...page,
        next: `${url}/api/genes/?format=api&page=${number}&x=${Math.random()}`,
      }),
    ],
    ['links to another host', ['A1'], (page) => nextOf(page, '127.0.0.1', 'localhost')],
    ['a wrong count', ['count'], (page) => ({ ...page, count: 12 })],
    ['genes out of order', ['L3'], (page) => ({ ...page, results: resultsOf(page).toReversed() })],
    [
      'a gene that comes again',
      ['S3'],
      (page) => ({ ...page, results: resultsOf(page).map((one, at, all) => all[at - 1] ?? one) }),
    ],
    ['a field of a wrong type', ['S2'], (page) => ({ ...page, count: String(page['count']) })],
    [
      'an unknown field',
      ['S2'],
      (page) => ({ ...page, results: resultsOf(page).map((one) => ({ ...one, extra: 1 })) }),
    ],
    ['a member too many', ['S2'], (page) => ({ ...page, total: 1 })],
  ])('%s: %j', async (_, clauses, change) => {
    const verification = await verifyChanged((page, number, url) => {
      const isGenes = JSON.stringify(page['results']).includes('GeneID');
      return isGenes ? change(page, number, url) : page;
    });
    const failed = failedClauses(verification);
    expect(failed).toEqual(expect.arrayContaining(clauses.slice(0, 1)));
    expect(clauses).toEqual(expect.arrayContaining(failed));
  });

  test.each([
    ['Allow', 'M1'],
    ['Vary', 'M1'],
    ['Content-Type', 'M2'],
  ])('no %s: %s', async (name, clause) => {
    const verification = await verifyAnswering((request, url) => {
      const answer = answerLikeSpec(request, url);
      const headers = Object.entries(answer.headers).filter(([key]) => key !== name);
      return { ...answer, headers: Object.fromEntries(headers) };
    });
    expect(failedClauses(verification)).toEqual([clause]);
  });

  test.each([
    ['HTML', '<!doctype html>'],
    ['nothing', ''],
    ['a number', '5'],
    ['deep JSON', '['.repeat(100_000)],
    ['no envelope', '{"results":5}'],
  ])('%s instead of pages', async (_, body) => {
    const verification = await verifyAnswering((request, url) => {
      const answer = answerLikeSpec(request, url);
      return answer.status === 200 ? { ...answer, body: Buffer.from(body) } : answer;
    });
    expect(failedClauses(verification).length).toBeGreaterThan(0);
  });

  test('an answer other than 200', async () => {
    const gone = { status: 500, headers: {}, body: Buffer.from('') };
    expect(failedClauses(await verifyAnswering(() => gone))).toEqual(['L4']);
  });

  test('a redirect to where it really is, which is named', async () => {
    const moved = {
      status: 301,
      headers: { location: 'https://example.org/' },
      body: Buffer.from(''),
    };
    const [first] = failures(await verifyAnswering(() => moved));
    expect(first?.first?.found).toBe('status 301, to "https://example.org/"');
  });

  test('the lack of the release that was expected', async () => {
    const answer: Answering = (request, url) => answerLikeSpec(request, url);
    const verification = await verifyAnswering(answer, { expectRelease: 'abcdef0' });
    expect(failedClauses(verification)).toEqual(['release']);
  });
});
