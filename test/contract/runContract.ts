/** Performs the requests of the contract against a server, byte for byte as they are written. */
import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { methodNotAllowedBody } from '../../src/contract/route.ts';
import { sortFields } from '../../src/contract/collectionName.ts';
import { listLink } from '../../src/contract/links.ts';
import type { Capability, Keeps } from '../../src/contract/capabilities.ts';
import { checkEach } from './checkEach.ts';
import { type ContractRow, contractRows } from './requests.ts';
import {
  type BesideExpected,
  isBeside,
  leadsToForeignHost,
  requestTarget,
} from '../../src/verifying/tableRow.ts';
import { type SiteFiles, tinyNames } from './tinySite.ts';

export interface ServerUnderTest {
  /** Where the site is reached; its path prefix is put before each target. */
  readonly baseUrl: string;
  /** What is published, with the links that this server gives. */
  readonly files: SiteFiles;
  /** What of the contract it keeps, and why not the rest; as `src/hosts` says of a host. */
  readonly keeps: Keeps;
  /** What it answers to a row that it cannot keep; null for a row that is not expected to differ. */
  readonly instead: (row: ContractRow) => Instead | null;
  /** Puts another file in the place of one of the site, as a deployment does; null where files cannot change. */
  readonly replaceFile: ((file: string, text: string) => Promise<void>) | null;
}

/** The lesser answer of a server that cannot keep a row. */
export interface Instead {
  /** Left out where any will do. */
  readonly status?: number;
  /** Left out where the body is the server's own, as of an error page. */
  readonly body?: string | RegExp;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Every line of a header, unlike `headers`, which joins or drops repeated ones. */
  readonly lines: (name: string) => readonly string[];
  readonly body: string;
  readonly bytes: Buffer;
}

export interface RawRequest {
  readonly method?: string;
  /** Sent as it is: nothing is resolved, decoded or encoded. */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends one request to the host of `url`, on a connection of its own unless there is an agent. */
export function send(
  url: string,
  request: RawRequest,
  agent: Agent | false = false,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const { method = 'GET', target, headers = {}, body } = request;
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      { host: hostname, port, method, path: target, headers, agent },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () => {
          const bytes = Buffer.concat(chunks);
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            lines: (name) => answer.headersDistinct[name] ?? [],
            body: bytes.toString(),
            bytes,
          });
        });
      },
    );
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // A server may close a connection that waits just when it is used again: then it has seen no request.
      const isUnseen = sent.reusedSocket && error.code === 'ECONNRESET';
      if (isUnseen) send(url, request).then(resolve, reject);
      else reject(error);
    });
    if (body !== undefined) sent.setHeader('Content-Length', Buffer.byteLength(body));
    sent.end(body);
  });
}

/**
 * Tests a server by the table, or by the rows that `variantRows.ts` chooses of it, and by walking its lists. A row that
 * it says not to keep must be answered with what it says instead: no row is left out.
 */
export function testContract(
  serverOf: () => ServerUnderTest,
  rows: readonly ContractRow[] = contractRows,
): void {
  testRows(rows, serverOf);

  test.each(['phages', 'genes'] as const)(
    'L2: a client that follows next sees each of the %s once, in order, and comes to an end',
    async (collection) => {
      const first = listLink(serverOf().baseUrl, collection);
      expect(await namesFrom(first, collection)).toEqual(tinyNames[collection]);
    },
  );

  test.each(['', '?a=%2F&b=c'])(
    'A2: a prefix without its slash, then "%s", leads to the page for people',
    async (query) => {
      const { baseUrl, files, keeps } = serverOf();
      const { origin, pathname } = new URL(baseUrl);
      if (pathname === '/' || keeps.redirects !== true) return;
      const answer = await send(baseUrl, { target: pathname + query });
      expect(answer.status).toBe(301);
      const location = new URL(answer.headers.location ?? '', baseUrl);
      expect(decodeURIComponent(location.pathname)).toBe(`${decodeURIComponent(pathname)}/`);
      expect(location.origin + location.search).toBe(origin + query);
      const led = await send(baseUrl, { target: location.pathname + location.search });
      expect(led).toMatchObject({ status: 200, body: files.get('index.html') });
    },
  );

  test('M5: a page that has changed and kept its size has another validator', async (context) => {
    const server = serverOf();
    const { replaceFile } = server;
    if (replaceFile === null || server.keeps.validators !== true) return context.skip();
    const file = 'api/genes/page/2.json';
    const prefix = new URL(server.baseUrl).pathname.replace(/\/$/, '');
    const target = `${prefix}/api/genes/?page=2`;
    const before = await send(server.baseUrl, { target });
    const changed = before.body.replaceAll('first', 'other');
    await replaceFile(file, changed);
    try {
      const headers = { 'If-None-Match': before.headers.etag ?? '' };
      const after = await send(server.baseUrl, { target, headers });
      expect(after).toMatchObject({ status: 200, body: changed });
      expect(after.headers.etag).not.toBe(before.headers.etag);
    } finally {
      await replaceFile(file, before.body);
    }
  });
}

