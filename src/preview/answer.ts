/** Decides the preview's response to a request: the router's under `/api`, the site's other files elsewhere. */
import { createHash } from 'node:crypto';
import { accessSync, constants, lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { attempt, Failure, reasonOf, systemCode } from '../base/failure.ts';
import { closing, openRegular } from '../base/files.ts';
import { aliasFileFor, answerByAlias, genomeAliasAt, genomeByAlias } from '../contract/aliases.ts';
import { bulkFolder, bulkTypeAt, tableAt } from '../contract/bulkFiles.ts';
import {
  bulkHeaders,
  bulkPreflightHeaders,
  errorHeaders,
  fileHead,
  type Head,
  type HeaderFields,
  jsonType,
  lastingHeaders,
  redirectHeaders,
  releaseHeaders,
  validated,
} from '../contract/headers.ts';
import {
  hostnameIn,
  isOfThisMachine,
  type LinkChange,
  rewritePageLinks,
  rewriteRootLinks,
} from '../contract/links.ts';
import { familiesTable, familyAt, formerFamilyBody } from '../contract/history.ts';
import { firstStep, nextStep, placeIn, type PackStep } from '../contract/packs.ts';
import { unsafeNameReason } from '../contract/recordName.ts';
import {
  lastPagesOf,
  pageSetsIn,
  viewPagesIn,
  parseRelease,
  type Release,
} from '../contract/release.ts';
import {
  errorBody,
  type FileAnswer,
  methodNotAllowedBody,
  notFound,
  notFoundBody,
  parseRequestTarget,
  route,
} from '../contract/route.ts';
import {
  changesFolder,
  codeFolder,
  codeTypeOf,
  isHtmlPage,
  lostFile,
  releaseFile,
  releasesFolder,
  welcomeFile,
} from '../contract/sitePaths.ts';

export interface Reply {
  readonly status: number;
  readonly headers: HeaderFields;
  /** Empty for a redirect, a 204 and a 304. */
  readonly body: Uint8Array;
}

const noBody = new Uint8Array();

/** A response with these bytes; `headOf` returns its head for an ETag. A 304 has no body (M5). */
function contentReply(body: Uint8Array, headOf: (tag: string) => Head): Reply {
  const head = headOf(entityTag(body));
  return { ...head, body: head.status === 304 ? noBody : body };
}

/** A strong ETag: the hash of the bytes that are sent (M5). */
export function entityTag(bytes: Uint8Array): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
}

/** An error. Outside `/api` it has only the necessary headers; inside, those of the contract. */
export function errorReply(status: number, headers: HeaderFields, body: string): Reply {
  return { status, headers, body: Buffer.from(body) };
}

/** For files outside `/api`: browsers revalidate each time, so that a rebuild is visible at once. */
const plainJsonHeaders: HeaderFields = {
  'Content-Type': jsonType,
  'Access-Control-Allow-Origin': '*',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-cache',
};

export const pageType = 'text/html; charset=utf-8';

/** What browsers revalidate each time. */
export function freshReply(
  type: string,
  bytes: Uint8Array,
  { ifNoneMatch }: Pick<BulkRequest, 'ifNoneMatch'>,
): Reply {
  const headers = {
    'Content-Type': type,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-cache',
  };
  return contentReply(bytes, (tag) => validated(headers, tag, ifNoneMatch));
}

/** For rejected requests: no CORS headers, so that the page's script cannot read the response. */
const refusedHeaders: HeaderFields = {
  'Content-Type': jsonType,
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
};

const plainErrorHeaders: HeaderFields = { ...plainJsonHeaders, 'Cache-Control': 'no-store' };

// Synchronous reads: for small files they take a third of the time, and a preview has few users.

/** The bytes of a regular file; null if the site has no such file. `file` is relative to `root`. */
function readSiteFile(root: string, file: string): Uint8Array | null {
  return orMissing(() => {
    const place = locate(root, file);
    return place === null ? null : closing(openRegular(place), (handle) => readFileSync(handle));
  });
}

