/** `phagepress verify <url>`: good services pass, and each way to answer wrongly is told under its clause. */
import { hash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepsAll } from '../../src/hosts/host.ts';
import { startPreview, type Preview } from '../../src/preview/previewServer.ts';
import { verdictsOf } from '../../src/verifying/verification.ts';
import { asLines, tinyPhage } from '../integration/tinyData.ts';
import { type Answer, type Asked, type Meddle, startBetween } from './answeringServer.ts';
import { buildSmall, failedClauses, failures, makeFolder, smallData } from './verifySites.ts';
import { verifyUrl, withServer } from './verifyUrl.ts';

let folder: string;
let site: string;
let preview: Preview;

beforeAll(async () => {
  folder = makeFolder();
  site = await buildSmall(folder, { baseUrl: 'https://example.org/phages' });
  preview = await startPreview({ dir: site, port: 0, address: '127.0.0.1' });
});

afterAll(async () => {
  await preview.close();
  rmSync(folder, { recursive: true, force: true });
});

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
    const verification = await verifyUrl(preview.url);
    expect(failures(verification)).toEqual([]);
    expect(verification.records).toEqual({ genes: 8, phages: 4 });
    const others = verdictsOf(verification).filter(({ status }) => status !== 'pass');
    expect(others.map(({ clause }) => clause)).toEqual(['L6']);
  });

  test.each([
    ['with links to the files of pages', { links: 'path' }, smallData],
    ['without files of genes', { geneFiles: false }, smallData],
    ['with one record on a page', { pageSizes: { genes: 1, phages: 1, phams: 2 } }, smallData],
    ['with all records on a page', { pageSizes: { genes: 100, phages: 100, phams: 2 } }, smallData],
    ['with empty lists', {}, { 'genes/none.json': '[]', 'phages/none.json': '[]' }],
    ['with another age', { maxAge: 60 }, smallData],
    ['with names in any case', { caseInsensitiveNames: true }, smallData],
    [
      'with names in any case, one of them that of nobody',
      { caseInsensitiveNames: true },
      { ...smallData, 'phages/b.ndjson': asLines([tinyPhage('NOBODY')]) },
    ],
    [
      'with names in any case, without files of genes',
      { caseInsensitiveNames: true, geneFiles: false },
      smallData,
    ],
  ] as const)('%s', async (_, changes, data) => {
    const own = makeFolder();
    const dir = await buildSmall(own, changes, data);
    const served = await startPreview({ dir, port: 0, address: '127.0.0.1' });
    try {
      expect(failures(await verifyUrl(served.url))).toEqual([]);
    } finally {
      await served.close();
      rmSync(own, { recursive: true, force: true });
    }
  });

  test('as the release that is expected, and with the age that is', async () => {
    const { release } = preview.release;
    expect(failedClauses(await verifyUrl(preview.url, { expectRelease: release }))).toEqual([]);
    const other = await verifyUrl(preview.url, { expectRelease: '0000000', maxAge: 301 });
    expect(failedClauses(other)).toEqual(['release', 'M5']);
  });

  test('in a sample, which asks for less and is told as one', async () => {
    const whole = await verifyUrl(preview.url);
    const sampled = await verifyUrl(preview.url, { sample: 1 });
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
    await withServer(startBetween(preview.url, busy), async (url) => {
      expect(failures(await verifyUrl(url))).toEqual([]);
    });
  });

  test('below a path, at the address it was built for', async () => {
    await withServer(
      startBetween(preview.url, behindPath, (target) => target.replace(/^\/v1/, '') || '/'),
      async (url) => {
        const verification = await verifyUrl(`${url}/v1`);
        expect(failures(verification)).toEqual([]);
      },
    );
  });
});

