/** The headers of every response under `/api/` (M1, M2, M3, M5), as plain data. */
import type { FileAnswer } from './route.ts';

export type HeaderFields = Readonly<Record<string, string>>;

export const allowedMethods = 'GET, HEAD, OPTIONS';

export const jsonType = 'application/json';

/** The headers of every response, including errors, redirects and 304s (M1). */
export const apiHeaders: HeaderFields = {
  Allow: allowedMethods,
  'Access-Control-Allow-Origin': '*',
  'X-Content-Type-Options': 'nosniff',
  Vary: 'Accept',
};

/** The same headers for a host that compresses: responses vary by Accept-Encoding even when not compressed (M1). */
export function variedHeaders(fields: HeaderFields): HeaderFields {
  return { ...fields, Vary: 'Accept, Accept-Encoding' };
}

export function cacheControl(maxAgeSeconds: number): string {
  return `public, max-age=${maxAgeSeconds}`;
}

/** A 200 for GET and HEAD; the server adds the ETag (M2, M5). */
export function contentHeaders(maxAgeSeconds: number): HeaderFields {
  return { ...apiHeaders, 'Content-Type': jsonType, 'Cache-Control': cacheControl(maxAgeSeconds) };
}

/** For the code and style of the pages for people: if the bytes change, so does the name (W1). */
export const lastingHeaders: HeaderFields = {
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'public, max-age=31536000, immutable',
};

/** For `index.html` and the indexes: browsers revalidate each time (W1). */
export const freshCache = 'no-cache';

// Without these, scripts can read neither the range that they received nor the size of the file.
export const exposedByBulk = ['Accept-Ranges', 'Content-Length', 'Content-Range', 'ETag'] as const;

/** The headers of every bulk file, besides its type. A compressed one is a file of its own, without Content-Encoding. */
export function bulkHeaders(maxAgeSeconds: number): HeaderFields {
  return {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': exposedByBulk.join(', '),
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': cacheControl(maxAgeSeconds),
  };
}

/** The request headers that scripts may send for a bulk file: ranges and revalidation. */
export const bulkRequestHeaders = 'Range, If-None-Match, If-Range';

/** A 204 for OPTIONS of a bulk file: the CORS preflight of a range request. */
export const bulkPreflightHeaders: HeaderFields = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': allowedMethods,
  'Access-Control-Allow-Headers': bulkRequestHeaders,
};

/** A 200 for OPTIONS; it also serves as a CORS preflight response (M3). */
export function optionsHeaders(maxAgeSeconds: number): HeaderFields {
  return { ...contentHeaders(maxAgeSeconds), 'Access-Control-Allow-Methods': allowedMethods };
}

/** A redirect to the canonical path (A2). Without max-age, browsers cache a 301 for ever. */
export function redirectHeaders(maxAgeSeconds: number): HeaderFields {
  return { ...apiHeaders, 'Cache-Control': cacheControl(maxAgeSeconds) };
}

/** By which a host that runs code says of which release an answer is (H1). */
export function releaseHeaders(release: string): HeaderFields {
  return { 'Phagepress-Release': release, 'Access-Control-Expose-Headers': 'Phagepress-Release' };
}

/** A 404, a 405 or a server error (M5). */
export const errorHeaders: HeaderFields = {
  ...apiHeaders,
  'Content-Type': jsonType,
  'Cache-Control': 'no-store',
};

/** Status and headers of a response with a file, and its revalidation (M1, M2, M3, M5). */
export interface Head {
  readonly status: 200 | 304;
  readonly headers: HeaderFields;
}

/** For a file under `/api`. `tag` is the ETag of the bytes that are sent; null if there is none. */
export function fileHead(
  { holds }: FileAnswer,
  maxAgeSeconds: number,
  tag: string | null,
  ifNoneMatch: string | null | undefined,
): Head {
  return holds === 'description'
    ? validated(optionsHeaders(maxAgeSeconds), tag, null)
    : validated(contentHeaders(maxAgeSeconds), tag, ifNoneMatch);
}

/** A 200 with its ETag, or a 304, which has no type, if the client's copy is current. */
export function validated(
  headers: HeaderFields,
  tag: string | null,
  ifNoneMatch: string | null | undefined,
): Head {
  if (tag === null) return { status: 200, headers };
  if (!matchesEntityTag(ifNoneMatch, tag)) {
    return { status: 200, headers: { ...headers, ETag: tag } };
  }
  const { 'Content-Type': _, ...unchanged } = headers;
  return { status: 304, headers: { ...unchanged, ETag: tag } };
}

/** Whether an `If-None-Match` header matches an ETag, weakly (RFC 9110 13.1.2): proxies that compress mark it with `W/`. */
export function matchesEntityTag(ifNoneMatch: string | null | undefined, tag: string): boolean {
  if (ifNoneMatch === null || ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = tag.replace(/^W\//, '');
  return Array.from(ifNoneMatch.matchAll(/"[^"]*"/g), ([listed]) => listed).includes(opaque);
}

/** Below this size, headers matter more than compression. */
export const minCompressedBytes = 1000;
