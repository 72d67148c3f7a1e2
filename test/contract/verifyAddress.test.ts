/** `phagepress verify <url>`: good services pass, and each way to answer wrongly is told under its clause. */
import { hash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Keeps } from '../../src/contract/capabilities.ts';
import { parseRelease, type Release, renderRelease } from '../../src/contract/release.ts';
import { keepsAll } from '../../src/hosts/host.ts';
import { hosts } from '../../src/hosts/hosts.ts';
import { startPreview } from '../../src/preview/server.ts';
import { readRelease } from '../../src/preview/answer.ts';
import { verdictsOf } from '../../src/verifying/clauses.ts';
import { asLines, tinyGene } from '../integration/tinyData.ts';
import {
  type Answer,
  type Answering,
  type Asked,
  type Meddle,
  meddled,
  previewIn,
  startAnswering,
} from './answeringServer.ts';
import {
  buildSmall,
  failedClauses,
  failures,
  makeFolder,
  smallData,
  viewsOfEachKind,
  withBuilt,
  withCopy,
} from './verifySites.ts';
import { answeringAt, verifyAnswering, verifyUrl, withServer } from './verifyUrl.ts';

const baseUrl = 'https://example.org/phages';
let folder: string;
let site: string;
let good: Answering;
let published: Release;

