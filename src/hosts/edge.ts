/** Answers an API request in any runtime with `fetch`; the files come from the host's own storage. */
import { aliasFileFor, answerByAlias, genomeAliasAt, genomeByAlias } from '../contract/aliases.ts';
import { bulkTypeAt, tableAt } from '../contract/bulkFiles.ts';
import {
  bulkHeaders,
  errorHeaders,
  fileHead,
  freshCache,
  type HeaderFields,
  jsonType,
  lastingHeaders,
  matchesEntityTag,
  redirectHeaders,
  releaseHeaders,
  variedHeaders,
} from '../contract/headers.ts';
import {
  type Answer,
  decodeSegment,
  errorBody,
  type FileAnswer,
  notFound,
  parseRequestTarget,
  pathAndQuery,
  type RequestTarget,
  route,
  type RoutedSite,
  targetBelow,
} from '../contract/route.ts';
import { familiesTable, familyAt, formerFamilyBody } from '../contract/history.ts';
import {
  firstStep,
  holdsPages,
  nextStep,
  type PackedPlace,
  packedPlace,
  type PackStep,
} from '../contract/packs.ts';
import type { SiteOptions } from '../contract/siteOptions.ts';
import { codeFolder, manifestFile, openApiFile, releaseFile } from '../contract/sitePaths.ts';

/** `const site`, which the generated file defines before the bundle. */
export type EdgeSite = RoutedSite &
  Pick<SiteOptions, 'maxAge'> & {
    readonly pages?: boolean;
    /** Whether small files lie in packs. */
    readonly packed?: boolean;
  };

/** The `target` returned with the answer has no prefix; for a table, it is that of the table's file. */
export function routeBelow({ method, url }: Request, site: EdgeSite) {
  const target = targetBelow(site.prefix, url);
  const whole = targetBelow('', url);
  // Without the final slash, relative links of the welcome page would point outside the site.
  const answer: Answer =
    whole.path === site.prefix
      ? {
          kind: 'redirect',
          status: 301,
          location: pathAndQuery({ path: `${site.prefix}/`, query: whole.query }),
        }
      : route({ method, ...target }, site);
  const table = site.tables === true ? tableAt(target.path, target.query) : null;
  return { answer, target: table === null ? target : { path: table, query: '' } };
}

export function fileUrl(requestUrl: string, file: string): string {
  const path = file.split('/').map(encodeURIComponent).join('/');
  return `${originOf(requestUrl)}/${path}`;
}

export function plainUrl(requestUrl: string, target: RequestTarget): string {
  return originOf(requestUrl) + pathAndQuery(target);
}

export function originOf(url: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(url)?.[0] ?? '';
}

/** Fetches a file from the host's storage, unconditionally; a 404 means that it does not exist. */
type FetchFile = (url: string, method: 'GET' | 'HEAD') => Promise<Response>;