/** The bytes of a file of the site, which may lie in a pack or on a page; null if the site has no such file. */
export function readPublished(root: string, file: string, release: Release): Uint8Array | null {
  const place = placeIn(release, file);
  if (place === null) return readSiteFile(root, file);
  let found: PackStep | Uint8Array | null = firstStep(place);
  while (found !== null && 'file' in found)
    found = nextStep(place, found, readSiteFile(root, found.file));
  return found;
}

/** Path, size and modification time of a regular file; null if the site has no such file. */
function statSiteFile(
  root: string,
  file: string,
): { readonly place: string; readonly bytes: number; readonly mtimeMs: number } | null {
  return orMissing(() => {
    const place = locate(root, file);
    if (place === null) return null;
    // Checked before the file is opened: opening a named pipe would block until there is a writer.
    const stats = statSync(place);
    if (!stats.isFile()) return null;
    // http-server crashes on a file that it cannot read.
    accessSync(place, constants.R_OK);
    return { place, bytes: stats.size, mtimeMs: stats.mtimeMs };
  });
}

/** Reads the site's `release.json`; throws a Failure when it is not a site built by phagepress. */
export function readRelease(root: string): Release {
  const bytes = readSiteFile(root, releaseFile);
  const release = bytes === null ? null : parseRelease(Buffer.from(bytes).toString());
  if (release !== null) return release;
  throw new Failure('data', `${root} is not a site built by phagepress.`, {
    hint: 'Run `phagepress build` first.',
  });
}

/** Two changes within this time may leave the same timestamp. */
const doubtfulMs = 2000;

/**
 * Returns a reader of the site's release, which throws as `readRelease` does. It reads again when the file may have
 * changed: a build may publish at any time.
 */
export function knownRelease(root: string): () => Release {
  let known: { readonly mark: string; readonly release: Release } | null = null;
  return () => {
    const mark = markOf(join(root, releaseFile));
    if (mark !== null && known?.mark === mark) return known.release;
    const release = readRelease(root);
    known = mark === null ? null : { mark, release };
    return release;
  };
}

/** Identifies a version of the file by its metadata; null when that is not reliable yet. */
function markOf(file: string): string | null {
  const stats = lstatSync(file, { bigint: true, throwIfNoEntry: false });
  if (stats === undefined || Date.now() - Number(stats.ctimeMs) < doubtfulMs) return null;
  return [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join();
}

/** The absolute path of a file inside the root; null if there is none of exactly that name. */
function locate(root: string, file: string): string | null {
  // Resolved for each request: a build may have replaced the folder.
  const path = join(realpathSync.native(root), file);
  // Rejects links, which may lead out of the site, and names that match only because the file system ignores case.
  return realpathSync.native(path) === path ? path : null;
}

const missingCodes = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG', 'ENOTFILE', 'ENXIO']);

function orMissing<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (missingCodes.has(systemCode(error) ?? '')) return null;
    throw error;
  }
}

/** Bytes [start, end) of a file, sent as they are. */
export interface FilePart {
  readonly status: 200 | 206 | 304 | 416;
  readonly headers: HeaderFields;
  /** Absolute path. */
  readonly place: string;
  readonly start: number;
  readonly end: number;
}

interface BulkRequest {
  readonly ifNoneMatch: string | undefined;
  readonly range: string | undefined;
  /** The ETag of the version of which the client has a part; without it, every range is served. */
  readonly ifRange: string | undefined;
}