describe('a service of a site whose names match in any case', () => {
  let own: string;
  let served: Preview;

  beforeAll(async () => {
    own = makeFolder();
    const dir = await buildSmall(own, { caseInsensitiveNames: true });
    served = await startPreview({ dir, port: 0, address: '127.0.0.1' });
  });

  afterAll(async () => {
    await served.close();
    rmSync(own, { recursive: true, force: true });
  });

  const missing =
    (name: string): Meddle =>
    (answer, { target }) =>
      target.startsWith(`/api/phages/${name}/`) ? json(404, '{"detail":"Not found."}') : answer;
  const withoutAnyCase = { ...keepsAll, 'any-case': 'its rules fold nothing' };

  test('fails without a name in other letters, unless its host cannot fold them', async () => {
    await withServer(startBetween(served.url, missing('qUILLON')), async (url) => {
      expect(failedClauses(await verifyUrl(url))).toEqual(['D1']);
      expect(failedClauses(await verifyUrl(url, { keeps: withoutAnyCase }))).toEqual([]);
    });
  });

  test('fails without a name in lower case, whatever its host', async () => {
    await withServer(startBetween(served.url, missing('quillon')), async (url) => {
      expect(failedClauses(await verifyUrl(url, { keeps: withoutAnyCase }))).toEqual(['D1']);
    });
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
    ['L4', 'L7', 'D2', 'M2', 'M3', 'M5'],
    (answer) =>
      answer.status === 404
        ? { ...header(answer, { 'content-type': 'text/html' }), body: Buffer.from('<h1>No</h1>') }
        : answer,
  ],
  [
    'the first page for an unknown address',
    ['L4', 'L7', 'D2', 'M3', 'M5'],
    (answer) => (answer.status === 404 ? json(200, '{"count":0}') : answer),
  ],
  ['200 to POST', ['M4'], (answer, { method }) => (method === 'POST' ? json(200, '{}') : answer)],
  [
    '404 to other methods',
    ['M4'],
    (answer) => (answer.status === 405 ? json(404, '{"detail":"Not found."}') : answer),
  ],
  [
    'another OPTIONS body',
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
    ['D2'],
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
    'the last page leads back to the first',
    ['manifest', 'L2'],
    (answer, { headers: { host }, target }) =>
      /[?&]page=(3|last)$/.test(target) && answer.status === 200
        ? change(answer, '"next":null', `"next":"http://${host}/api/genes/?format=api&page=1"`)
        : answer,
  ],
  [
    'a page of another release',
    ['manifest', 'L4', 'L5', 'L7', 'D1', 'M6'],
    (answer, asked) => (is(asked, page2) ? change(answer, '"Notes":"', '"Notes":"old ') : answer),
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
    ['manifest', 'count', 'L4'],
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
    ['D1', 'M6'],
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
    'a number of pages beyond all measure',
    ['release', 'L2', 'L4'],
    (answer, { target }) =>
      target === '/release.json' ? change(answer, '"pages": 3', '"pages": 9e15') : answer,
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

/** Where there is nothing to change, the test fails by itself. */
function change(answer: Answer, from: string | RegExp, to: string): Answer {
  return { ...answer, body: Buffer.from(answer.body.toString().replace(from, () => to)) };
}

describe('a service that answers', () => {
  test.each(sabotages)('%s: %j', async (_, clauses, meddle) => {
    await withServer(startBetween(preview.url, meddle), async (url) => {
      expect(failedClauses(await verifyUrl(url))).toEqual(clauses);
    });
  });

  test('bulk files without their headers, where the host cannot set them', async () => {
    const bare: Meddle = (answer, { target }) =>
      target.startsWith('/bulk/')
        ? header(answer, { 'access-control-allow-origin': undefined, 'content-type': 'text/plain' })
        : answer;
    await withServer(startBetween(preview.url, bare), async (url) => {
      const keeps = { ...keepsAll, headers: 'its own' };
      expect(failedClauses(await verifyUrl(url))).toEqual(['M1', 'M2']);
      expect(failedClauses(await verifyUrl(url, { keeps }))).toEqual([]);
    });
  });

  test('a manifest with paths that no address can hold', async () => {
    const hostile = ['api/clusters/\\ud800/index.json', 'bulk/\\ud800', 'bulk/phages/\\ud800']
      .map((path) => `{"path":"${path}","bytes":1,"sha256":"${'0'.repeat(64)}"},\n`)
      .join('');
    const good = readFileSync(join(site, 'manifest.json'), 'utf8');
    const manifest = good.replace('\n', () => `\n${hostile}`);
    const id = hash('sha256', manifest);
    const odd: Meddle = (answer, { target }) => {
      if (target === '/manifest.json') return { ...answer, body: Buffer.from(manifest) };
      return target === '/release.json'
        ? change(answer, /"release": "[0-9a-f]+"/, `"release": "${id}"`)
        : answer;
    };
    await withServer(startBetween(preview.url, odd), async (url) => {
      expect(failedClauses(await verifyUrl(url))).toEqual(['manifest']);
    });
  });

  test('every page with the first: the query is ignored', async () => {
    const ignoring = startBetween(
      preview.url,
      (answer) => answer,
      (target) => target.replace(/\?.*/, ''),
    );
    await withServer(ignoring, async (url) => {
      const failed = failedClauses(await verifyUrl(url));
      expect(failed).toEqual(expect.arrayContaining(['manifest', 'L2', 'L3', 'L4']));
    });
  });

  test('the first of repeated pages', async () => {
    const first = startBetween(
      preview.url,
      (answer) => answer,
      (target) => target.replace(/(page=[^&]*)&page=.*/, '$1'),
    );
    await withServer(first, async (url) => {
      expect(failedClauses(await verifyUrl(url))).toEqual(['L4']);
    });
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
    await withServer(startBetween(preview.url, unchanged), async (url) => {
      const verification = await verifyUrl(url);
      const [first] = failures(verification);
      expect(first).toMatchObject({ clause: 'A1' });
      expect(first?.first).toMatchObject({
        expected: `an address that starts with ${url}/`,
        hint: expect.stringContaining(`--base-url ${url}`) as string,
      });
      expect(verification.records).toEqual({ genes: 8, phages: 4 });
    });
  });

  test('nothing within the time: answers', async () => {
    const slow: Meddle = (answer, asked) => (is(asked, page3) ? 'hang' : answer);
    await withServer(startBetween(preview.url, slow), async (url) => {
      const failed = failedClauses(await verifyUrl(url, {}, { timeoutMs: 1000 }));
      expect(failed).toEqual(['answers', 'count']);
    });
  });

  test('nothing at all: a Failure of the machine', async () => {
    const server = await startBetween(preview.url, () => 'cut');
    await expect(verifyUrl(server.url)).rejects.toMatchObject({ kind: 'machine' });
    await server.close();
    await expect(verifyUrl(server.url)).rejects.toThrow(`Cannot verify ${server.url}: no answer`);
  });
});

test('a rate is kept', async () => {
  const startedAt = performance.now();
  const { requests } = await verifyUrl(preview.url, { sample: 1 }, { rate: 200 });
  expect(performance.now() - startedAt).toBeGreaterThan(((requests ?? 0) - 1) * 5 - 50);
});