/** Tests a server by some rows of the table: those of a clause in one test. */
export function testRows(rows: readonly ContractRow[], serverOf: () => ServerUnderTest): void {
  for (const clause of new Set(rows.map((row) => row.clause))) {
    const some = rows.filter((row) => row.clause === clause);
    test(`${clause}: each request of the table is answered as it should be`, async () => {
      const agent = new Agent({ keepAlive: true });
      try {
        await checkEach(
          some,
          (row) => checkRow(row, serverOf(), needsOwnConnection(row) ? false : agent),
          ({ method, target, title }) => `${method} ${target}, ${title}`,
        );
      } finally {
        agent.destroy();
      }
    });
  }
}

/** Servers may end the connection of a request that they find odd; the next one must not suffer for it. */
function needsOwnConnection({ before, expected, needs }: ContractRow): boolean {
  return before !== '' || expected.kind === 'stays' || needs.some((need) => oddNeeds.has(need));
}

const oddNeeds: ReadonlySet<Capability> = new Set<Capability>([
  'any-method',
  'long-names',
  'long-queries',
  'raw-path',
]);

const keepsFor = (server: ServerUnderTest, row: ContractRow): boolean =>
  row.needs.every((capability: Capability) => server.keeps[capability] === true);

/** Performs one row and fails where the answer departs from the contract, or from what stands in for it. */
async function checkRow(
  row: ContractRow,
  server: ServerUnderTest,
  agent: Agent | false,
): Promise<void> {
  const instead = server.instead(row);
  if (instead !== null) {
    await checkInstead(row, server, instead, agent);
    return;
  }
  expect(keepsFor(server, row), `what stands in for ${row.needs.join(', ')} is said`).toBe(true);
  const prefix = new URL(server.baseUrl).pathname.replace(/\/$/, '');
  const target = requestTarget(row, prefix);
  const plain = { method: row.method, target, headers: headersOf(row) };
  let asked = plain;
  if (row.ifNoneMatch !== null) {
    const tag = (await send(server.baseUrl, plain, agent)).headers.etag ?? '';
    expect(tag).toMatch(/^(W\/)?".+"$/);
    asked = { ...plain, headers: { ...plain.headers, 'If-None-Match': row.ifNoneMatch(tag) } };
  }
  const answer = await send(server.baseUrl, asked, agent);

  if (row.expected.kind === 'stays') {
    expect(
      leadsToForeignHost(answer.headers.location, server.baseUrl),
      answer.headers.location,
    ).toBe(false);
    return;
  }
  if (isBeside(row.expected)) {
    expectBeside(answer, row.expected, row.method, server);
    return;
  }
  if (server.keeps.headers === true) expectCommonHeaders(answer);
  if (server.keeps.compresses === true) expectVariesByEncoding(answer);
  await expectAnswer(answer, row, server, (request) => send(server.baseUrl, request, agent), asked);
}

/** A page that is none of the server's own, and no stranger to the preview. */
export const elsewhere = 'https://localhost';

/** Rows are asked as by a script of another site, for which some hosts alone set its headers. */
function headersOf({ headers, needs }: ContractRow): Readonly<Record<string, string>> {
  return needs.includes('no-origin') ? headers : { Origin: elsewhere, ...headers };
}