/** `file` is a safe path relative to `root`; null when it is not an existing bulk file. */
function answerBulk(
  file: string,
  root: string,
  { ifNoneMatch, range, ifRange }: BulkRequest,
  release: Release,
): FilePart | Reply | null {
  const type = bulkTypeAt(`/${file}`);
  const found = type === null ? null : findBulk(root, file, release);
  if (type === null || found === null) return null;
  const { place, bytes, tag } = found;
  const whole = { ...bulkHeaders(release.max_age), 'Accept-Ranges': 'bytes', 'Content-Type': type };
  const { status, headers } = validated(whole, tag, ifNoneMatch);
  const part = (of: Omit<FilePart, 'place'>): FilePart | Reply => {
    if (typeof place === 'string') return { ...of, place };
    return { status: of.status, headers: of.headers, body: place.subarray(of.start, of.end) };
  };
  if (status === 304) return part({ status, headers, start: 0, end: 0 });
  // A client must not combine ranges of two versions of a file (If-Range, RFC 9110, 13.1.5).
  const isWhole = range === undefined || (ifRange !== undefined && ifRange.trim() !== tag);
  const asked = isWhole ? null : readRange(range, bytes);
  if (asked === null) return part({ status: 200, headers, start: 0, end: bytes });
  if (asked.start >= asked.end) {
    const refusal = { ...plainErrorHeaders, 'Content-Range': `bytes */${bytes}` };
    return part({ status: 416, headers: refusal, start: 0, end: 0 });
  }
  const contentRange = `bytes ${asked.start}-${asked.end - 1}/${bytes}`;
  return part({ status: 206, headers: { ...headers, 'Content-Range': contentRange }, ...asked });
}

/** Where a file is, its size and its ETag; null if the site has no such file. */
function findBulk(
  root: string,
  file: string,
  release: Release,
): { readonly place: string | Uint8Array; readonly bytes: number; readonly tag: string } | null {
  if (placeIn(release, file) !== null) {
    const place = readPublished(root, file, release);
    return place && { place, bytes: place.length, tag: entityTag(place) };
  }
  const found = statSiteFile(root, file);
  if (found === null) return null;
  const { place, bytes, mtimeMs } = found;
  return {
    place,
    bytes,
    tag: `"${bytes.toString(36)}-${Math.round(mtimeMs * 1000).toString(36)}"`,
  };
}

/** Parses a single range; null for several or none, and then the full file is sent (RFC 9110, 14.2). */
function readRange(range: string, bytes: number): { start: number; end: number } | null {
  const [, first = '', last = ''] = /^bytes=([0-9]*)-([0-9]*)$/.exec(range.trim()) ?? [];
  if (first === '' && last === '') return null;
  // A suffix range.
  if (first === '') return { start: Math.max(0, bytes - Number(last)), end: bytes };
  const end = last === '' ? bytes : Math.min(bytes, Number(last) + 1);
  if (last !== '' && Number(last) < Number(first)) return null;
  return { start: Number(first), end };
}

/**
 * Access control of the preview: a draft is only for the users of this machine. Rejects requests of web pages open in a
 * local browser, which may send requests of their own (`Origin`) or use a host name that now resolves to this machine
 * (DNS rebinding: `Host`).
 */
interface Visitor {
  /** The Host header; undefined for an HTTP/1.0 client, which cannot be a browser. */
  readonly host: string | undefined;
  /** The origin of the page whose script sends the request; undefined for programs and for the preview's own pages. */
  readonly origin: string | undefined;
}

