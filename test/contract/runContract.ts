/** Performs the requests of the contract against a server, byte for byte as they are written. */
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { expect } from 'vitest';
import { methodNotAllowedBody } from '../../src/contract/bodies.ts';
import type { CollectionName } from '../../src/contract/collectionName.ts';
import { listLink } from '../../src/contract/links.ts';
import type { Capability, ContractRow } from './requests.ts';
import type { SiteFiles } from './tinySite.ts';

export interface ServerUnderTest {
  /** Where the site is reached; its path prefix is put before each target. */
  readonly baseUrl: string;
  /** What is published, with the links that this server gives. */
  readonly files: SiteFiles;
  readonly capabilities: readonly Capability[];
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Every line of a header, unlike `headers`, which joins or drops repeated ones. */
  readonly lines: (name: string) => readonly string[];
  readonly body: string;
}

export interface RawRequest {
  readonly method?: string;
  /** Sent as it is: nothing is resolved, decoded or encoded. */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends one request to the host of `url` on a connection of its own. */
export function send(url: string, request: RawRequest): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const { method = 'GET', target, headers = {}, body } = request;
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      { host: hostname, port, method, path: target, headers, agent: false },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () => {
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            lines: (name) => answer.headersDistinct[name] ?? [],
            body: Buffer.concat(chunks).toString(),
          });
        });
      },
    );
    sent.on('error', reject);
    if (body !== undefined) sent.setHeader('Content-Length', Buffer.byteLength(body));
    sent.end(body);
  });
}

/** Performs one row and fails where the answer departs from the contract. */
export async function checkRow(row: ContractRow, server: ServerUnderTest): Promise<void> {
  const prefix = new URL(server.baseUrl).pathname.replace(/\/$/, '');
  const plain = { method: row.method, target: prefix + row.target, headers: row.headers };
  let asked = plain;
  if (row.ifNoneMatch !== null) {
    const tag = (await send(server.baseUrl, plain)).headers.etag ?? '';
    expect(tag).toMatch(/^(W\/)?".+"$/);
    asked = { ...plain, headers: { ...row.headers, 'If-None-Match': row.ifNoneMatch(tag) } };
  }
  const answer = await send(server.baseUrl, asked);

  expectCommonHeaders(answer);
  await expectAnswer(answer, row, server, asked);
}

async function expectAnswer(
  answer: RawAnswer,
  row: ContractRow,
  server: ServerUnderTest,
  asked: RawRequest,
): Promise<void> {
  const { expected, method } = row;
  const sent = (body: string | undefined) => (method === 'HEAD' ? '' : body);
  switch (expected.kind) {
    case 'content':
      expect(answer).toMatchObject({ status: 200, body: sent(server.files.get(expected.file)) });
      expectJson(answer);
      expect(answer.headers['cache-control']).toBe('public, max-age=300');
      expect(answer.headers.etag).toMatch(/^(W\/)?".+"$/);
      if (method === 'HEAD') await expectHeadersOfGet(answer, server, asked);
      return;
    case 'description':
      if (!server.capabilities.includes('describes')) {
        expect(answer).toMatchObject({ status: 204, body: '' });
      } else {
        expect(answer).toMatchObject({ status: 200, body: server.files.get(expected.file) });
        expectJson(answer);
      }
      expect(answer.lines('access-control-allow-methods')).toEqual(['GET, HEAD, OPTIONS']);
      return;
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
    case 'method-not-allowed': {
      const named = server.capabilities.includes('names-method');
      const body = methodNotAllowedBody(named ? method : undefined);
      expect(answer).toMatchObject({ status: 405, body });
      expectError(answer);
      return;
    }
  }
}

/** M1: on every answer. */
function expectCommonHeaders(answer: RawAnswer): void {
  expect(answer.lines('allow')).toEqual(['GET, HEAD, OPTIONS']);
  expect(answer.lines('access-control-allow-origin')).toEqual(['*']);
  expect(answer.lines('x-content-type-options')).toEqual(['nosniff']);
  expect((answer.headers.vary ?? '').toLowerCase().split(/\s*,\s*/)).toContain('accept');
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
async function expectHeadersOfGet(
  head: RawAnswer,
  server: ServerUnderTest,
  asked: RawRequest,
): Promise<void> {
  const get = await send(server.baseUrl, { ...asked, method: 'GET' });
  for (const name of ['content-type', 'cache-control', 'etag', 'vary']) {
    expect(head.lines(name)).toEqual(get.lines(name));
  }
  const length = head.headers['content-length'];
  if (length !== undefined) expect(length).toBe(String(Buffer.byteLength(get.body)));
}

/** Follows `next` from the first page to the last, as clients do; gives each page's text. */
export async function walkList(
  server: ServerUnderTest,
  collection: CollectionName,
): Promise<readonly string[]> {
  const pages: string[] = [];
  let next: string | null = listLink(server.baseUrl, collection);
  while (next !== null && pages.length < 100) {
    const { pathname, search } = new URL(next);
    const answer = await send(next, { target: pathname + search });
    expect(answer.status).toBe(200);
    pages.push(answer.body);
    next = (JSON.parse(answer.body) as { next: string | null }).next;
  }
  return pages;
}