async function checkInstead(
  row: ContractRow,
  server: ServerUnderTest,
  { status, body }: Instead,
  agent: Agent | false,
): Promise<void> {
  expect(keepsFor(server, row), 'what is kept needs no stand-in').toBe(false);
  const prefix = new URL(server.baseUrl).pathname.replace(/\/$/, '');
  const { method } = row;
  const target = requestTarget(row, prefix);
  const answer = await send(server.baseUrl, { method, target, headers: headersOf(row) }, agent);
  if (status !== undefined) expect(answer.status).toBe(status);
  if (typeof body === 'string') expect(answer.body).toBe(method === 'HEAD' ? '' : body);
  if (body instanceof RegExp) expect(answer.body).toMatch(body);
}

async function expectAnswer(
  answer: RawAnswer,
  row: ContractRow,
  server: ServerUnderTest,
  ask: (request: RawRequest) => Promise<RawAnswer>,
  asked: RawRequest,
): Promise<void> {
  const { expected, method } = row;
  const sent = (body: string | undefined) => (method === 'HEAD' ? '' : body);
  switch (expected.kind) {
    case 'content':
      expect(answer).toMatchObject({ status: 200, body: sent(server.files.get(expected.file)) });
      if (server.keeps.headers === true) {
        expectJson(answer);
        expect(answer.headers['cache-control']).toBe('public, max-age=300');
      }
      if (server.keeps.validators === true) expect(answer.headers.etag).toMatch(/^(W\/)?".+"$/);
      if (method === 'HEAD') expectHeadersOfGet(answer, await ask({ ...asked, method: 'GET' }));
      return;
    case 'description':
      if (server.keeps.describes !== true) {
        expect(answer).toMatchObject({ status: 204, body: '' });
      } else {
        expect(answer).toMatchObject({ status: 200, body: server.files.get(expected.file) });
        expectJson(answer);
      }
      expect(answer.lines('access-control-allow-methods')).toEqual(['GET, HEAD, OPTIONS']);
      return;
    case 'compressed': {
      expect(answer.status).toBe(200);
      expect(answer.headers['content-encoding']).toBe(expected.encoding);
      const unpack = expected.encoding === 'br' ? brotliDecompressSync : gunzipSync;
      expect(unpack(answer.bytes).toString()).toBe(server.files.get(expected.file));
      expectVariesByEncoding(answer);
      expectJson(answer);
      return;
    }
    case 'redirect': {
      expect(answer.status).toBe(301);
      // Absolute or not, and behind a prefix or not: what counts is where it leads (A2).
      const location = new URL(answer.headers.location ?? '', `${server.baseUrl}/`).href;
      expect(location).toBe(server.baseUrl + expected.to);
      return;
    }
    case 'unchanged':
      expect(answer).toMatchObject({ status: 304, body: '' });
      expect(answer.headers['cache-control']).toBe('public, max-age=300');
      expect(answer.headers.etag).toMatch(/^(W\/)?".+"$/);
      return;
    case 'not-found':
      expect(answer).toMatchObject({ status: 404, body: sent(expected.body) });
      expectError(answer);
      return;
    case 'stays':
    case 'file':
    case 'part':
    case 'past-end':
    case 'unchanged-file':
    case 'preflight':
    case 'lasting':
    case 'fresh':
    case 'refused':
      return;
    case 'method-not-allowed': {
      const named = server.keeps['names-method'] === true;
      const body = methodNotAllowedBody(named ? method : undefined);
      expect(answer).toMatchObject({ status: 405, body });
      expectError(answer);
      return;
    }
  }
}