export async function answerApi(
  answer: Exclude<Answer, { kind: 'outside' }>,
  request: Request,
  { maxAge, packed = false }: EdgeSite,
  fetchLoose: FetchFile,
): Promise<Response> {
  const fetchFile = packed ? unpacking(fetchLoose) : fetchLoose;
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

/** Fetches a file that may lie in a pack or on a page; where these do not fit together, the storage has failed. */
function unpacking(fetchFile: FetchFile): FetchFile {
  return async (url, method) => {
    const place = placeOf(url);
    if (place === null) return await fetchFile(url, method);
    try {
      return await unpack(place, method, (file, by) => fetchFile(fileUrl(url, file), by));
    } catch {
      return new Response(null, { status: 502 });
    }
  };
}

function isRead(method: string): method is 'GET' | 'HEAD' {
  return method === 'GET' || method === 'HEAD';
}

/** Of the file that a URL names, which has no prefix; null for a file that is in no pack. */
function placeOf(url: string): PackedPlace | null {
  const { path } = parseRequestTarget(url);
  const names = path.slice(1).split('/').map(decodeSegment);
  return names.every((name) => name !== null && !name.includes('/'))
    ? packedPlace(names.join('/'))
    : null;
}

/** Whether the site has the file of this URL in no file of its own. Of pages, `packedPage` tells. */
export function isPacked(url: string, { packed }: EdgeSite): boolean {
  const place = packed === true ? placeOf(url) : null;
  return place !== null && !holdsPages(place.group);
}

async function unpack(
  place: PackedPlace,
  method: 'GET' | 'HEAD',
  fetchFile: FetchFile,
): Promise<Response> {
  let found: PackStep | Uint8Array | null = firstStep(place);
  while (found !== null && 'file' in found) {
    // As the storage sends it: it may be large.
    if (found.holds === 'itself') return await fetchFile(found.file, method);
    const stored = await fetchFile(found.file, 'GET');
    const isThere = stored.status === 200;
    if (!isThere && stored.status !== notFound.status) return stored;
    found = nextStep(place, found, isThere ? new Uint8Array(await stored.arrayBuffer()) : null);
  }
  if (found === null) return new Response(null, { status: notFound.status });
  const bytes = found.slice();
  const headers = { 'Content-Length': String(bytes.length), ETag: await entityTag(bytes) };
  return new Response(bytes, { headers });
}

/** The ETag that the preview gives the same bytes. */
async function entityTag(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const text = btoa(String.fromCharCode(...digest));
  return `"${text.replaceAll('+', '-').replaceAll('/', '_').slice(0, 27)}"`;
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
    if (own !== null) return await answerFile(own, request, maxAge, fetchFile);
    const family = status === notFound.status ? familyAt(answer.file) : null;
    return family === null
      ? missed(request, status)
      : error(request, { status, body: await goneFamily(family, request, fetchFile) });
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
  const kept: Record<string, string> = { ...(await releaseHeadersFor(request, fetchFile)) };
  if (status === 304) {
    await stored.body?.cancel();
    return new Response(null, { status, headers: edgeHeaders(headers, kept) });
  }
  for (const name of ['Content-Encoding', 'Content-Length']) {
    const value = stored.headers.get(name);
    if (value !== null) kept[name] = value;
  }
  return new Response(isHead ? null : stored.body, { headers: edgeHeaders(headers, kept) });
}

// Read once: the code is deployed with the files of one release, and another release brings other code.
let ownRelease: Promise<HeaderFields> | null = null;

/** What says of which release an answer is; nothing where that cannot be read (H1). */
async function releaseHeadersFor(request: Request, fetchFile: FetchFile): Promise<HeaderFields> {
  ownRelease ??= (async () => {
    const stored = await fetchFile(fileUrl(request.url, releaseFile), 'GET');
    const { release } = (await stored.json()) as { readonly release: string };
    return /^[0-9a-f]+$/.test(release) ? releaseHeaders(release) : {};
  })();
  try {
    return await ownRelease;
  } catch {
    ownRelease = null;
    return {};
  }
}

/** The body for a family that the site does not have: where its genes are now, if it had it once (H1). */
async function goneFamily(family: string, request: Request, fetchFile: FetchFile): Promise<string> {
  const table = await fetchFile(fileUrl(request.url, familiesTable), 'GET');
  return formerFamilyBody(family, table.status === 200 ? await table.text() : '');
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

// Includes 304 and 416: without CORS headers, a script cannot read them.
const answered: ReadonlySet<number> = new Set([200, 206, 304, 416]);

/**
 * Adds headers for scripts and caches to its storage's response for a file outside the API. `path` is without the site's
 * prefix. Other files and other statuses pass through unchanged.
 */
export function withBulkHeaders(stored: Response, path: string, { maxAge }: EdgeSite): Response {
  const type = readTypeAt(path);
  const { status } = stored;
  if (type === null || !answered.has(status)) return stored;
  const answer = new Response(status === 304 ? null : stored.body, stored);
  if (status === 200 || status === 206) answer.headers.set('Content-Type', type);
  for (const [name, value] of Object.entries(bulkHeaders(maxAge))) answer.headers.set(name, value);
  if (status === 416) answer.headers.set('Cache-Control', 'no-store');
  return answer;
}

export function isCode(path: string, { pages }: EdgeSite): boolean {
  return pages === true && path.startsWith(`/${codeFolder}`);
}

/** Lets caches keep the code of the pages for people for good, once it exists (W1). */
export function withLastingHeaders(stored: Response): Response {
  if (stored.status !== 200 && stored.status !== 304) return stored;
  const answer = new Response(stored.status === 304 ? null : stored.body, stored);
  for (const [name, value] of Object.entries(lastingHeaders)) answer.headers.set(name, value);
  return answer;
}

const about: ReadonlySet<string> = new Set([releaseFile, manifestFile, openApiFile]);

/** The media type of a file outside the API that scripts read from other origins; null for any other. */
export function readTypeAt(path: string): string | null {
  return about.has(path.slice(1)) ? jsonType : bulkTypeAt(path);
}

/**
 * For a genome that is requested by another name of its phage (D3): the URL of the file under the phage's own name; null
 * for any other file, or an unknown name.
 */
export async function genomeUrl(
  { method, url }: Pick<Request, 'method' | 'url'>,
  path: string,
  site: EdgeSite,
  fetchFile: FetchFile,
): Promise<string | null> {
  const asked = site.phageAliases === true && isRead(method) ? genomeAliasAt(path) : null;
  if (asked === null) return null;
  const index = await fetchFile(fileUrl(url, aliasFileFor(asked)), 'GET');
  const file = index.status === 200 ? genomeByAlias(asked, await index.text()) : null;
  return file === null ? null : fileUrl(url, file);
}

/** The storage's response for a file outside the API, or for the genome under its phage's own name. */
export async function askBeside(
  request: Request,
  { url, path }: { readonly url: string; readonly path: string },
  site: EdgeSite,
  askLoose: (request: Request) => Promise<Response>,
): Promise<Response> {
  const ask = isPacked(url, site) ? unpackingBeside(askLoose) : askLoose;
  const stored = await ask(new Request(url, request));
  if (stored.status !== 404) return stored;
  const own = await genomeUrl(request, path, site, (file, method) =>
    ask(new Request(file, { method })),
  );
  if (own === null) return stored;
  await stored.body?.cancel();
  return await ask(new Request(own, request));
}

/** Asks for a file outside the API that a packed site has in no file of its own. */
function unpackingBeside(
  ask: (request: Request) => Promise<Response>,
): (request: Request) => Promise<Response> {
  const fetchFile = unpacking((url, method) => ask(new Request(url, { method })));
  return async (request) => {
    const { method, url, headers } = request;
    if (!isRead(method)) return await ask(request);
    const found = await fetchFile(url, method);
    const tag = found.headers.get('ETag');
    if (tag !== null && matchesEntityTag(headers.get('If-None-Match'), tag))
      return new Response(null, { status: 304, headers: { ETag: tag } });
    return method === 'HEAD' ? new Response(null, found) : found;
  };
}

/**
 * Answers with the page of a phage or cluster if the site has it in a pack, at its folder as hosts do (W1); null for all
 * else, which the host knows. `target` is without the site's prefix.
 */
export async function packedPage(
  request: Request,
  { path, query }: RequestTarget,
  { packed, prefix }: EdgeSite,
  ask: (request: Request) => Promise<Response>,
): Promise<Response | null> {
  const folder = path.replace(/(?:\/(?:index\.html)?)?$/, '/');
  const url = plainUrl(request.url, { path: `${folder}index.html`, query: '' });
  const place = packed === true && isRead(request.method) ? placeOf(url) : null;
  if (place === null || !holdsPages(place.group)) return null;
  const found = await unpackingBeside(ask)(new Request(url, request));
  if (found.status === notFound.status) return null;
  if (found.status !== 200 && found.status !== 304) return missed(request, found.status);
  if (!path.endsWith('/') && !path.endsWith('.html')) {
    const location = pathAndQuery({ path: prefix + folder, query });
    return new Response(null, { status: 301, headers: { Location: location } });
  }
  const page = new Response(found.body, found);
  page.headers.set('Cache-Control', freshCache);
  page.headers.set('X-Content-Type-Options', 'nosniff');
  if (found.status === 200) page.headers.set('Content-Type', 'text/html; charset=utf-8');
  return page;
}
