/** Decides the preview's response to a request: the router's under `/api`, the site's other files elsewhere. */
import {
  aliasFileFor,
  answerByAlias,
  genomeAliasAt,
  genomeByAlias,
} from '../contract/aliasIndex.ts';
import { errorBody, methodNotAllowedBody, notFoundBody } from '../contract/bodies.ts';
import { bulkTypeAt } from '../contract/bulkAddresses.ts';
import { bulkIndexFile } from '../contract/bulkFiles.ts';
import { codeTypeOf } from '../contract/codeFiles.ts';
import {
  bulkPreflightHeaders,
  errorHeaders,
  lastingHeaders,
  redirectHeaders,
} from '../contract/headers.ts';
import { unsafeNameReason } from '../contract/recordName.ts';
import { lastPagesOf, pageSetsIn, type Release } from '../contract/release.ts';
import { notFound, route, type FileAnswer } from '../contract/route.ts';
import { codeFolder, welcomeFile } from '../contract/sitePaths.ts';
import { tableAt } from '../contract/tableAddresses.ts';
import { attempt, Failure, reasonOf, systemCode } from '../failure.ts';
import { answerBulk, type BulkRequest, type FilePart } from './answerBulk.ts';
import {
  contentReply,
  errorReply,
  plainErrorHeaders,
  plainJsonHeaders,
  preflightReply,
  redirectReply,
  refusedHeaders,
  type Reply,
} from './reply.ts';
import { fileHead, validated } from '../contract/fileHead.ts';
import { parseRequestTarget } from '../contract/requestTarget.ts';
import { type LinkChange, rewritePageLinks, rewriteRootLinks } from '../contract/rewriteLinks.ts';
import { refusalOf, type Visitor } from './visitors.ts';
import { hasSiteFile, readSiteFile } from './siteFiles.ts';

export interface PreviewRequest extends BulkRequest {
  readonly method: string;
  /** The target of the request line, as sent. */
  readonly target: string;
  readonly visitor: Visitor;
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
      case 'redirect':
        return redirectReply(redirectHeaders(release.max_age), answer.location);
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
  const published = answer.dependsOn === answer.file || hasSiteFile(site.root, answer.dependsOn);
  const bytes = published ? readSiteFile(site.root, answer.file) : null;
  if (bytes === null) {
    const own = byOwnName(answer, site.root);
    return own === null
      ? errorReply(notFound.status, errorHeaders, notFound.body)
      : answerApiFile(own, request, release, site);
  }

  const body = linkedHere(bytes, answer.holds, { from: release.base_url, to: site.url });
  return contentReply(body, (tag) => fileHead(answer, release.max_age, tag, request.ifNoneMatch));
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
  { max_age: maxAge, pages, phage_aliases: aliases }: Release,
): Reply | FileToSend | FilePart {
  const file = plainFileAt(path);
  if (request.method === 'OPTIONS' && file !== null && bulkTypeAt(`/${file}`) !== null) {
    return preflightReply(bulkPreflightHeaders);
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    const headers = { ...plainErrorHeaders, Allow: 'GET, HEAD' };
    return errorReply(405, headers, methodNotAllowedBody(request.method));
  }
  const bulk = file === null ? null : answerBulk(file, root, request, maxAge);
  if (bulk !== null) return bulk;
  const genome = aliases === true ? genomeByOtherName(path, root) : null;
  const named = genome === null ? null : answerBulk(genome, root, request, maxAge);
  if (named !== null) return named;
  if (file === null || !hasSiteFile(root, file)) {
    return errorReply(404, plainErrorHeaders, notFoundBody);
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
function plainFileAt(path: string): string | null {
  const segments = path.split('/');
  if (segments.shift() !== '') return null;
  if (segments.at(-1) === '') segments[segments.length - 1] = welcomeFile;
  const names = attempt(() => segments.map(decodeURIComponent));
  if (names === undefined) return null;
  const file = names.join('/');
  const isSafe = names.every((name) => unsafeNameReason(name) === null);
  return isSafe || file === bulkIndexFile ? file : null;
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