/** B1: parts may come whole; whatever comes, scripts of every site can read it, and each header is there once. */
function expectBeside(
  answer: RawAnswer,
  expected: BesideExpected,
  method: string,
  server: ServerUnderTest,
): void {
  const { status } = answer;
  if (expected.kind === 'refused') {
    expect(expected.statuses).toContain(status);
    // What is not there must not be kept as long as what is.
    if (method === 'GET') {
      expect(answer.headers['cache-control'] ?? '').not.toContain('immutable');
    }
    return;
  }
  if (expected.kind === 'lasting' || expected.kind === 'fresh') {
    expect(answer).toMatchObject({
      status: 200,
      body: method === 'HEAD' ? '' : server.files.get(expected.file),
    });
    if (server.keeps.headers !== true) return;
    const isLasting = expected.kind === 'lasting';
    const [kept = '', ...more] = answer.lines('cache-control');
    expect(more).toEqual([]);
    if (isLasting) expect(kept).toBe('public, max-age=31536000, immutable');
    else expect(kept).toMatch(/no-cache|max-age=0/);
    return;
  }
  const text = 'file' in expected ? (server.files.get(expected.file) ?? '') : '';
  const statuses = { part: [200, 206], 'past-end': [200, 416], 'unchanged-file': [304] };
  const wanted = {
    file: { status: 200, body: method === 'HEAD' ? '' : text },
    part: {
      body: status === 206 && expected.kind === 'part' ? text.slice(0, expected.bytes) : text,
    },
    'past-end': status === 200 ? { body: text } : {},
    'unchanged-file': { body: '' },
    preflight: { status: 204, body: '' },
  }[expected.kind];
  expect(answer).toMatchObject(wanted);
  if (expected.kind in statuses) {
    expect(statuses[expected.kind as keyof typeof statuses]).toContain(status);
  }
  if (server.keeps.headers !== true) return;
  expect(answer.lines('access-control-allow-origin')).toEqual(['*']);
  for (const name of ['allow', 'vary', 'content-type', 'content-range', 'etag']) {
    expect(answer.lines(name).length, name).toBeLessThan(2);
  }
  if (expected.kind === 'preflight') {
    expect(answer.lines('access-control-allow-methods')).toEqual(['GET, HEAD, OPTIONS']);
    const headers = ['Range, If-None-Match, If-Range'];
    expect(answer.lines('access-control-allow-headers')).toEqual(headers);
    return;
  }
  if (status === 416) return;
  expect(answer.lines('cache-control')).toEqual(['public, max-age=300']);
  const exposed = ['Accept-Ranges, Content-Length, Content-Range, ETag'];
  expect(answer.lines('access-control-expose-headers')).toEqual(exposed);
}

/** M1: on every answer. */
function expectCommonHeaders(answer: RawAnswer): void {
  expect(answer.lines('allow')).toEqual(['GET, HEAD, OPTIONS']);
  expect(answer.lines('access-control-allow-origin')).toEqual(['*']);
  expect(answer.lines('x-content-type-options')).toEqual(['nosniff']);
  expect((answer.headers.vary ?? '').toLowerCase().split(/\s*,\s*/)).toContain('accept');
}

/** M1: also on what is not compressed, which a cache would give to every client else. */
export function expectVariesByEncoding(answer: RawAnswer): void {
  const varies = (answer.headers.vary ?? '').toLowerCase().split(/\s*,\s*/);
  expect(varies).toContain('accept-encoding');
}

/** M2. */
function expectJson(answer: RawAnswer): void {
  expect(answer.lines('content-type')).toEqual(['application/json']);
}

/** M5. */
function expectError(answer: RawAnswer): void {
  expectJson(answer);
  expect(answer.headers['cache-control']).toBe('no-store');
}

/** M3: a server may leave out the length, and no more. */
function expectHeadersOfGet(head: RawAnswer, get: RawAnswer): void {
  for (const name of ['content-type', 'cache-control', 'etag', 'vary']) {
    expect(head.lines(name)).toEqual(get.lines(name));
  }
  const length = head.headers['content-length'];
  if (length !== undefined) expect(length).toBe(String(Buffer.byteLength(get.body)));
}

/** Follows `next` from a page to the last, as clients do; gives the keys of the records. */
export async function namesFrom(
  page: string,
  collection: 'genes' | 'phages',
  paths = /^/,
): Promise<unknown[]> {
  const [key] = sortFields[collection];
  const names: unknown[] = [];
  let next: string | null = page;
  for (let pages = 0; next !== null && pages < 100; pages++) {
    const { pathname, search } = new URL(next);
    expect(pathname).toMatch(paths);
    const answer = await send(next, { target: pathname + search });
    expect(answer.status).toBe(200);
    const { results, ...links }: { results: Record<string, unknown>[]; next: string | null } =
      JSON.parse(answer.body);
    names.push(...results.map((record) => record[key]));
    next = links.next;
  }
  return names;
}
