/** Status and headers of an answer that has a file, and its revalidation (M1, M2, M3, M5). */
import { contentHeaders, type HeaderFields, optionsHeaders } from '../contract/headers.ts';
import type { FileAnswer } from '../contract/route.ts';
import { matchesEntityTag } from './ifNoneMatch.ts';

export interface Head {
  readonly status: 200 | 304;
  readonly headers: HeaderFields;
}

/** Of a file under `/api`. `tag` is the ETag of what is sent; null where there is none. */
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
