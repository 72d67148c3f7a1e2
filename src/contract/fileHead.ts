/** Status and headers of a response with a file, and its revalidation (M1, M2, M3, M5). */
import { contentHeaders, type HeaderFields, optionsHeaders } from './headers.ts';
import type { FileAnswer } from './route.ts';

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

/**
 * Whether an `If-None-Match` header matches an ETag: the header is a list of tags, or `*` for any. Uses the weak
 * comparison of RFC 9110 13.1.2, because a proxy that compresses a response marks its tag with `W/`.
 */
export function matchesEntityTag(ifNoneMatch: string | null | undefined, tag: string): boolean {
  if (ifNoneMatch === null || ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = tag.replace(/^W\//, '');
  return Array.from(ifNoneMatch.matchAll(/"[^"]*"/g), ([listed]) => listed).includes(opaque);
}
