import { once } from 'node:events';
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { Failure } from '../../src/base/failure.ts';
import { startPreview, type Preview } from '../../src/preview/server.ts';
import { keepsAll } from '../../src/hosts/host.ts';
import { testNamesInAnyCase } from './anyCase.ts';
import { testOtherNames } from './otherNames.ts';
import { testBulkFiles } from './bulkRequests.ts';
import { packedFilesOf, testPackedPages, writePackedSite } from './packedSite.ts';
import type { ContractRow } from './requests.ts';
import {
  type Instead,
  send,
  testContract,
  type RawRequest,
  type ServerUnderTest,
} from './runContract.ts';
import {
  byOtherNames,
  inAnyCase,
  type SiteFiles,
  tinyRelease,
  tinySite,
  writeSite,
} from './tinySite.ts';

const builtFor = 'https://example.org/phages';
const notFound = '{"detail":"Not found."}';

let folder: string;
let site: string;
let preview: Preview;
let server: ServerUnderTest;
const warnings: Error[] = [];
const noteWarning = (warning: Error) => warnings.push(warning);

beforeAll(async () => {
  process.on('warning', noteWarning);
  folder = await mkdtemp(join(tmpdir(), 'phagepress-preview-'));
  site = join(folder, 'site');
  await writeSite(site, tinySite(builtFor));
  preview = await startPreview({ dir: site, port: 0, address: '127.0.0.1' });
  server = {
    baseUrl: preview.url,
    files: tinySite(preview.url),
    keeps: {
      ...keepsAll,
      compresses: 'short answers, as all of this site are, are sent as they are',
    },
    instead: insteadFor(() => server.files),
    replaceFile: (file, content) =>
      writeFile(join(site, file), content.replaceAll(preview.url, builtFor)),
  };
});

/** Its answers are short, and so never compressed. */
const insteadFor =
  (filesOf: () => SiteFiles) =>
  ({ expected }: ContractRow): Instead | null =>
    expected.kind === 'compressed'
      ? { status: 200, body: filesOf().get(expected.file) ?? '' }
      : null;

afterAll(async () => {
  process.off('warning', noteWarning);
  await preview.close();
  await rm(folder, { recursive: true });
});

const ask = (target: string, rest: Omit<RawRequest, 'target'> = {}) =>
  send(preview.url, { target, ...rest });

/** A site of its own, for tests that change it. */
async function startOwn(name: string, files = tinySite(builtFor)): Promise<[string, Preview]> {
  const dir = join(folder, name);
  await writeSite(dir, files);
  const own = await startPreview({ dir, port: 0, address: '127.0.0.1' });
  onTestFinished(() => own.close());
  return [dir, own];
}

/** The preview of the same site, published otherwise. */
function publishedAs(name: string, published: (files: SiteFiles) => SiteFiles) {
  let own: Preview;
  beforeAll(async () => {
    const dir = join(folder, name);
    await writeSite(dir, published(tinySite(builtFor)));
    own = await startPreview({ dir, port: 0, address: '127.0.0.1' });
  });
  afterAll(() => own.close());
  return () => ({ ...server, baseUrl: own.url, files: published(tinySite(own.url)) });
}

describe('the contract for a site whose names match in any case', () => {
  testNamesInAnyCase(publishedAs('folding', inAnyCase));
});

describe('the contract for a site whose phages have other names', () => {
  testOtherNames(publishedAs('naming', (files) => byOtherNames(files, false)));
});

describe('the contract for a site in packs', () => {
  const files = () => packedFilesOf(tinySite(builtFor));
  let own: Preview;
  beforeAll(async () => {
    const dir = join(folder, 'packed');
    await writePackedSite(dir, files(), { cutsGenes: true });
    own = await startPreview({ dir, port: 0, address: '127.0.0.1' });
  });
  afterAll(() => own.close());
  const packed = () => {
    const all = packedFilesOf(tinySite(own.url));
    return {
      ...server,
      baseUrl: own.url,
      files: all,
      instead: insteadFor(() => all),
      replaceFile: null,
    };
  };

  testContract(packed);
  testBulkFiles(packed, { ranges: false });
  testPackedPages(packed, false);
});

