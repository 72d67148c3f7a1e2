/** Responses as verify sees them, and a service that answers with them, without a server. */
import {
  errorHeaders,
  contentHeaders,
  type HeaderFields,
} from '../../../../src/contract/headers.ts';
import type { HttpClient, HttpReply, HttpResult } from '../../../../src/base/httpClient.ts';
import type { Service } from '../../../../src/verifying/service/service.ts';
import { createKeptLog } from '../keptLog.ts';

export const baseUrl = 'https://example.org/phages';

type Lines = Readonly<Record<string, string | readonly string[]>>;

/** A response; a header with several values is sent in several lines. */
export function replyOf(
  status: number,
  headers: Lines = {},
  body: string | Uint8Array = '',
): HttpReply {
  const lines = new Map(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value].flat()]),
  );
  return { status, lines: (name) => lines.get(name) ?? [], body: Buffer.from(body), hashed: null };
}

/** The headers of a good answer, with some changed; undefined takes one away. */
export function goodHeaders(changes: Record<string, string | readonly string[] | undefined> = {}) {
  return changed({ ...contentHeaders(300), ETag: '"abc"' }, changes);
}

export function goodErrorHeaders(changes: Record<string, string | undefined> = {}) {
  return changed(errorHeaders, changes);
}

function changed(
  fields: HeaderFields,
  changes: Record<string, string | readonly string[] | undefined>,
): Record<string, string | readonly string[]> {
  const all: Record<string, string | readonly string[]> = { ...fields };
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) delete all[name];
    else all[name] = value;
  }
  return all;
}

type Asked = Parameters<HttpClient['ask']>[0];

/** A client that answers by `answer` and keeps what it was asked for. */
export function clientOf(answer: (asked: Asked) => HttpResult | HttpReply) {
  const asked: Asked[] = [];
  const client: HttpClient = {
    ask(request) {
      asked.push(request);
      const given = answer(request);
      return Promise.resolve('ok' in given ? given : { ok: true, reply: given });
    },
    sent: () => asked.length,
    close() {},
  };
  return { client, asked };
}

/** A service of nobody in particular, with some of its properties given. */
export function serviceWith(changes: Partial<Service> = {}): Service {
  return {
    baseUrl,
    client: clientOf(() => replyOf(404)).client,
    release: null,
    manifest: null,
    encodings: [],
    index: '',
    maxAge: 300,
    log: createKeptLog().log,
    freshLog: () => createKeptLog().log,
    ...changes,
  };
}