beforeAll(async () => {
  folder = makeFolder();
  site = await buildSmall(folder, { baseUrl, views: viewsOfEachKind });
  good = previewIn(site);
  published = readRelease(site);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const verifyMeddled = (meddle: Meddle, changes: Parameters<typeof verifyAnswering>[1] = {}) =>
  verifyAnswering(meddled(good, meddle), changes);

const header = (answer: Answer, changes: Answer['headers']): Answer => {
  const headers = Object.entries({ ...answer.headers, ...changes });
  return {
    ...answer,
    headers: Object.fromEntries(headers.filter(([, value]) => value !== undefined)),
  };
};
const isApi = ({ target }: Asked) => target.startsWith('/api');
const is = (asked: Asked, target: string) => asked.method === 'GET' && asked.target === target;
const page2 = '/api/genes/?format=api&page=2';
const page3 = '/api/genes/?format=api&page=3';
const json = (status: number, body: string) => ({
  status,
  headers: {
    'content-type': 'application/json',
    'cache-control': status === 200 ? 'public, max-age=300' : 'no-store',
    allow: 'GET, HEAD, OPTIONS',
    vary: 'Accept',
    'access-control-allow-origin': '*',
    'x-content-type-options': 'nosniff',
    ...(status === 200 ? { etag: `"${body.length}"` } : {}),
  },
  body: Buffer.from(body),
});

describe('a good service passes', () => {
  test('with everything that a request can show', async () => {
    await withBuilt({ baseUrl }, smallData, async (dir) => {
      const preview = await startPreview({ dir, port: 0, address: '127.0.0.1' });
      try {
        const verification = await verifyUrl(preview.url);
        expect(failures(verification)).toEqual([]);
        expect(verification.records).toEqual({ genes: 8, phages: 4 });
        const others = verdictsOf(verification).filter(({ status }) => status !== 'pass');
        expect(others.map(({ clause }) => clause)).toEqual(['L6']);
      } finally {
        await preview.close();
      }
    });
  });

  test('as the release that is expected, and with the age that is', async () => {
    const expectRelease = published.release;
    expect(failedClauses(await verifyAnswering(good, { expectRelease }))).toEqual([]);
    const other = await verifyAnswering(good, { expectRelease: '0000000', maxAge: 301 });
    expect(failedClauses(other)).toEqual(['release', 'M5']);
  });

  test('with what its build was allowed, which release.json says', async () => {
    const genes = [tinyGene('Quillon', 1, { Length: 576 }), tinyGene('Quillon', 2)];
    const data = { ...smallData, 'genes/a.ndjson': asLines(genes) };
    const allowed = new Set(['gene-length', 'null-value'] as const);
    await withBuilt({ allowed }, data, async (dir) => {
      const verification = await verifyAnswering(previewIn(dir));
      expect(failures(verification)).toEqual([]);
      expect(verification.release?.allowed).toEqual(['gene-length']);
      const silent: Meddle = (answer, { target }) =>
        target === '/release.json' ? change(answer, '"gene-length"', '"null-value"') : answer;
      const silenced = await verifyAnswering(meddled(previewIn(dir), silent));
      expect(failedClauses(silenced)).toEqual(['S3']);
    });
  });

  test('in a sample, which asks for less and is told as one', async () => {
    const whole = await verifyAnswering(good);
    const sampled = await verifyAnswering(good, { sample: 1 });
    expect(failures(sampled)).toEqual([]);
    expect(sampled.sampled).toBe(true);
    expect(sampled.requests).toBeLessThanOrEqual(whole.requests ?? 0);
  });

  test('though its tries are refused or broken off at first', async () => {
    const busy: Meddle = (answer, { before, target }) => {
      if (before > 0) return answer;
      if (target === page2) return { ...json(503, '{}'), headers: { 'retry-after': '0' } };
      if (target === page3) return { ...json(429, 'busy'), headers: {} };
      if (target === '/api/phages/') return 'cut';
      return target === '/manifest.json' ? 'half' : answer;
    };
    await withServer(startAnswering(meddled(good, busy)), async (url) => {
      expect(failures(await verifyUrl(url))).toEqual([]);
    });
  });

  test.each<[string, Meddle]>([
    [
      'of another type, bulk files that are gzip all the same',
      (answer, { target }) =>
        target.endsWith('.gz') ? header(answer, { 'content-type': 'application/x-gzip' }) : answer,
    ],
    [
      'of the type of what is in them, bulk files',
      (answer, { target }) =>
        target === '/bulk/genes.ndjson.gz'
          ? header(answer, { 'content-type': 'application/x-ndjson' })
          : answer,
    ],
    [
      'of other words, a detail of 405',
      (answer) =>
        answer.status === 405
          ? { ...answer, body: Buffer.from('{ "detail": "We only read here." }') }
          : answer,
    ],
    [
      'of another form, descriptions',
      (answer, { method }) =>
        method === 'OPTIONS' && answer.status === 200 && answer.body.length > 0
          ? {
              ...answer,
              body: Buffer.from(JSON.stringify(JSON.parse(answer.body.toString()), null, 2)),
            }
          : answer,
    ],
    [
      'of no form at all, descriptions',
      (answer, { method }) =>
        method === 'OPTIONS' && answer.status === 200
          ? { ...answer, status: 204, body: Buffer.from('') }
          : answer,
    ],
    [
      'with allowed methods for a preflight only',
      (answer, { headers }) =>
        'access-control-request-method' in headers
          ? answer
          : header(answer, { 'access-control-allow-methods': undefined }),
    ],
    [
      'with methods in another order',
      (answer, asked) => (isApi(asked) ? header(answer, { allow: 'OPTIONS,GET, HEAD' }) : answer),
    ],
    [
      'with more to say of caches',
      (answer) => {
        const said = answer.headers['cache-control'];
        const more = answer.status < 400 ? 's-maxage=60, max-age=300,public' : 'no-cache, no-store';
        return said === undefined ? answer : header(answer, { 'cache-control': more });
      },
    ],
  ])('%s', async (_, meddle) => {
    expect(failures(await verifyMeddled(meddle))).toEqual([]);
  });

  test('with the release as the validator of everything', async () => {
    const tag = `W/"${published.release}"`;
    const tagged: Meddle = (answer, { headers, method }) => {
      if (answer.status === 304 || answer.headers['etag'] === undefined) return answer;
      const asked = headers['if-none-match'] ?? '';
      const isSame = asked === '*' || asked.includes(tag.slice(2));
      const isRead = method === 'GET' || method === 'HEAD';
      return isRead && isSame
        ? {
            ...header(answer, { etag: tag, 'content-type': undefined }),
            status: 304,
            body: Buffer.from(''),
          }
        : header(answer, { etag: tag });
    };
    expect(failures(await verifyMeddled(tagged))).toEqual([]);
  });

  test('below a path, at the address it was built for', async () => {
    const below = meddled(good, behindPath, (target) => target.replace(/^\/v1/, '') || '/');
    const verification = await verifyAnswering(below, { baseUrl: `${answeringAt}/v1` });
    expect(failures(verification)).toEqual([]);
  });
});

describe('a service of a site whose names match in any case', () => {
  let own: string;
  let served: Answering;

  beforeAll(async () => {
    own = makeFolder();
    served = previewIn(await buildSmall(own, { caseInsensitiveNames: true }));
  });

  afterAll(() => rmSync(own, { recursive: true, force: true }));

  const missing =
    (name: string): Meddle =>
    (answer, { target }) =>
      target.startsWith(`/api/phages/${name}/`) ? json(404, '{"detail":"Not found."}') : answer;
  const withoutAnyCase = { ...keepsAll, 'case-insensitive-names': 'its rules fold nothing' };

  test('fails without a name in other letters, unless its host cannot fold them', async () => {
    const answer = meddled(served, missing('qUILLON'));
    expect(failedClauses(await verifyAnswering(answer))).toEqual(['D1']);
    expect(failedClauses(await verifyAnswering(answer, { keeps: withoutAnyCase }))).toEqual([]);
  });

  test('fails without a name in lower case, whatever its host', async () => {
    const answer = meddled(served, missing('quillon'));
    expect(failedClauses(await verifyAnswering(answer, { keeps: withoutAnyCase }))).toEqual(['D1']);
  });
});

describe('a service with pages of families', () => {
  let own: string;
  let served: Answering;
  const phams = '/api/phams/?format=api&page=2';

  beforeAll(async () => {
    own = makeFolder();
    const genes = [1, 2, 3, 4, 5].map((n) =>
      tinyGene('Quillon', n, { PhamID: { PhamID: n, Color: '#123456' } }),
    );
    const data = { ...smallData, 'genes/a.ndjson': asLines(genes) };
    served = previewIn(await buildSmall(own, {}, data));
  });

  afterAll(() => rmSync(own, { recursive: true, force: true }));

  test.each<[string, string[], Meddle]>([
    [
      'with another gene_count',
      ['L4', 'V1'],
      (answer, asked) =>
        is(asked, phams) ? change(answer, '"gene_count":1', '"gene_count":7') : answer,
    ],
    [
      'with another colour',
      ['L4', 'V1'],
      (answer, asked) => (is(asked, phams) ? change(answer, '#123456', '#123450') : answer),
    ],
    [
      'in another order',
      ['L3', 'L4', 'V1'],
      (answer, asked) =>
        is(asked, phams)
          ? change(answer, /(\{"PhamID[^}]*\}),(\{"PhamID[^}]*\})/, '$2,$1')
          : answer,
    ],
    [
      'that is gone',
      ['L4'],
      (answer, asked) => (is(asked, phams) ? json(404, '{"detail":"Invalid page."}') : answer),
    ],
    [
      'that names no next one',
      ['L2', 'L4', 'V1'],
      (answer, asked) =>
        is(asked, phams) ? change(answer, /"next":"[^"]*"/, '"next":null') : answer,
    ],
    ['that is stale in gzip', ['M6'], stale('gzip', phams)],
  ])('fails for one %s: %j', async (_, clauses, meddle) => {
    const verification = await verifyAnswering(meddled(served, meddle));
    expect(failedClauses(verification).toSorted()).toEqual(clauses);
  });

  test('says how many of how many were asked', async () => {
    const verdicts = verdictsOf(await verifyAnswering(served, { sample: 1 }));
    const remarks = new Map(verdicts.map(({ clause, remark }) => [clause, remark]));
    expect(remarks.get('count')).toBe(
      'only a sample of pages was read: 2 of 2 of phages, 2 of 2 of genes, 3 of 3 of phams',
    );
    expect(remarks.get('L7')).toBe('7 of 7 asked');
    expect(remarks.get('V1')).toMatch(/^\d+ of \d+ asked$/);
    expect(remarks.get('B1')).toMatch(/^\d+ of \d+ asked, large ones for their ends$/);
    expect(remarks.get('D1')).toMatch(/^\d+ of 9 asked$/);
  });
});

/** The good service as it would answer below `/v1`. */
const behindPath: Meddle = (answer, { headers: { host = '' } }) => {
  const { location } = answer.headers;
  const at = `http://${host}`;
  const body =
    answer.headers['content-type'] === 'application/json'
      ? Buffer.from(answer.body.toString().replaceAll(`"${at}/api/`, `"${at}/v1/api/`))
      : answer.body;
  return {
    ...header(answer, location === undefined ? {} : { location: `/v1${String(location)}` }),
    body,
  };
};

type Sabotage = readonly [name: string, clauses: readonly string[], meddle: Meddle];

const without =
  (name: string): Meddle =>
  (answer, asked) =>
    isApi(asked) ? header(answer, { [name]: undefined }) : answer;

const sabotages: readonly Sabotage[] = [
  ['no Allow', ['M1'], without('allow')],
  ['no Access-Control-Allow-Origin', ['M1'], without('access-control-allow-origin')],
  ['no nosniff', ['M1'], without('x-content-type-options')],
  ['no Vary', ['M1'], without('vary')],
  ['Allow twice', ['M1'], (answer) => header(answer, { allow: ['GET, HEAD, OPTIONS', 'TRACE'] })],
  ['no Content-Type', ['M2'], without('content-type')],
  [
    'a charset in Content-Type',
    ['M2'],
    (answer) =>
      answer.headers['content-type'] === 'application/json'
        ? header(answer, { 'content-type': 'application/json; charset=utf-8' })
        : answer,
  ],
  ['no ETag', ['M5'], without('etag')],
  ['no Cache-Control', ['M5'], without('cache-control')],
  ['no Access-Control-Allow-Methods', ['M3'], without('access-control-allow-methods')],
  [
    'a Cache-Control that takes back what it says',
    ['M5'],
    (answer) =>
      answer.status === 200
        ? header(answer, { 'cache-control': 'public, max-age=300, no-store' })
        : answer,
  ],
  [
    'a method too many in Allow',
    ['M1'],
    (answer, asked) =>
      isApi(asked) ? header(answer, { allow: 'GET, HEAD, OPTIONS, POST' }) : answer,
  ],
  [
    '405 without a detail',
    ['M4'],
    (answer) =>
      answer.status === 405 ? { ...answer, body: Buffer.from('{"error":"no"}') } : answer,
  ],
  [
    'an ETag that does not follow the bytes',
    ['M5'],
    (answer, asked) =>
      isApi(asked) && answer.status === 200 ? header(answer, { etag: '"same"' }) : answer,
  ],
  ['no 304, ever', ['M5'], (answer) => (answer.status === 304 ? json(200, '{}') : answer)],
  [
    'errors that may be kept',
    ['M5'],
    (answer) =>
      answer.status >= 400 ? header(answer, { 'cache-control': 'public, max-age=60' }) : answer,
  ],
  [
    'HTML instead of JSON errors',
    ['L4', 'L7', 'D2', 'M2', 'M3', 'M5', 'V1'],
    (answer) =>
      answer.status === 404
        ? { ...header(answer, { 'content-type': 'text/html' }), body: Buffer.from('<h1>No</h1>') }
        : answer,
  ],
  [
    'the first page for an unknown address',
    ['L4', 'L7', 'B1', 'D2', 'M3', 'M5', 'V1'],
    (answer) => (answer.status === 404 ? json(200, '{"count":0}') : answer),
  ],
  [
    '200 to POST',
    ['B1', 'M4'],
    (answer, { method }) => (method === 'POST' ? json(200, '{}') : answer),
  ],
  [
    '404 to other methods',
    ['M4'],
    (answer) => (answer.status === 405 ? json(404, '{"detail":"Not found."}') : answer),
  ],
  [
    'an OPTIONS body of other values',
    ['M3'],
    (answer, { method }) =>
      method === 'OPTIONS' && answer.status === 200
        ? { ...answer, body: Buffer.from('{}') }
        : answer,
  ],
  [
    '405 to OPTIONS',
    ['M3'],
    (answer, { method }) =>
      method === 'OPTIONS' ? json(405, '{"detail":"Method not allowed."}') : answer,
  ],
  [
    'another ETag to HEAD',
    ['M3', 'M5'],
    (answer, { method }) =>
      method === 'HEAD' && answer.status === 200 ? header(answer, { etag: '"head"' }) : answer,
  ],
  [
    'HTML to a browser',
    ['M2', 'M6'],
    (answer, { headers: { accept } }) =>
      accept === 'text/html'
        ? { ...header(answer, { 'content-type': 'text/html' }), body: Buffer.from('<p>') }
        : answer,
  ],
  [
    'redirects without the query',
    ['A2'],
    (answer) =>
      answer.status === 301
        ? header(answer, { location: String(answer.headers['location']).replace(/\?.*/, '') })
        : answer,
  ],
  [
    '302 for a missing slash',
    ['A2'],
    (answer) => (answer.status === 301 ? { ...answer, status: 302 } : answer),
  ],
  [
    '404 for views without their slash',
    ['A2'],
    (answer, { target }) =>
      answer.status === 301 && target.startsWith('/api/clusters')
        ? { ...answer, status: 404 }
        : answer,
  ],
  [
    '200 for what is below a view',
    ['D2', 'M3'],
    (answer, { target }) =>
      /^\/api\/subclusters\/.*Nobody/.test(target) ? { ...answer, status: 200 } : answer,
  ],
  [
    'a view by its file alone',
    ['V1'],
    (answer, { target }) =>
      target.startsWith('/api/sequenced_phages/index.json') ? { ...answer, status: 404 } : answer,
  ],
  [
    'a redirect that lacks the path',
    ['A2'],
    (answer) => (answer.status === 301 ? header(answer, { location: '/elsewhere/' }) : answer),
  ],
  [
    'gzip of other content',
    ['M6'],
    (answer, { headers }) =>
      headers['accept-encoding'] === 'gzip' && answer.status === 200
        ? {
            ...header(answer, { 'content-encoding': 'gzip', vary: 'Accept, Accept-Encoding' }),
            body: gzipSync('{}'),
          }
        : answer,
  ],
  [
    'gzip without saying so in Vary',
    ['M1'],
    (answer, { headers }) =>
      headers['accept-encoding'] === 'gzip' && answer.status === 200
        ? { ...header(answer, { 'content-encoding': 'gzip' }), body: gzipSync(answer.body) }
        : answer,
  ],
  [
    'a view again for each page',
    ['M3', 'M5', 'V1'],
    (answer, { target }) =>
      /^\/api\/sequenced_phages\/\?.*page=2/.test(target) && answer.status === 404
        ? json(200, '{"count":0,"next":null,"previous":null,"results":[]}')
        : answer,
  ],
  [
    'the last page leads back to the first',
    ['manifest', 'L2', 'L4', 'L7'],
    (answer, { headers: { host }, target }) =>
      /^\/api\/(genes|phages|phams)\/\?.*page=(3|last)$/.test(target) && answer.status === 200
        ? change(answer, '"next":null', `"next":"http://${host}/api/genes/?format=api&page=1"`)
        : answer,
  ],
  [
    'a page of another release',
    ['manifest', 'L4', 'L5', 'L7', 'D1', 'M5', 'M6'],
    (answer, asked) => (is(asked, page2) ? change(answer, '"Notes":"', '"Notes":"old ') : answer),
  ],
  [
    'a redirect to another host, made of the path',
    ['A2'],
    (answer, asked) =>
      asked.target.startsWith('//elsewhere.invalid/..%2f')
        ? { ...answer, status: 301, headers: { location: `${asked.target}/` } }
        : answer,
  ],
  [
    'a redirect to the host that the client named',
    ['A2'],
    (answer, asked) =>
      asked.headers.host === 'elsewhere.invalid'
        ? { ...answer, status: 301, headers: { location: 'http://elsewhere.invalid/api/' } }
        : answer,
  ],
  [
    'a page of the server for names that are too long',
    ['L7', 'D2', 'M1'],
    (answer, asked) =>
      /[x9]{256}/.test(asked.target) && !asked.target.includes('?')
        ? { status: 403, headers: { 'content-type': 'text/html' }, body: Buffer.from('<html>') }
        : answer,
  ],
  [
    'a view of another release',
    ['V1'],
    (answer, asked) =>
      is(asked, '/api/genesbyphage/Vexmoor/')
        ? change(answer, '"Notes":"', '"Notes":"old ')
        : answer,
  ],
  [
    'the bulk files of another release',
    ['B1'],
    (answer, asked) =>
      is(asked, '/bulk/index.json') ? change(answer, '"records": 8', '"records": 9') : answer,
  ],
  [
    'the description of bulk files of another release',
    ['B1'],
    (answer, asked) =>
      is(asked, '/bulk/datapackage.json') ? change(answer, /"path":/, '"Path":') : answer,
  ],
  [
    'a bulk file of another type',
    ['M2'],
    (answer, asked) =>
      asked.target === '/bulk/genes.parquet'
        ? header(answer, { 'content-type': 'application/octet-stream' })
        : answer,
  ],
  [
    'bulk files that scripts of other sites cannot read',
    ['M1'],
    (answer, asked) =>
      asked.target.startsWith('/bulk/')
        ? header(answer, { 'access-control-allow-origin': undefined })
        : answer,
  ],
  [
    'parts of bulk files that scripts of other sites cannot read',
    ['M1'],
    (answer) =>
      answer.status === 206 || answer.status === 416
        ? header(answer, { 'access-control-allow-origin': undefined })
        : answer,
  ],
  [
    'parts of bulk files with a header that comes twice',
    ['M1'],
    (answer) => (answer.status === 206 ? header(answer, { vary: ['Origin', 'Accept'] }) : answer),
  ],
  [
    'another part of a bulk file than was asked for',
    ['B1'],
    (answer) =>
      answer.status === 206 ? header(answer, { 'content-range': 'bytes 5-14/99' }) : answer,
  ],
  [
    'an error of its own to a part behind the end of a bulk file',
    ['B1'],
    (answer) => (answer.status === 416 ? { ...answer, status: 400 } : answer),
  ],
  [
    'the whole of a bulk file that has not changed',
    ['M5'],
    (answer, { target }) =>
      answer.status === 304 && target.startsWith('/bulk/') ? { ...answer, status: 200 } : answer,
  ],
  [
    'bulk files that have not changed, to be kept for ever',
    ['M5'],
    (answer, { target }) =>
      answer.status === 304 && target.startsWith('/bulk/')
        ? header(answer, { 'cache-control': 'public, max-age=31536000' })
        : answer,
  ],
  [
    '405 to a CORS preflight for a bulk file',
    ['M3'],
    (answer, { method, target }) =>
      method === 'OPTIONS' && target.startsWith('/bulk/') ? json(405, '{}') : answer,
  ],
  [
    'no leave to ask for a part of a bulk file',
    ['M1'],
    (answer, { method, target }) =>
      method === 'OPTIONS' && target.startsWith('/bulk/')
        ? header(answer, { 'access-control-allow-headers': 'If-None-Match' })
        : answer,
  ],
  [
    'a bulk file that HEAD does not find',
    ['B1'],
    (answer, { method, target }) =>
      method === 'HEAD' && target === '/bulk/genes.parquet' ? json(404, '{}') : answer,
  ],
  [
    'another page of bulk/index.json',
    ['B1'],
    (answer, asked) =>
      is(asked, '/bulk/index.json?page=2&format=api') ? change(answer, '{', '[') : answer,
  ],
  [
    '200 to POST to a bulk file',
    ['B1'],
    (answer, { method, target }) =>
      method === 'POST' && target.startsWith('/bulk/') ? json(200, '{}') : answer,
  ],
  [
    'the welcome page for a bulk file that is not there',
    ['B1'],
    (answer, { method, target }) =>
      method === 'GET' && target.startsWith('/bulk/') && answer.status === 404
        ? json(200, '<h1>')
        : answer,
  ],
  [
    'a bulk file that is gone',
    ['B1'],
    (answer, asked) => (asked.target === '/bulk/genes.tsv.gz' ? json(404, '{}') : answer),
  ],
  [
    'a bulk file that is unpacked on its way',
    ['B1'],
    (answer, asked) =>
      asked.target === '/bulk/genes.ndjson.gz'
        ? { ...answer, headers: { ...answer.headers, 'content-encoding': 'gzip' } }
        : answer,
  ],
  [
    'proteins of a phage of another release',
    ['B1'],
    (answer, asked) =>
      asked.target.startsWith('/bulk/phages/') ? change(answer, /^./, '?') : answer,
  ],
  [
    'a page with a record less',
    ['manifest', 'count', 'L4', 'L7'],
    (answer, asked) =>
      is(asked, page3)
        ? change(answer, /\{"GeneID":"Vexmoor_CDS_1".*\},(?=\{"GeneID")/, '')
        : answer,
  ],
  [
    'a page that is gone',
    ['count', 'L4'],
    (answer, asked) => (is(asked, page2) ? json(404, '{"detail":"Invalid page."}') : answer),
  ],
  [
    'a page that is cut off',
    ['answers', 'count'],
    (answer, asked) => (is(asked, page2) ? 'cut' : answer),
  ],
  ['half of a page', ['answers', 'count'], (answer, asked) => (is(asked, page3) ? 'half' : answer)],
  [
    'no end of 503',
    ['count', 'L4'],
    (answer, asked) => (is(asked, page3) ? json(503, '{}') : answer),
  ],
  [
    'a record that differs',
    ['D1', 'M5', 'M6'],
    (answer, asked) =>
      is(asked, '/api/phages/Quillon/') ? change(answer, 'Quillon', 'Quillan') : answer,
  ],
  [
    'no record of that name',
    ['A3'],
    (answer, asked) =>
      is(asked, '/api/phages/%C3%89clair%205%25/') ? json(404, '{"detail":"Not found."}') : answer,
  ],
  [
    'names in other letters',
    ['D2'],
    (answer, asked) => (is(asked, '/api/phages/quillon/') ? json(200, '{}') : answer),
  ],
  [
    'page 0',
    ['L4'],
    (answer, asked) => (is(asked, '/api/genes/?page=0') ? json(200, '{}') : answer),
  ],
  [
    'a page past the last',
    ['L4'],
    (answer, asked) => (is(asked, '/api/genes/?page=4') ? json(200, '{}') : answer),
  ],
  ...(['phages', 'phams'] as const).flatMap((list): Sabotage[] => [
    [
      `404 for /api/${list} without its slash`,
      ['A2'],
      (answer, { target }) =>
        target.startsWith(`/api/${list}?`) || target === `/api/${list}`
          ? json(404, '{"detail":"Not found."}')
          : answer,
    ],
    [
      `page 1 of the ${list} past the last page`,
      ['L4', 'M3', 'M5'],
      (answer, asked) =>
        answer.status === 404 && asked.target.startsWith(`/api/${list}/?page=`)
          ? json(200, '{}')
          : answer,
    ],
    [
      `page 1 of the ${list} where the page comes before the format`,
      ['L4'],
      (answer, asked) =>
        is(asked, `/api/${list}/?page=2&format=api`)
          ? { ...answer, body: Buffer.from('{}') }
          : answer,
    ],
    [
      `405 to OPTIONS of the ${list}`,
      ['M3'],
      (answer, { method, target }) =>
        method === 'OPTIONS' && target.startsWith(`/api/${list}`)
          ? json(405, '{"detail":"Method not allowed."}')
          : answer,
    ],
    [
      `501 to HEAD of the ${list}`,
      ['A2', 'M3'],
      (answer, { method, target }) =>
        method === 'HEAD' && target.startsWith(`/api/${list}`) ? json(501, '{}') : answer,
    ],
    [
      `200 to POST to the ${list}`,
      ['M4'],
      (answer, { method, target }) =>
        method === 'POST' && target.startsWith(`/api/${list}/`) ? json(200, '{}') : answer,
    ],
  ]),
  [
    '200 to POST to a view',
    ['M4'],
    (answer, { method, target }) =>
      method === 'POST' && target === '/api/lytic_phages/' ? json(200, '{}') : answer,
  ],
  [
    '404 for the genes of a phage by HEAD',
    ['A2', 'M3'],
    (answer, { method, target }) =>
      method === 'HEAD' && target.startsWith('/api/genesbyphage/')
        ? json(404, '{"detail":"Not found."}')
        : answer,
  ],
  ...(
    [
      [
        'sequenced phages without one of them',
        'sequenced_phages',
        /\{"phage_name.*?\},(?=\{"phage_name")/,
        '',
      ],
      ['sequenced phages of another count', 'sequenced_phages', /"count":\d+/, '"count":99'],
      ['a null among sequenced phages', 'sequenced_phages', '"results":[', '"results":[null,'],
      [
        'sequenced phages in another order',
        'sequenced_phages',
        /(\{"phage_name.*?\}),(\{"phage_name.*\})(?=\]\}$)/,
        '$2,$1',
      ],
      ['a cluster too many', 'clusters', '[', '[{"cluster":"Zz","subclusters_set":[]},'],
      ['another cluster', 'clusters/Q', '"', '" '],
      ['the temperate phages as the lytic ones', 'lytic_phages', /"results":.*/s, '"results":[5]}'],
      ['a family of another colour', 'phams/512', /"Color":"#....../, '"Color":"#000000'],
    ] as const
  ).map(([name, view, from, to]): Sabotage => {
    return [
      name,
      ['V1', 'M5', 'M6'],
      (answer, { method, target }) =>
        method === 'GET' && target.startsWith(`/api/${view}/`) && answer.status === 200
          ? change(answer, from, to)
          : answer,
    ];
  }),
  ...(['gzip', 'br'] as const).flatMap((encoding): Sabotage[] => [
    [`a page that is stale in ${encoding}`, ['M6'], stale(encoding, page2)],
    [`a view that is stale in ${encoding}`, ['M6'], stale(encoding, '/api/genesbyphage/Quillon/')],
    [`a broken ${encoding} of a page of families`, ['M6'], stale(encoding, '/api/phams/', true)],
    [`a record that is stale in ${encoding}`, ['M6'], stale(encoding, '/api/genes/Vexmoor_CDS_1/')],
  ]),
  [
    'a large bulk file of another release',
    ['B1'],
    (answer, asked) =>
      is(asked, '/bulk/genes.parquet')
        ? {
            ...answer,
            body: Buffer.from(answer.body.map((byte, at) => (at === 99 ? byte ^ 1 : byte))),
          }
        : answer,
  ],
  [
    'a changed format',
    ['L5'],
    (answer, asked) => (/format=xml/.test(asked.target) ? json(200, '<xml/>') : answer),
  ],
  [
    'other schemas',
    ['files'],
    (answer, { target }) => (/schemas.gene/.test(target) ? json(200, '{}') : answer),
  ],
  [
    'another openapi.json',
    ['files'],
    (answer, { target }) => (target === '/openapi.json' ? json(200, '{}') : answer),
  ],
  [
    'no manifest',
    ['manifest'],
    (answer, { target }) => (target === '/manifest.json' ? json(404, '{}') : answer),
  ],
  [
    'another manifest',
    ['release'],
    (answer, { target }) =>
      target === '/manifest.json' ? change(answer, /sha256":"./, 'sha256":"0') : answer,
  ],
  [
    'a release.json that is cut short',
    ['release'],
    (answer, { target }) =>
      target === '/release.json' ? { ...answer, body: answer.body.subarray(0, 300) } : answer,
  ],
  [
    'an empty release.json',
    ['release'],
    (answer, { target }) =>
      target === '/release.json' ? { ...answer, body: Buffer.alloc(0) } : answer,
  ],
  [
    'a release.json that lacks a member',
    ['release'],
    (answer, { target }) =>
      target === '/release.json' ? change(answer, '"gene_files"', '"genes_files"') : answer,
  ],
  [
    'no release.json beside its manifest',
    ['release'],
    (answer, { target }) => (target === '/release.json' ? json(404, '{}') : answer),
  ],
  [
    'a release that names no schemas',
    ['release'],
    (answer, { target }) =>
      target === '/release.json'
        ? change(answer, /"schemas": \[[^\]]*\]/, '"schemas": []')
        : answer,
  ],
  [
    'a release that allows what cannot be allowed',
    ['release'],
    (answer, { target }) =>
      target === '/release.json'
        ? change(answer, '"allowed": []', '"allowed": ["schema"]')
        : answer,
  ],
  [
    'a number of pages beyond all measure',
    ['release'],
    (answer, { target }) =>
      target === '/release.json' ? change(answer, '"pages": 3', '"pages": 9e15') : answer,
  ],
  [
    'a release that names no bulk files, and one of another release',
    ['release', 'B1'],
    (answer, asked) =>
      asked.target === '/bulk/genes.tsv.gz'
        ? json(404, '{}')
        : says(answer, asked, (release) => (release['bulk'] = [])),
  ],
  [
    'a release that names no views, and a page of families of another release',
    ['release', 'L1', 'L4', 'V1', 'M5', 'M6'],
    (answer, asked) =>
      is(asked, '/api/phams/')
        ? { ...answer, body: Buffer.from(`${answer.body.toString()} `) }
        : says(answer, asked, (release) => {
            release['views'] = [];
            delete (release['collections'] as Record<string, unknown>)['phams'];
          }),
  ],
  [
    'a release that says there are no files of genes, and one of another release',
    ['release', 'D1', 'M5', 'M6'],
    (answer, asked) =>
      is(asked, '/api/genes/Quillon_CDS_1/')
        ? change(answer, '"Notes":"', '"Notes":"old ')
        : says(answer, asked, (release) => (release['gene_files'] = false)),
  ],
  [
    'a release whose names match in any case, which they do not',
    ['release', 'D1'],
    (answer, asked) => says(answer, asked, (release) => (release['case_insensitive_names'] = true)),
  ],
  [
    'a release with files that nobody published',
    ['release'],
    (answer, asked) => says(answer, asked, (release) => (release['static'] = ['robots.txt'])),
  ],
  [
    'a release with a member too many',
    ['release'],
    (answer, asked) => says(answer, asked, (release) => (release['more'] = 1)),
  ],
  [
    'a release of compressed files that are not there',
    ['files'],
    (answer, asked) => says(answer, asked, (release) => (release['precompress'] = ['gzip'])),
  ],
  [
    'a release for a host whose files are not there',
    ['files'],
    (answer, asked) => says(answer, asked, (release) => (release['hosts'] = ['cloudflare-pages'])),
  ],
  [
    'another welcome page',
    ['files'],
    (answer, asked) => (is(asked, '/') ? change(answer, 'api/', 'api/v1/') : answer),
  ],
  ['no welcome page', ['files'], (answer, asked) => (is(asked, '/') ? json(404, '{}') : answer)],
  [
    'a page as a file of another release',
    ['L7'],
    (answer, asked) =>
      is(asked, '/api/phages/page/1.json')
        ? change(answer, '"phage_name":"', '"phage_name":"old ')
        : answer,
  ],
  [
    'another release in the end',
    ['release'],
    (answer, { target, before }) =>
      target === '/release.json' && before > 0
        ? change(answer, /"release": "....../, '"release": "000000')
        : answer,
  ],
];

/** A host that compresses all it has, and one address wrongly. */
function stale(wrong: 'gzip' | 'br', target: string, isBroken = false): Meddle {
  return (answer, asked) => {
    const takes = asked.headers['accept-encoding'];
    const isFree = answer.headers['content-encoding'] === undefined;
    if (!isApi(asked) || answer.status !== 200 || !isFree) return answer;
    const varied = header(answer, { vary: 'Accept, Accept-Encoding' });
    if (takes !== 'gzip' && takes !== 'br') return varied;
    const pack = takes === 'gzip' ? gzipSync : brotliCompressSync;
    const isWrong = takes === wrong && is(asked, target);
    const body = pack(isWrong ? `${answer.body.toString()} ` : answer.body);
    return {
      ...header(varied, { 'content-encoding': takes }),
      body: isWrong && isBroken ? body.subarray(0, -9) : body,
    };
  };
}

/** The release says something else, in the form in which a build says it. */
function says(
  answer: Answer,
  { target }: Asked,
  edit: (release: Record<string, unknown>) => void,
): Answer {
  if (target !== '/release.json') return answer;
  const release = JSON.parse(answer.body.toString()) as Record<string, unknown>;
  edit(release);
  // Members stand in one order.
  const text = parseRelease(JSON.stringify(release));
  const form =
    text === null || 'more' in release ? JSON.stringify(release, null, 2) : renderRelease(text);
  return { ...answer, body: Buffer.from(form) };
}

/** Where there is nothing to change, the test fails by itself. */
function change(answer: Answer, from: string | RegExp, to: string): Answer {
  // A string with `$1` is a swap; all others are meant as they stand.
  const text = answer.body.toString();
  const body = to.includes('$1') ? text.replace(from, to) : text.replace(from, () => to);
  return { ...answer, body: Buffer.from(body) };
}

describe('a service that answers', () => {
  test.each(sabotages)('%s: %j', async (_, clauses, meddle) => {
    expect(failedClauses(await verifyMeddled(meddle)).toSorted()).toEqual(clauses.toSorted());
  });

  test('bulk files without their headers, where the host cannot set them', async () => {
    const bare: Meddle = (answer, { target }) =>
      target.startsWith('/bulk/')
        ? header(answer, { 'access-control-allow-origin': undefined, 'content-type': 'text/plain' })
        : answer;
    const keeps = { ...keepsAll, headers: 'its own' };
    expect(failedClauses(await verifyMeddled(bare))).toEqual(['M1', 'M2']);
    expect(failedClauses(await verifyMeddled(bare, { keeps }))).toEqual([]);
  });

  test.each<[string, string, readonly [string, string]]>([
    ['welcome page', 'release', ['index.html', 'api/genes/']],
    ['_headers', 'release', ['_headers', 'nosniff']],
    ['body of a 405', 'M4', ['errors/method-not-allowed.json', 'detail']],
    ['schema', 'release', ['schemas/gene.schema.json', 'type']],
  ])('a %s that no build writes, as its manifest says', async (_, clause, [file, text]) => {
    await withCopy(site, async (copy) => {
      copy.edit(file, (before) => before.replace(text, `${text} `));
      copy.sign();
      const [first, ...more] = failures(await verifyAnswering(previewIn(copy.root)));
      expect(more).toEqual([]);
      expect(first).toMatchObject({ clause, first: { address: `${answeringAt}/${file}` } });
    });
  });

  test('bulk files that its release does not name: where, and what is there', async () => {
    const silent: Meddle = (answer, asked) =>
      says(
        answer,
        asked,
        (release) => (release['bulk'] = ['ndjson', 'tsv', 'parquet', 'fasta', 'gff3']),
      );
    const [first] = failures(await verifyMeddled(silent));
    expect(first?.first).toMatchObject({
      address: `${answeringAt}/release.json#/bulk`,
      expected: 'phages: manifest.json lists files of it',
      found: 'no phages',
    });
  });

  test('plain genes that are not UTF-8, as its manifest says', async () => {
    await withCopy(site, async (copy) => {
      const broken = Buffer.from('"Notes":"tail \xffibre"', 'latin1');
      copy.replaceBytes('"Notes":"tail fibre"', broken);
      copy.sign();
      expect(failedClauses(await verifyAnswering(previewIn(copy.root)))).toContain('L1');
    });
  });

  test('what its host can keep, however little that is', async () => {
    const asked: [keeps: Partial<Keeps>, meddle: Meddle, clauses: string[]][] = [
      // CloudFront with an empty headers policy: nothing for scripts of other sites.
      [
        hosts.cloudfront.keeps,
        (answer, request) =>
          isApi(request)
            ? header(answer, { allow: undefined, 'x-content-type-options': undefined })
            : answer,
        ['M1'],
      ],
      // A host that answers its welcome page for what is not there.
      [
        { 'json-errors': 'its own' },
        (answer, request) =>
          is(request, '/api/nothing.txt') ? { ...json(200, '<h1>'), status: 200 } : answer,
        ['D2'],
      ],
      [
        { compresses: 'as it does' },
        (answer, { headers }) =>
          headers['accept-encoding'] === 'gzip' && answer.status === 200
            ? {
                ...header(answer, { 'content-encoding': 'gzip', vary: 'Accept, Accept-Encoding' }),
                body: gzipSync('{}'),
              }
            : answer,
        ['M6'],
      ],
    ];
    for (const [lost, meddle, clauses] of asked) {
      const keeps = { ...keepsAll, ...lost };
      expect(failedClauses(await verifyMeddled(meddle, { keeps }))).toEqual(clauses);
    }
  });

  test('a manifest with paths that no address can hold', async () => {
    const hostile = ['api/clusters/\\ud800/index.json', 'bulk/\\ud800', 'bulk/phages/\\ud800']
      .map((path) => `{"path":"${path}","bytes":1,"sha256":"${'0'.repeat(64)}"},\n`)
      .join('');
    const whole = readFileSync(join(site, 'manifest.json'), 'utf8');
    const manifest = whole.replace('\n', () => `\n${hostile}`);
    const id = hash('sha256', manifest);
    const odd: Meddle = (answer, { target }) => {
      if (target === '/manifest.json') return { ...answer, body: Buffer.from(manifest) };
      return target === '/release.json'
        ? change(answer, /"release": "[0-9a-f]+"/, `"release": "${id}"`)
        : answer;
    };
    expect(failedClauses(await verifyMeddled(odd))).toEqual(['manifest']);
  });

  test('every page with the first: the query is ignored', async () => {
    const ignoring = meddled(
      good,
      (answer) => answer,
      (target) => target.replace(/\?.*/, ''),
    );
    const failed = failedClauses(await verifyAnswering(ignoring));
    expect(failed).toEqual(expect.arrayContaining(['manifest', 'L2', 'L3', 'L4']));
  });

  test('the first of repeated pages', async () => {
    const first = meddled(
      good,
      (answer) => answer,
      (target) => target.replace(/(page=[^&]*)&page=.*/, '$1'),
    );
    expect(failedClauses(await verifyAnswering(first))).toEqual(['L4', 'V1']);
  });

  test('links to where it was built for: A1, and what to do', async () => {
    const unchanged: Meddle = (answer, { headers: { host } }) => ({
      ...answer,
      body: Buffer.from(
        answer.body
          .toString()
          .replaceAll(`"http://${host}/api/`, '"https://example.org/phages/api/'),
      ),
    });
    const verification = await verifyMeddled(unchanged);
    const [first] = failures(verification);
    expect(first).toMatchObject({ clause: 'A1' });
    expect(first?.first).toMatchObject({
      expected: `an address that starts with ${answeringAt}/`,
      hint: expect.stringContaining(`--base-url ${answeringAt}`) as string,
    });
    expect(verification.records).toEqual({ genes: 8, phages: 4 });
  });

  test('nothing at all: a Failure of the machine', async () => {
    const server = await startAnswering(() => 'cut');
    await expect(verifyUrl(server.url)).rejects.toMatchObject({ kind: 'machine' });
    await server.close();
    await expect(verifyUrl(server.url)).rejects.toThrow(`Cannot verify ${server.url}: no answer`);
  });
});
