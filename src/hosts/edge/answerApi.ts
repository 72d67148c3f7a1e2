/** Answers an API request in any runtime with `fetch`; the files come from the host's own storage. */
import { aliasFileFor, answerByAlias } from '../../contract/aliasIndex.ts';
import { errorBody } from '../../contract/bodies.ts';
import {
  errorHeaders,
  type HeaderFields,
  redirectHeaders,
  variedHeaders,
} from '../../contract/headers.ts';
import { type Answer, type FileAnswer, notFound } from '../../contract/route.ts';
import { fileHead } from '../../contract/fileHead.ts';
import type { EdgeSite } from './routeBelow.ts';
import { fileUrl } from './storeUrls.ts';

/** Fetches a file from the host's storage, unconditionally; a 404 means that it does not exist. */
export type FetchFile = (url: string, method: 'GET' | 'HEAD') => Promise<Response>;

/** Turns the router's decision into a response. */
export async function answerApi(
  answer: Exclude<Answer, { kind: 'outside' }>,
  request: Request,
  { maxAge }: EdgeSite,
  fetchFile: FetchFile,
): Promise<Response> {
  switch (answer.kind) {
    case 'error':
      return error(request, answer);
    case 'redirect':
      return new Response(null, {
        status: answer.status,
        headers: edgeHeaders(redirectHeaders(maxAge), { Location: answer.location }),
      });
    case 'file':
      return await answerFile(answer, request, maxAge, fetchFile);
  }
}

/** The answer for the phage's own name, if the request uses another one (D3). */
export async function byOwnName(
  answer: FileAnswer,
  request: Pick<Request, 'url'>,
  fetchFile: FetchFile,
): Promise<FileAnswer | null> {
  const { alias } = answer;
  if (alias === undefined) return null;
  const index = await fetchFile(fileUrl(request.url, aliasFileFor(alias)), 'GET');
  return index.status === 200 ? answerByAlias(answer, await index.text()) : null;
}

async function answerFile(
  answer: FileAnswer,
  request: Request,
  maxAge: number,
  fetchFile: FetchFile,
): Promise<Response> {
  const missing = async (status: number) => {
    const own = status === notFound.status ? await byOwnName(answer, request, fetchFile) : null;
    return own === null
      ? missed(request, status)
      : await answerFile(own, request, maxAge, fetchFile);
  };
  const { file, dependsOn, holds } = answer;
  const isHead = request.method === 'HEAD';
  if (dependsOn !== file) {
    const needed = await fetchFile(fileUrl(request.url, dependsOn), 'HEAD');
    if (needed.status !== 200) return await missing(needed.status);
  }
  const stored = await fetchFile(fileUrl(request.url, file), isHead ? 'HEAD' : 'GET');
  if (stored.status !== 200) return await missing(stored.status);

  const tag = holds === 'description' ? null : stored.headers.get('ETag');
  const { status, headers } = fileHead(answer, maxAge, tag, request.headers.get('If-None-Match'));
  if (status === 304) {
    await stored.body?.cancel();
    return new Response(null, { status, headers: edgeHeaders(headers, {}) });
  }
  const kept: Record<string, string> = {};
  for (const name of ['Content-Encoding', 'Content-Length']) {
    const value = stored.headers.get(name);
    if (value !== null) kept[name] = value;
  }
  return new Response(isHead ? null : stored.body, { headers: edgeHeaders(headers, kept) });
}

/** A storage failure must not look like a deleted record. */
function missed(request: Request, status: number): Response {
  return status === notFound.status
    ? error(request, notFound)
    : error(request, { status: 502, body: errorBody('The site could not be read.') });
}

function error(request: Request, { status, body }: { status: number; body: string }): Response {
  const headers = edgeHeaders(errorHeaders, {});
  return new Response(request.method === 'HEAD' ? null : body, { status, headers });
}

/** The host compresses responses itself. */
function edgeHeaders(fields: HeaderFields, more: HeaderFields): Headers {
  return new Headers({ ...variedHeaders(fields), ...more });
}