/** Why a request is rejected, as a sentence that says what to do; null if it is not. */
export function refusalOf({ host, origin }: Visitor, allowed: ReadonlySet<string>): string | null {
  if (allowed.has('*')) return null;
  const own = host === undefined ? null : hostnameIn(host);
  // A request to an IP address cannot be DNS rebinding, which needs a name.
  const isAddress = own !== null && isIP(own.replace(/^\[(.*)\]$/, '$1')) !== 0;
  const isKnown = own !== null && (isAddress || isOfThisMachine(own) || allowed.has(own));
  if (host !== undefined && !isKnown) {
    return `The preview does not answer to the name ${own ?? JSON.stringify(host)}. Start it with --allow-host ${own ?? '<name>'} if it should.`;
  }
  if (origin === undefined) return null;
  const page = hostnameIn(origin.replace(/^[a-z][a-z0-9+.-]*:\/\//i, ''));
  const isOurs = page !== null && (page === own || isOfThisMachine(page) || allowed.has(page));
  if (isOurs) return null;
  const named = origin === 'null' ? '"*"' : (page ?? '<name>');
  return `The preview does not answer web pages of ${origin}. Start it with --allow-host ${named} if it should.`;
}

export interface PreviewRequest extends BulkRequest {
  readonly method: string;
  /** The target of the request line, as sent. */
  readonly target: string;
  readonly visitor: Visitor;
  /** Whether it asks for HTML. */
  readonly isBrowser?: boolean;
}

export interface PreviewedSite {
  /** Absolute path of the site's folder. */
  readonly root: string;
  /** The URL of the preview, without a trailing slash. */
  readonly url: string;
  /** Reads the current `release.json`; throws a Failure when there is no site. */
  readonly release: () => Release;
  /** Host names that it accepts besides those of this machine. */
  readonly allowedHosts: ReadonlySet<string>;
}

/** A file of the site, served by http-server; the path is relative and safe. */
export interface FileToSend {
  readonly file: string;
}

/** Answers a request. Read failures become a response too, so that they do not end the preview. */
export function answerRequest(
  request: PreviewRequest,
  site: PreviewedSite,
): Reply | FileToSend | FilePart {
  try {
    const refusal = refusalOf(request.visitor, site.allowedHosts);
    if (refusal !== null) return errorReply(403, refusedHeaders, errorBody(refusal));
    const release = site.release();
    const { path, query } = parseRequestTarget(request.target);
    const answer = route(
      { method: request.method, path, query },
      {
        prefix: '',
        lastPages: lastPagesOf(release),
        ...pageSetsIn(release),
        ...viewPagesIn(release),
        caseInsensitiveNames: release.case_insensitive_names === true,
        phageAliases: release.phage_aliases === true,
      },
    );
    const table = release.bulk.includes('phagesdb') ? tableAt(path, query) : null;
    switch (answer.kind) {
      case 'outside':
        return answerPlainFile(request, table ?? path, site.root, release);
      case 'file':
        return answerApiFile(answer, request, release, site);
      case 'redirect': {
        const headers = { ...redirectHeaders(release.max_age), Location: answer.location };
        return { status: 301, headers, body: noBody };
      }
      case 'error':
        return errorReply(answer.status, errorHeaders, answer.body);
    }
  } catch (error) {
    return unreadable(error);
  }
}

function answerApiFile(
  answer: FileAnswer,
  request: PreviewRequest,
  release: Release,
  site: PreviewedSite,
): Reply {
  const read = (file: string) => readPublished(site.root, file, release);
  const published = answer.dependsOn === answer.file || read(answer.dependsOn) !== null;
  const bytes = published ? read(answer.file) : null;
  if (bytes === null) {
    const own = byOwnName(answer, site.root);
    return own === null
      ? errorReply(notFound.status, errorHeaders, missingBody(answer.file, site.root))
      : answerApiFile(own, request, release, site);
  }

  const body = linkedHere(bytes, answer.holds, { from: release.base_url, to: site.url });
  return contentReply(body, (tag) => {
    const head = fileHead(answer, release.max_age, tag, request.ifNoneMatch);
    return { ...head, headers: { ...head.headers, ...releaseHeaders(release.release) } };
  });
}

function missingBody(file: string, root: string): string {
  const family = familyAt(file);
  if (family === null) return notFound.body;
  const table = readSiteFile(root, familiesTable) ?? noBody;
  return formerFamilyBody(family, Buffer.from(table).toString());
}

/** The answer for the phage's own name, if the request uses another one (D3). */
function byOwnName(answer: FileAnswer, root: string): FileAnswer | null {
  const { alias } = answer;
  const index = alias === undefined ? null : readSiteFile(root, aliasFileFor(alias));
  return index === null ? null : answerByAlias(answer, Buffer.from(index).toString());
}

/** The file of a genome that is requested by another name of its phage (D3). */
function genomeByOtherName(path: string, root: string): string | null {
  const asked = genomeAliasAt(path);
  const index = asked === null ? null : readSiteFile(root, aliasFileFor(asked));
  return asked === null || index === null
    ? null
    : genomeByAlias(asked, Buffer.from(index).toString());
}

function linkedHere(bytes: Uint8Array, holds: FileAnswer['holds'], change: LinkChange): Uint8Array {
  if (change.from === change.to) return bytes;
  if (holds === 'page') return rewritePageLinks(bytes, change);
  return holds === 'root' ? rewriteRootLinks(bytes, change) : bytes;
}

function answerPlainFile(
  request: PreviewRequest,
  path: string,
  root: string,
  release: Release,
): Reply | FileToSend | FilePart {
  const { pages, phage_aliases: aliases } = release;
  const file = plainFileAt(path);
  if (request.method === 'OPTIONS' && file !== null && bulkTypeAt(`/${file}`) !== null) {
    return { status: 204, headers: bulkPreflightHeaders, body: noBody };
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    const headers = { ...plainErrorHeaders, Allow: 'GET, HEAD' };
    return errorReply(405, headers, methodNotAllowedBody(request.method));
  }
  const bulk = file === null ? null : answerBulk(file, root, request, release);
  if (bulk !== null) return bulk;
  const genome = aliases === true ? genomeByOtherName(path, root) : null;
  const named = genome === null ? null : answerBulk(genome, root, request, release);
  if (named !== null) return named;
  const packed =
    file !== null && isHtmlPage(file) && placeIn(release, file) !== null
      ? readPublished(root, file, release)
      : null;
  if (packed !== null) return freshReply(pageType, packed, request);
  if (file === null || statSiteFile(root, file) === null) {
    const page = request.isBrowser === true ? readSiteFile(root, lostFile) : null;
    if (page === null) return errorReply(404, plainErrorHeaders, notFoundBody);
    const headers = { ...plainErrorHeaders, 'Content-Type': pageType };
    return { status: 404, headers, body: page };
  }
  const codeType = pages === true && file.startsWith(codeFolder) ? codeTypeOf(file) : null;
  // http-server would add `charset=UTF-8` to JSON, and would let browsers revalidate code each time.
  if (!file.endsWith('.json') && codeType === null) return { file };
  const bytes = readSiteFile(root, file);
  return bytes === null
    ? errorReply(404, plainErrorHeaders, notFoundBody)
    : contentReply(bytes, (tag) =>
        validated(
          codeType === null
            ? plainJsonHeaders
            : { ...lastingHeaders, 'Content-Type': `${codeType}; charset=utf-8` },
          tag,
          request.ifNoneMatch,
        ),
      );
}

/** The file for a path outside `/api`; null if the path is malformed or may leave the site. */
export function plainFileAt(path: string): string | null {
  const segments = path.split('/');
  if (segments.shift() !== '') return null;
  if (segments.at(-1) === '') segments[segments.length - 1] = welcomeFile;
  const names = attempt(() => segments.map(decodeURIComponent));
  if (names === undefined) return null;
  const file = names.join('/');
  const isSafe = names.every((name) => unsafeNameReason(name) === null);
  return isSafe || isIndexBesideApi(names) ? file : null;
}

/** Those of bulk files, and of former releases. */
function isIndexBesideApi(names: readonly string[]): boolean {
  const [top = ''] = names;
  return (
    names.at(-1) === 'index.json' &&
    names.slice(0, -1).every((name) => unsafeNameReason(name) === null) &&
    [bulkFolder, changesFolder, releasesFolder].includes(`${top}/`)
  );
}

function unreadable(error: unknown): Reply {
  // The folder may be missing: for a moment while a build publishes, or for good if the site was deleted.
  if (error instanceof Failure) {
    return errorReply(503, errorHeaders, errorBody('There is no site to preview at the moment.'));
  }
  const reason = systemCode(error) ?? reasonOf(error);
  const body = errorBody(`The preview could not read the site: ${reason}.`);
  return errorReply(500, errorHeaders, body);
}
