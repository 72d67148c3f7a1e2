/** `phagepress verify <url>`: good services pass, and each way to answer wrongly is told under its clause. */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Keeps } from '../../src/contract/capabilities.ts';
import { keepsAll } from '../../src/hosts/host.ts';
import { hosts } from '../../src/hosts/hosts.ts';
import { startPreview } from '../../src/preview/server.ts';
import { readRelease } from '../../src/preview/answer.ts';
import { verdictsOf } from '../../src/verifying/clauses.ts';
import { asLines, tinyGene } from '../integration/tinyData.ts';
import {
  type Answer,
  type Answering,
  type Meddle,
  meddled,
  previewIn,
  startAnswering,
} from './answeringServer.ts';
import {
  all,
  asksFor,
  body,
  change,
  header,
  html,
  isApi,
  json,
  noSuchPage,
  notAllowed,
  notFound,
  of,
  packed,
  rowsOf,
  type Sabotages,
  says,
  sorted,
  status,
  to,
  varied,
} from './meddles.ts';
import {
  failedClauses,
  failures,
  smallData,
  viewsOfEachKind,
  withBuilt,
  withCopy,
  previewOf,
  sharedSite,
} from './verifySites.ts';
import { answeringAt, verifyAnswering, verifyUrl, withServer } from './verifyUrl.ts';

const baseUrl = 'https://example.org/phages';
const page2 = '/api/genes/?format=api&page=2';
const page3 = '/api/genes/?format=api&page=3';
const site = sharedSite({ baseUrl, views: viewsOfEachKind });
const good: Answering = previewOf(site);
const published = () => readRelease(site());

const verifyMeddled = (meddle: Meddle, changes: Parameters<typeof verifyAnswering>[1] = {}) =>
  verifyAnswering(meddled(good, meddle), changes);

