/** Answers an API request in any runtime with `fetch`; the files come from the host's own storage. */
import { errorBody } from '../../contract/bodies.ts';
import {
  contentHeaders,
  errorHeaders,
  type HeaderFields,
  optionsHeaders,
  redirectHeaders,
  variedHeaders,
} from '../../contract/headers.ts';
import { matchesEntityTag } from '../../contract/ifNoneMatch.ts';
import { type Answer, type FileAnswer, notFound } from '../../contract/route.ts';
import type { EdgeSite } from './edgeSite.ts';
import { fileUrl } from './requestTarget.ts';

/** Fetches a file from the host's storage, unconditionally; a 404 means that it does not exist. */
type FetchFile = (url: string, method: 'GET' | 'HEAD') => Promise<Response>;

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

async function answerFile(
  { file, dependsOn, holds }: FileAnswer,
  request: Request,
  maxAge: number,
  fetchFile: FetchFile,
): Promise<Response> {
  const isHead = request.method === 'HEAD';
  if (dependsOn !== file) {
    const needed = await fetchFile(fileUrl(request.url, dependsOn), 'HEAD');
    if (needed.status !== 200) return missing(request, needed.status);
  }
  const stored = await fetchFile(fileUrl(request.url, file), isHead ? 'HEAD' : 'GET');
  if (stored.status !== 200) return missing(request, stored.status);

  const kept: Record<string, string> = {};
  for (const name of ['Content-Encoding', 'Content-Length']) {
    const value = stored.headers.get(name);
    if (value !== null) kept[name] = value;
  }
  if (holds === 'description') {
    return new Response(stored.body, { headers: edgeHeaders(optionsHeaders(maxAge), kept) });
  }
  const tag = stored.headers.get('ETag');
  const headers = contentHeaders(maxAge);
  if (tag !== null && matchesEntityTag(request.headers.get('If-None-Match'), tag)) {
    await stored.body?.cancel();
    const { 'Content-Type': _, ...unchanged } = headers;
    return new Response(null, { status: 304, headers: edgeHeaders(unchanged, { ETag: tag }) });
  }
  return new Response(isHead ? null : stored.body, {
    headers: edgeHeaders(headers, tag === null ? kept : { ...kept, ETag: tag }),
  });
}

/** A storage failure must not look like a deleted record. */
function missing(request: Request, status: number): Response {
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