describe('whom it answers', () => {
  const asked = (host: string, origin?: string) =>
    ask('/api/genes/', {
      headers: { Host: host, ...(origin === undefined ? {} : { Origin: origin }) },
    });

  test('a name that has come to mean this machine gets nothing of the site', async () => {
    const answer = await asked('evil.org:8080');
    expect(answer.status).toBe(403);
    expect(answer.body).toContain('--allow-host evil.org');
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('every path is held to that, files and bulk files, too', async () => {
    for (const target of ['/', '/release.json', '/bulk/genes.tsv.gz', '/api/genes', '/nope']) {
      expect((await ask(target, { headers: { Host: 'evil.org' } })).status).toBe(403);
    }
  });

  test('names that are allowed, and the one it listens at, are answered', async () => {
    const dir = join(folder, 'allowing');
    await writeSite(dir, tinySite(builtFor));
    const allowHost = ['preview.lab'];
    const own = await startPreview({ dir, port: 0, address: 'localhost', allowHost });
    onTestFinished(() => own.close());
    const statusFor = async (Host: string) =>
      (await send(own.url, { target: '/api/', headers: { Host } })).status;
    expect(await statusFor('preview.lab')).toBe(200);
    expect(await statusFor('localhost')).toBe(200);
    expect(await statusFor('other.lab')).toBe(403);
  });
});

describe('the contract', () => {
  testContract(() => server);
  testBulkFiles(() => server);

  test('M4: CONNECT is not allowed, and the preview goes on', async () => {
    const { port } = new URL(preview.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write('CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n');
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1.1 405 Method Not Allowed\r\nAllow: GET, HEAD, OPTIONS\r\n/);
    expect(answer).toMatch(/\r\n\r\n\{"detail":"Method \\"CONNECT\\" not allowed."\}$/);
    expect((await ask('/api/genes/')).status).toBe(200);
  });

  test('a request with two hosts is refused, whatever it asks for', async () => {
    const socket = connect(Number(new URL(preview.url).port), '127.0.0.1');
    socket.end('GET /api/genes HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: localhost\r\n\r\n');
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1.1 400 Bad Request\r\nAllow: GET, HEAD, OPTIONS\r\n/);
    expect(answer.endsWith('\r\n\r\n{"detail":"There is more than one Host."}')).toBe(true);
  });

  test('M6: what a client expects changes nothing', async () => {
    const usual = await ask('/api/genes/?page=2');
    for (const Expect of ['something', '100-continue']) {
      const answer = await ask('/api/genes/?page=2', { headers: { Expect } });
      expect(answer).toMatchObject({ status: 200, body: usual.body });
    }
  });

  test('a part of a bulk file is answered to whoever has others of the same file', async () => {
    const target = '/bulk/genes.parquet';
    const tag = (await ask(target)).headers.etag ?? '';
    const part = await ask(target, { headers: { Range: 'bytes=5-11', 'If-Range': tag } });
    expect(part.status).toBe(206);
  });

  test('an answer says its length and nothing of the program behind it', async () => {
    for (const target of ['/api/genes/', '/api/phages/Nobody/', '/api/genes', '/release.json']) {
      const { headers, body } = await ask(target);
      expect(headers['content-length']).toBe(String(Buffer.byteLength(body)));
      for (const name of ['server', 'x-powered-by', 'accept-ranges', 'transfer-encoding']) {
        expect(headers).not.toHaveProperty(name);
      }
    }
  });

  test('a 304 has neither a type nor a length', async () => {
    const { headers } = await ask('/api/genes/', { headers: { 'If-None-Match': '*' } });
    expect(headers).not.toHaveProperty('content-type');
    expect(headers).not.toHaveProperty('content-length');
  });
});

test('links of a site built for elsewhere lead to the preview, and it says from where', async () => {
  expect(preview.rewritesFrom).toBe(builtFor);
  expect(preview.release.base_url).toBe(builtFor);
  expect((await ask('/api/')).body).toBe(server.files.get('api/index.json'));
  expect((await ask('/api/genes/?page=2')).body).toContain(`"next":"${preview.url}/api/genes/?`);
});

test('links of a site built for the preview itself are right as they are', async () => {
  const [dir, first] = await startOwn('built-for-here');
  await first.close();
  const port = Number(new URL(first.url).port);
  const files = tinySite(first.url);
  await writeSite(dir, files);
  const own = await startPreview({ dir, port, address: '127.0.0.1' });
  onTestFinished(() => own.close());
  expect(own.url).toBe(first.url);
  expect(own.rewritesFrom).toBeNull();
  const answer = await send(own.url, { target: '/api/genes/?page=2' });
  expect(answer.body).toBe(files.get('api/genes/page/2.json'));
});

test('a long answer is compressed for a client that takes it, and for no other', async () => {
  const file = 'api/phages/Long/index.json';
  const body = JSON.stringify({ phage_name: 'Long', Notes: 'x'.repeat(5000) });
  await writeSite(site, new Map([[file, body]]));
  const target = '/api/phages/Long/';
  const whole = await ask(target);
  expect(whole.body).toBe(body);
  expect(whole.headers['content-encoding']).toBeUndefined();
  expect(whole.headers.vary).toMatch(/Accept-Encoding/);
  for (const accepted of ['gzip', 'br, GZIP;q=0.5, *;q=0'])
    for (const method of ['GET', 'HEAD']) {
      const packed = await ask(target, { method, headers: { 'Accept-Encoding': accepted } });
      expect(packed.headers).toMatchObject({
        'content-encoding': 'gzip',
        etag: `W/${whole.headers.etag}`,
        vary: whole.headers.vary,
      });
      if (method === 'GET') expect(gunzipSync(packed.bytes).toString()).toBe(body);
      const again = { 'Accept-Encoding': accepted, 'If-None-Match': packed.headers.etag ?? '' };
      expect(await ask(target, { headers: again })).toMatchObject({ status: 304 });
    }
  for (const accepted of ['identity', 'gzip;q=0', 'gzip; q=0.0', 'xgzip'])
    expect(await ask(target, { headers: { 'Accept-Encoding': accepted } })).toMatchObject({ body });
});

describe('outside the API', () => {
  test.each(['/', '/index.html', '/?x=%', '/index.html?%zz'])(
    '%s is the welcome page',
    async (target) => {
      const answer = await ask(target);
      expect(answer).toMatchObject({ status: 200, body: server.files.get('index.html') });
      expect(answer.headers['content-type']).toBe('text/html; charset=UTF-8');
    },
  );

  test.each([
    '/openapi.json',
    '/release.json',
    '/schemas/gene.schema.json',
    '/options/root.json',
    '/%72elease.json',
  ])('%s is JSON without a charset, as it lies on disk', async (target) => {
    const answer = await ask(target);
    expect(answer.status).toBe(200);
    expect(answer.lines('content-type')).toEqual(['application/json']);
    const file = decodeURIComponent(target.slice(1));
    expect(answer.body).toBe(tinySite(builtFor).get(file));
    const again = await ask(target, { headers: { 'If-None-Match': answer.headers.etag ?? '' } });
    expect(again).toMatchObject({ status: 304, body: '' });
  });

  test.each([
    '/nothing',
    '/nothing.json',
    '/schemas',
    '/schemas/',
    '/api.json',
    '/API/genes/',
    '/%',
    '/%zz/',
    '/%00',
    '/index.html%00',
    '/..',
    '/../site/release.json',
    '/schemas/../release.json',
    '/schemas/%2e%2e/release.json',
    '/./release.json',
    '//release.json',
    '/schemas//gene.schema.json',
    '/schemas%2Fgene.schema.json',
    '/schemas\\gene.schema.json',
    '/schemas%5Cgene.schema.json',
    '/x/../api/genes/',
    '//api/genes/',
    '//a@[/?x',
    'http://a@[/nothing?x',
  ])('%s is not found', async (target) => {
    const answer = await ask(target);
    expect(answer).toMatchObject({ status: 404, body: notFound });
    expect(answer.lines('content-type')).toEqual(['application/json']);
  });

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('%s is not allowed', async (method) => {
    const answer = await ask('/index.html', { method });
    expect(answer).toMatchObject({
      status: 405,
      body: `{"detail":"Method \\"${method}\\" not allowed."}`,
    });
    expect(answer.lines('allow')).toEqual(['GET, HEAD']);
  });

  test('OPTIONS of the server as a whole is answered', async () => {
    expect((await ask('*', { method: 'OPTIONS' })).status).toBe(405);
  });
});

describe('requests that are out of the ordinary', () => {
  test('a target in absolute form is read by its path', async () => {
    const answer = await ask('http://example.org:1/api/genes/?page=2');
    expect(answer.body).toBe(server.files.get('api/genes/page/2.json'));
    expect((await ask('http://[/?x')).body).toBe(server.files.get('index.html'));
  });

  test('a very long target is refused, and the next request answered', async () => {
    const long = await ask(`/api/genes/?page=${'0'.repeat(100_000)}2`);
    expect(long.status).toBe(431);
    const shorter = await ask(`/api/genes/?page=${'0'.repeat(10_000)}2`);
    expect(shorter.body).toBe(server.files.get('api/genes/page/2.json'));
  });

  test('the body of a request is ignored', async () => {
    const body = 'x'.repeat(5_000_000);
    expect((await ask('/api/genes/', { method: 'POST', body })).status).toBe(405);
    expect(await ask('/api/genes/', { body: 'page=2' })).toMatchObject({
      status: 200,
      body: server.files.get('api/genes/index.json'),
    });
  });

  test('a client that leaves before its answer troubles nobody', async () => {
    for (const target of ['/api/genes/', '/index.html']) {
      await new Promise<void>((done) => {
        const socket = connect(Number(new URL(preview.url).port), '127.0.0.1', () => {
          socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`, () => socket.destroy());
        });
        socket.on('close', () => done());
      });
    }
    expect((await ask('/api/genes/')).status).toBe(200);
  });

  test('Node has nothing to warn of', () => {
    expect(warnings).toEqual([]);
  });
});

test('a link on the disk that leads out of the site is not followed', async () => {
  const [dir, own] = await startOwn('linked');
  const outside = join(folder, 'outside');
  await mkdir(outside);
  for (const name of ['secret.json', 'secret.html', 'index.html', 'index.json']) {
    await writeFile(join(outside, name), '"secret"');
  }
  await symlink(join(outside, 'secret.json'), join(dir, 'secret.json'));
  await symlink(join(outside, 'secret.html'), join(dir, 'secret.html'));
  await symlink(outside, join(dir, 'more'));
  await symlink(outside, join(dir, 'api', 'phages', 'Outsider'));
  for (const target of [
    '/secret.json',
    '/secret.html',
    '/more/',
    '/more/secret.html',
    '/api/phages/Outsider/',
  ]) {
    expect(await send(own.url, { target })).toMatchObject({ status: 404, body: notFound });
  }
});

test('the folder of the site may itself be a link', async () => {
  await symlink(site, join(folder, 'site-link'));
  const own = await startPreview({
    dir: join(folder, 'site-link'),
    port: 0,
    address: '127.0.0.1',
  });
  onTestFinished(() => own.close());
  expect((await send(own.url, { target: '/' })).status).toBe(200);
  expect((await send(own.url, { target: '/api/genes/' })).status).toBe(200);
});

describe('a site that is rebuilt meanwhile', () => {
  test('shows at once, with other validators, pages and ages', async () => {
    const [dir, own] = await startOwn('rebuilt');
    const before = await send(own.url, { target: '/api/genes/' });
    const next = join(folder, 'next');
    const files = new Map(tinySite('https://example.com', 'second'));
    const release = tinyRelease('https://example.com');
    const genes = { ...release.collections.genes, count: 4, pages: 2 };
    files.set(
      'release.json',
      JSON.stringify({ ...release, max_age: 5, collections: { ...release.collections, genes } }),
    );
    await writeSite(next, files);
    await rename(dir, join(folder, 'previous'));
    await rename(next, dir);

    const ifNoneMatch = { 'If-None-Match': before.headers.etag ?? '' };
    const after = await send(own.url, { target: '/api/genes/', headers: ifNoneMatch });
    expect(after.status).toBe(200);
    expect(after.body).toContain('second');
    expect(after.body).toContain(`"next":"${own.url}/api/`);
    expect(after.headers['cache-control']).toBe('public, max-age=5');
    expect((await send(own.url, { target: '/api/genes/?page=3' })).status).toBe(404);
  });

  test('and is gone for a moment says so, and comes back', async () => {
    const [dir, own] = await startOwn('gone');
    await rename(dir, `${dir}-away`);
    const gone = await send(own.url, { target: '/api/genes/' });
    expect(gone).toMatchObject({
      status: 503,
      body: '{"detail":"There is no site to preview at the moment."}',
    });
    expect(gone.headers['cache-control']).toBe('no-store');
    await rename(`${dir}-away`, dir);
    expect((await send(own.url, { target: '/api/genes/' })).status).toBe(200);
  });

  test('a file that cannot be read is an answer, not the end', async () => {
    const [dir, own] = await startOwn('broken');
    await writeFile(join(dir, 'api', 'index.json'), '{');
    const answer = await send(own.url, { target: '/api/' });
    expect(answer.status).toBe(500);
    expect(answer.body).toMatch(/^\{"detail":"The preview could not read the site: .+"\}$/);
  });
});

describe('starting and stopping', () => {
  test("another program's release.json does not make a site", async () => {
    const other = join(folder, 'other');
    await writeSite(other, new Map([['release.json', '{"version":"1.0"}']]));
    await expect(startPreview({ dir: other, port: 0, address: '127.0.0.1' })).rejects.toThrow(
      'is not a site built by phagepress',
    );
  });

  test('a port in use is refused, and what to do is said', async () => {
    const port = Number(new URL(preview.url).port);
    await expect(startPreview({ dir: site, port, address: '127.0.0.1' })).rejects.toThrow(
      new Failure(
        'machine',
        `Cannot listen on port ${port} of 127.0.0.1: it is in use (EADDRINUSE).`,
        { hint: 'Choose another port with --port; --port 0 takes a free one.' },
      ),
    );
  });

  test('close ends connections that clients keep open', async () => {
    const [, own] = await startOwn('closing');
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    await new Promise<void>((done, failed) => {
      get(`${own.url}/api/`, { agent }, (answer) => answer.resume().on('end', done)).on(
        'error',
        failed,
      );
    });
    // One connection that idles, and one in the middle of a request.
    const halfway = connect(Number(new URL(own.url).port), '127.0.0.1');
    const ended = once(halfway, 'close');
    halfway.on('error', () => {});
    await new Promise<void>((done) => halfway.write('GET /api/ HTTP/1.1\r\n', () => done()));
    await send(own.url, { target: '/api/' }); // by now the server has seen the other one
    await own.close();
    await ended;
    await expect(send(own.url, { target: '/api/' })).rejects.toThrow('ECONNREFUSED');
    await own.close(); // once more does no harm
  });
});