describe('a good service passes', () => {
  test('with everything that a request can show', async () => {
    await withBuilt({ baseUrl }, smallData, async (dir) => {
      const preview = await startPreview({ dir, port: 0, address: '127.0.0.1' });
      try {
        const verification = await verifyUrl(preview.url);
        expect(failures(verification)).toEqual([]);
        expect(verification.records).toEqual({ genes: 8, phages: 4 });
        const others = verdictsOf(verification).filter(({ status: is }) => is !== 'pass');
        expect(others.map(({ clause }) => clause)).toEqual(['L6', 'H1']);
      } finally {
        await preview.close();
      }
    });
  });

  test('as the release that is expected, and with the age that is', async () => {
    const expectRelease = published().release;
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
      const silent = to('/release.json', change('"gene-length"', '"null-value"'));
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
    const busy = all(
      to(page2, () => ({ ...json(503, '{}')(), headers: { 'retry-after': '0' } })),
      to(page3, () => ({ ...json(429, 'busy')(), headers: {} })),
      to('/api/phages/', () => 'cut'),
      to('/manifest.json', () => 'half'),
    );
    const atFirst: Meddle = (answer, asked) => (asked.before > 0 ? answer : busy(answer, asked));
    await withServer(startAnswering(meddled(good, atFirst)), async (url) => {
      expect(failures(await verifyUrl(url))).toEqual([]);
    });
  });

  const leniently: Readonly<Record<string, Meddle>> = {
    'of another type, bulk files that are gzip all the same': (answer, { target }) =>
      target.endsWith('.gz') ? header({ 'content-type': 'application/x-gzip' })(answer) : answer,
    'of the type of what is in them, bulk files': to(
      '/bulk/genes.ndjson.gz',
      header({ 'content-type': 'application/x-ndjson' }),
    ),
    'of other words, a detail of 405': of(405, body('{ "detail": "We only read here." }')),
    'of another form, descriptions': to(
      'OPTIONS',
      (answer) =>
        answer.body.length === 0
          ? answer
          : body(JSON.stringify(JSON.parse(answer.body.toString()), null, 2))(answer),
      200,
    ),
    'of no form at all, descriptions': to(
      'OPTIONS',
      (answer) => status(204)(body('')(answer)),
      200,
    ),
    'with allowed methods for a preflight only': (answer, { headers }) =>
      'access-control-request-method' in headers
        ? answer
        : header({ 'access-control-allow-methods': undefined })(answer),
    'with methods in another order': to('/api*', header({ allow: 'OPTIONS,GET, HEAD' })),
    'with more to say of caches': (answer) => {
      const more = answer.status < 400 ? 's-maxage=60, max-age=300,public' : 'no-cache, no-store';
      return answer.headers['cache-control'] === undefined
        ? answer
        : header({ 'cache-control': more })(answer);
    },
  };

  test.each(Object.entries(leniently))('%s', async (_, meddle) => {
    expect(failures(await verifyMeddled(meddle))).toEqual([]);
  });

  test('with the release as the validator of everything', async () => {
    const tag = `W/"${published().release}"`;
    const tagged: Meddle = (answer, { headers, method }) => {
      if (answer.status === 304 || answer.headers['etag'] === undefined) return answer;
      const asked = headers['if-none-match'] ?? '';
      const isSame = asked === '*' || asked.includes(tag.slice(2));
      const isRead = method === 'GET' || method === 'HEAD';
      return isRead && isSame
        ? status(304)(body('')(header({ etag: tag, 'content-type': undefined })(answer)))
        : header({ etag: tag })(answer);
    };
    expect(failures(await verifyMeddled(tagged))).toEqual([]);
  });

  test('below a path, at the address it was built for', async () => {
    const behindPath: Meddle = (answer, { headers: { host = '' } }) => {
      const { location, 'content-type': type } = answer.headers;
      const at = `http://${host}`;
      const text = () => answer.body.toString().replaceAll(`"${at}/api/`, `"${at}/v1/api/`);
      const moved = type === 'application/json' ? body(text())(answer) : answer;
      return location === undefined ? moved : header({ location: `/v1${String(location)}` })(moved);
    };
    const below = meddled(good, behindPath, (target) => target.replace(/^\/v1/, '') || '/');
    const verification = await verifyAnswering(below, { baseUrl: `${answeringAt}/v1` });
    expect(failures(verification)).toEqual([]);
  });
});

describe('a service of a site whose names match in any case', () => {
  const served = previewOf(sharedSite({ caseInsensitiveNames: true }));

  const withoutAnyCase = { ...keepsAll, 'case-insensitive-names': 'its rules fold nothing' };

  test.each([
    ['qUILLON', []],
    ['quillon', ['D1']],
  ])('fails without the name %s; where its host cannot fold names: %j', async (name, clauses) => {
    const answer = meddled(served, to(`/api/phages/${name}/*`, notFound));
    expect(failedClauses(await verifyAnswering(answer))).toEqual(['D1']);
    const folding = await verifyAnswering(answer, { keeps: withoutAnyCase });
    expect(failedClauses(folding)).toEqual(clauses);
  });
});

describe('a service with pages of families', () => {
  const phams = 'GET /api/phams/?format=api&page=2';
  const genes = [1, 2, 3, 4, 5].map((n) =>
    tinyGene('Quillon', n, { PhamID: { PhamID: n, Color: '#123456' } }),
  );
  const served = previewOf(sharedSite({}, { ...smallData, 'genes/a.ndjson': asLines(genes) }));

  const ofFamilies: Sabotages = {
    'L4 V1': {
      'with another gene_count': to(phams, change('"gene_count":1', '"gene_count":7')),
      'with another colour': to(phams, change('#123456', '#123450')),
    },
    'L3 L4 V1': {
      'in another order': to(phams, change(/(\{"PhamID[^}]*\}),(\{"PhamID[^}]*\})/, '$2,$1')),
    },
    L4: { 'that is gone': to(phams, noSuchPage) },
    'L2 L4 V1': { 'that names no next one': to(phams, change(/"next":"[^"]*"/, '"next":null')) },
    M6: { 'that is stale in gzip': stale('gzip', phams) },
    'L4 L5 L7 V1 manifest': {
      'without a colour, by a service without a manifest': all(
        to('/manifest.json', json(404, '{}')),
        to(phams, change(',"Color":"#123456"', '')),
      ),
    },
  };

  test.each(rowsOf(ofFamilies))('fails for one %s: %s', async (_, clauses, meddle) => {
    const verification = await verifyAnswering(meddled(served, meddle));
    expect(sorted(failedClauses(verification))).toBe(clauses);
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

/** Without a header on the answers of the API. */
const without = (name: string) => to('/api*', header({ [name]: undefined }));
const ofParts = (then: (answer: Answer) => Answer) => all(of(206, then), of(416, then));

const sabotages: Sabotages = {
  M1: {
    'no Allow': without('allow'),
    'no Access-Control-Allow-Origin': without('access-control-allow-origin'),
    'no nosniff': without('x-content-type-options'),
    'no Vary': without('vary'),
    'Allow twice': header({ allow: ['GET, HEAD, OPTIONS', 'TRACE'] }),
    'a method too many in Allow': to('/api*', header({ allow: 'GET, HEAD, OPTIONS, POST' })),
    'gzip without saying so in Vary': packed(({ body: text }) => text),
    'bulk files that scripts of other sites cannot read': to(
      '/bulk/*',
      header({ 'access-control-allow-origin': undefined }),
    ),
    'parts of bulk files that scripts of other sites cannot read': ofParts(
      header({ 'access-control-allow-origin': undefined }),
    ),
    'parts of bulk files with a header that comes twice': of(
      206,
      header({ vary: ['Origin', 'Accept'] }),
    ),
    'no leave to ask for a part of a bulk file': to(
      'OPTIONS /bulk/*',
      header({ 'access-control-allow-headers': 'If-None-Match' }),
    ),
  },
  M2: {
    'no Content-Type': without('content-type'),
    'a charset in Content-Type': (answer) =>
      answer.headers['content-type'] === 'application/json'
        ? header({ 'content-type': 'application/json; charset=utf-8' })(answer)
        : answer,
    'a bulk file of another type': to(
      '/bulk/genes.parquet',
      header({ 'content-type': 'application/octet-stream' }),
    ),
  },
  M3: {
    'no Access-Control-Allow-Methods': without('access-control-allow-methods'),
    'an OPTIONS body of other values': to('OPTIONS', body('{}'), 200),
    '405 to OPTIONS': to('OPTIONS', notAllowed),
    '405 to OPTIONS of the phages': to('OPTIONS /api/phages*', notAllowed),
    '405 to OPTIONS of the phams': to('OPTIONS /api/phams*', notAllowed),
    '405 to a CORS preflight for a bulk file': to('OPTIONS /bulk/*', json(405, '{}')),
  },
  M4: {
    '405 without a detail': of(405, body('{"error":"no"}')),
    '404 to other methods': of(405, notFound),
    '200 to POST to the phages': to('POST /api/phages/*', json(200, '{}')),
    '200 to POST to the phams': to('POST /api/phams/*', json(200, '{}')),
    '200 to POST to a view': to('POST /api/lytic_phages/', json(200, '{}')),
  },
  'B1 M4': { '200 to POST': to('POST', json(200, '{}')) },
  M5: {
    'no ETag': without('etag'),
    'no Cache-Control': without('cache-control'),
    'a Cache-Control that takes back what it says': of(
      200,
      header({ 'cache-control': 'public, max-age=300, no-store' }),
    ),
    'an ETag that does not follow the bytes': to('/api*', header({ etag: '"same"' }), 200),
    'no 304, ever': of(304, json(200, '{}')),
    'errors that may be kept': (answer) =>
      answer.status >= 400 ? header({ 'cache-control': 'public, max-age=60' })(answer) : answer,
    'the whole of a bulk file that has not changed': to('/bulk/*', status(200), 304),
    'bulk files that have not changed, to be kept for ever': to(
      '/bulk/*',
      header({ 'cache-control': 'public, max-age=31536000' }),
      304,
    ),
  },
  'M3 M5': { 'another ETag to HEAD': to('HEAD', header({ etag: '"head"' }), 200) },
  'D2 L4 L7 M2 M3 M5 V1': { 'HTML instead of JSON errors': of(404, html('<h1>No</h1>')) },
  'B1 D2 H1 L4 L7 M3 M5 V1': {
    'the first page for an unknown address': of(404, json(200, '{"count":0}')),
  },
  'M2 M6': {
    'HTML to a browser': (answer, { headers: { accept } }) =>
      accept === 'text/html' ? html('<p>')(answer) : answer,
  },
  A2: {
    'redirects without the query': of(301, (answer) =>
      header({ location: String(answer.headers['location']).replace(/\?.*/, '') })(answer),
    ),
    '302 for a missing slash': of(301, status(302)),
    '404 for views without their slash': to('/api/clusters*', status(404), 301),
    '404 for the phages without their slash': all(
      to('/api/phages', notFound),
      to('/api/phages?*', notFound),
    ),
    '404 for the phams without their slash': all(
      to('/api/phams', notFound),
      to('/api/phams?*', notFound),
    ),
    'a redirect that lacks the path': of(301, header({ location: '/elsewhere/' })),
    'a redirect to another host, made of the path': (answer, { target }) =>
      target.startsWith('//elsewhere.invalid/..%2f')
        ? { ...answer, status: 301, headers: { location: `${target}/` } }
        : answer,
    'a redirect to the host that the client named': (answer, { headers: { host } }) =>
      host === 'elsewhere.invalid'
        ? { ...answer, status: 301, headers: { location: 'http://elsewhere.invalid/api/' } }
        : answer,
  },
  'A2 M3': {
    '501 to HEAD of the phages': to('HEAD /api/phages*', json(501, '{}')),
    '501 to HEAD of the phams': to('HEAD /api/phams*', json(501, '{}')),
    '404 for the genes of a phage by HEAD': to('HEAD /api/genesbyphage/*', notFound),
  },
  'D2 M3': {
    '200 for what is below a view': (answer, { target }) =>
      /^\/api\/subclusters\/.*Nobody/.test(target) ? status(200)(answer) : answer,
  },
  M6: {
    'gzip of other content': packed(() => '{}', varied),
    ...Object.fromEntries(
      (['gzip', 'br'] as const).flatMap((encoding) => [
        [`a page that is stale in ${encoding}`, stale(encoding, `GET ${page2}`)],
        [`a view that is stale in ${encoding}`, stale(encoding, 'GET /api/genesbyphage/Quillon/')],
        [`a broken ${encoding} of a page of families`, stale(encoding, 'GET /api/phams/', true)],
        [`a record that is stale in ${encoding}`, stale(encoding, 'GET /api/genes/Vexmoor_CDS_1/')],
      ]),
    ),
  },
  'M3 M5 V1': {
    'a view again for each page': (answer, { target }) =>
      /^\/api\/sequenced_phages\/\?.*page=2/.test(target) && answer.status === 404
        ? json(200, '{"count":0,"next":null,"previous":null,"results":[]}')()
        : answer,
  },
  'L2 L4 L7 manifest': {
    'the last page leads back to the first': (answer, { headers: { host }, target }) =>
      /^\/api\/(genes|phages|phams)\/\?.*page=(3|last)$/.test(target) && answer.status === 200
        ? change('"next":null', `"next":"http://${host}/api/genes/?format=api&page=1"`)(answer)
        : answer,
  },
  'D1 L4 L5 L7 M5 M6 manifest': {
    'a page of another release': to(`GET ${page2}`, change('"Notes":"', '"Notes":"old ')),
  },
  'D2 L7 M1': {
    'a page of the server for names that are too long': (answer, { target }) =>
      /[x9]{256}/.test(target) && !target.includes('?')
        ? { status: 403, headers: { 'content-type': 'text/html' }, body: Buffer.from('<html>') }
        : answer,
  },
  V1: {
    'a view of another release': to(
      'GET /api/genesbyphage/Vexmoor/',
      change('"Notes":"', '"Notes":"old '),
    ),
    'no file of a view': to('/api/sequenced_phages/index.json*', status(404)),
  },
  'M5 M6 V1': {
    'sequenced phages without one of them': inView(
      'sequenced_phages',
      /\{"phage_name.*?\},(?=\{"phage_name")/,
      '',
    ),
    'sequenced phages of another count': inView('sequenced_phages', /"count":\d+/, '"count":99'),
    'a null among sequenced phages': inView('sequenced_phages', '"results":[', '"results":[null,'),
    'sequenced phages in another order': inView(
      'sequenced_phages',
      /(\{"phage_name.*?\}),(\{"phage_name.*\})(?=\]\}$)/,
      '$2,$1',
    ),
    'a cluster too many': inView('clusters', '[', '[{"cluster":"Zz","subclusters_set":[]},'),
    'another cluster': inView('clusters/Q', '"', '" '),
    'the temperate phages as the lytic ones': inView(
      'lytic_phages',
      /"results":.*/s,
      '"results":[5]}',
    ),
    'a family of another colour': inView('phams/512', /"Color":"#....../, '"Color":"#000000'),
  },
  B1: {
    'the bulk files of another release': to(
      'GET /bulk/index.json',
      change('"records": 8', '"records": 9'),
    ),
    'the description of bulk files of another release': to(
      'GET /bulk/datapackage.json',
      change(/"path":/, '"Path":'),
    ),
    'another part of a bulk file than was asked for': of(
      206,
      header({ 'content-range': 'bytes 5-14/99' }),
    ),
    'an error of its own to a part behind the end of a bulk file': of(416, status(400)),
    'a bulk file that HEAD does not find': to('HEAD /bulk/genes.parquet', json(404, '{}')),
    'another page of bulk/index.json': to(
      'GET /bulk/index.json?page=2&format=api',
      change('{', '['),
    ),
    '200 to POST to a bulk file': to('POST /bulk/*', json(200, '{}')),
    'the welcome page for a bulk file that is not there': to('GET /bulk/*', json(200, '<h1>'), 404),
    'a bulk file that is gone': to('/bulk/genes.tsv.gz', json(404, '{}')),
    'a bulk file that is unpacked on its way': to(
      '/bulk/genes.ndjson.gz',
      header({ 'content-encoding': 'gzip' }),
    ),
    'proteins of a phage of another release': to('/bulk/phages/*', change(/^./, '?')),
    'a large bulk file of another release': to('GET /bulk/genes.parquet', (answer) =>
      body(Buffer.from(answer.body.map((byte, at) => (at === 99 ? byte ^ 1 : byte))))(answer),
    ),
  },
  'L4 L7 count manifest': {
    'a page with a record less': to(
      `GET ${page3}`,
      change(/\{"GeneID":"Vexmoor_CDS_1".*\},(?=\{"GeneID")/, ''),
    ),
  },
  'L4 count': {
    'a page that is gone': to(`GET ${page2}`, noSuchPage),
    'no end of 503': to(`GET ${page3}`, json(503, '{}')),
  },
  'answers count': {
    'a page that is cut off': to(`GET ${page2}`, () => 'cut'),
    'half of a page': to(`GET ${page3}`, () => 'half'),
  },
  'D1 M5 M6': {
    'a record that differs': to('GET /api/phages/Quillon/', change('Quillon', 'Quillan')),
  },
  A3: { 'no record of that name': to('GET /api/phages/%C3%89clair%205%25/', notFound) },
  D2: { 'names in other letters': to('GET /api/phages/quillon/', json(200, '{}')) },
  L4: {
    'page 0': to('GET /api/genes/?page=0', json(200, '{}')),
    'a page past the last': to('GET /api/genes/?page=4', json(200, '{}')),
    'another page 2 of the phages where the page comes before the format': to(
      'GET /api/phages/?page=2&format=api',
      body('{}'),
    ),
    'another page 2 of the phams where the page comes before the format': to(
      'GET /api/phams/?page=2&format=api',
      body('{}'),
    ),
  },
  'L4 M3 M5': {
    'page 1 of the phages past the last page': to('/api/phages/?page=*', json(200, '{}'), 404),
    'page 1 of the phams past the last page': to('/api/phams/?page=*', json(200, '{}'), 404),
  },
  L5: {
    'a changed format': (answer, { target }) =>
      target.includes('format=xml') ? json(200, '<xml/>')() : answer,
  },
  L7: {
    'a page as a file of another release': to(
      'GET /api/phages/page/1.json',
      change('"phage_name":"', '"phage_name":"old '),
    ),
  },
  files: {
    'other schemas': to('/schemas/gene*', json(200, '{}')),
    'another openapi.json': to('/openapi.json', json(200, '{}')),
    'a release of compressed files that are not there': says({ precompress: ['gzip'] }),
    'a release for a host whose files are not there': says({ hosts: ['cloudflare-pages'] }),
    'another welcome page': to('GET /', change('api/', 'api/v1/')),
    'no welcome page': to('GET /', json(404, '{}')),
  },
  manifest: { 'no manifest': to('/manifest.json', json(404, '{}')) },
  release: {
    'another manifest': to('/manifest.json', change(/sha256":"./, 'sha256":"0')),
    'a release.json that is cut short': to('/release.json', (answer) =>
      body(answer.body.subarray(0, 300))(answer),
    ),
    'an empty release.json': to('/release.json', body('')),
    'a release.json that lacks a member': to(
      '/release.json',
      change('"gene_files"', '"genes_files"'),
    ),
    'no release.json beside its manifest': to('/release.json', json(404, '{}')),
    'a release that names no schemas': to(
      '/release.json',
      change(/"schemas": \[[^\]]*\]/, '"schemas": []'),
    ),
    'a release that allows what cannot be allowed': says({ allowed: ['schema'] }),
    'a number of pages beyond all measure': to(
      '/release.json',
      change('"pages": 3', '"pages": 9e15'),
    ),
    'a release with files that nobody published': says({ static: ['robots.txt'] }),
    'a release with a member too many': says({ more: 1 }),
    'another release in the end': (answer, asked) =>
      asksFor('/release.json', asked) && asked.before > 0
        ? change(/"release": "....../, '"release": "000000')(answer)
        : answer,
  },
  'B1 release': {
    'a release that names no bulk files, and one of another release': all(
      to('/bulk/genes.tsv.gz', json(404, '{}')),
      says({ bulk: [] }),
    ),
  },
  'L1 L4 M5 M6 V1 release': {
    'a release that names no views, and a page of families of another release': all(
      to('GET /api/phams/', change(/$/, ' ')),
      says({ views: [] }, 'phams'),
    ),
  },
  'D1 M5 M6 release': {
    'a release that says there are no files of genes, and one of another release': all(
      to('GET /api/genes/Quillon_CDS_1/', change('"Notes":"', '"Notes":"old ')),
      says({ gene_files: false }),
    ),
  },
  'D1 release': {
    'a release whose names match in any case, which they do not': says({
      case_insensitive_names: true,
    }),
  },
};

function inView(view: string, from: string | RegExp, into: string): Meddle {
  return to(`GET /api/${view}/*`, change(from, into), 200);
}

/** A host that compresses all it has, and one address wrongly. */
function stale(wrong: 'gzip' | 'br', wanted: string, isBroken = false): Meddle {
  return (answer, asked) => {
    const takes = asked.headers['accept-encoding'];
    const isFree = answer.headers['content-encoding'] === undefined;
    if (!isApi(asked) || answer.status !== 200 || !isFree) return answer;
    if (takes !== 'gzip' && takes !== 'br') return header(varied)(answer);
    const pack = takes === 'gzip' ? gzipSync : brotliCompressSync;
    const isWrong = takes === wrong && asksFor(wanted, asked);
    const bytes = pack(isWrong ? `${answer.body.toString()} ` : answer.body);
    const sent = isWrong && isBroken ? bytes.subarray(0, -9) : bytes;
    return body(sent)(header({ ...varied, 'content-encoding': takes })(answer));
  };
}

describe('a service that answers', () => {
  test.each(rowsOf(sabotages))('%s: %s', async (_, clauses, meddle) => {
    expect(sorted(failedClauses(await verifyMeddled(meddle)))).toBe(clauses);
  });

  test('bulk files without their headers, where the host cannot set them', async () => {
    const bare = to(
      '/bulk/*',
      header({ 'access-control-allow-origin': undefined, 'content-type': 'text/plain' }),
    );
    const keeps = { ...keepsAll, headers: 'its own' };
    expect(failedClauses(await verifyMeddled(bare))).toEqual(['M1', 'M2']);
    expect(failedClauses(await verifyMeddled(bare, { keeps }))).toEqual([]);
  });

  test('pages of phages and clusters that are not there, or of another release', async () => {
    const pages = { views: viewsOfEachKind, pages: true, html: true } as const;
    await withBuilt({ baseUrl, ...pages }, smallData, async (dir) => {
      const served = previewIn(dir);
      expect(failedClauses(await verifyAnswering(served))).toEqual([]);
      for (const meddle of [
        to('GET /phages/Quillon/', json(404, '{}')),
        to('GET /phages/', change('Phages', 'Others')),
        to('GET /clusters/*', change('luster', 'lump')),
      ])
        expect(failedClauses(await verifyAnswering(meddled(served, meddle)))).toEqual(['W1']);
    });
  });

  test.each<[string, string, readonly [string, string]]>([
    ['welcome page', 'release', ['index.html', 'api/genes/']],
    ['_headers', 'release', ['_headers', 'nosniff']],
    ['body of a 405', 'M4', ['errors/method-not-allowed.json', 'detail']],
    ['schema', 'release', ['schemas/gene.schema.json', 'type']],
  ])('a %s that no build writes, as its manifest says', async (_, clause, [file, text]) => {
    await withCopy(site(), async (copy) => {
      copy.edit(file, (before) => before.replace(text, `${text} `));
      copy.sign();
      const [first, ...more] = failures(await verifyAnswering(previewIn(copy.root)));
      expect(more).toEqual([]);
      expect(first).toMatchObject({ clause, first: { address: `${answeringAt}/${file}` } });
    });
  });

  test('bulk files that its release does not name: where, and what is there', async () => {
    const silent = says({ bulk: ['ndjson', 'tsv', 'parquet', 'fasta', 'gff3'] });
    const [first] = failures(await verifyMeddled(silent));
    expect(first?.first).toMatchObject({
      address: `${answeringAt}/release.json#/bulk`,
      expected: 'phages: manifest.json lists files of it',
      found: 'no phages',
    });
  });

  test('plain genes that are not UTF-8, as its manifest says', async () => {
    await withCopy(site(), async (copy) => {
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
        to('/api*', header({ allow: undefined, 'x-content-type-options': undefined })),
        ['M1'],
      ],
      // A host that answers its welcome page for what is not there.
      [{ 'json-errors': 'its own' }, to('GET /api/nothing.txt', json(200, '<h1>')), ['D2']],
      [{ compresses: 'as it does' }, packed(() => '{}', varied), ['M6']],
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
    const whole = readFileSync(join(site(), 'manifest.json'), 'utf8');
    const manifest = whole.replace('\n', () => `\n${hostile}`);
    const id = hash('sha256', manifest);
    const odd = all(
      to('/manifest.json', body(manifest)),
      to('/release.json', change(/"release": "[0-9a-f]+"/, `"release": "${id}"`)),
    );
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
    const unchanged: Meddle = (answer, { headers: { host } }) =>
      change(new RegExp(`"http://${host}/api/`, 'g'), `"${baseUrl}/api/`)(answer);
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
