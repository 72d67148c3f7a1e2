/** What the preview sends: a status, headers and bytes, with the validators of HTTP worked out (M5). */
import { jsonType, type HeaderFields } from '../contract/headers.ts';
import { matchesEntityTag } from '../contract/ifNoneMatch.ts';
import { entityTag } from './entityTag.ts';

export interface Reply {
  readonly status: number;
  readonly headers: HeaderFields;
  /** Empty for a redirect, a 204 and a 304. */
  readonly body: Uint8Array;
}

const noBody = new Uint8Array();

/** A 200 with its validator; a 304 without body where the client has these very bytes (M5). */
export function contentReply(
  headers: HeaderFields,
  body: Uint8Array,
  ifNoneMatch: string | undefined,
): Reply {
  const tag = entityTag(body);
  const validated = { ...headers, ETag: tag };
  if (!matchesEntityTag(ifNoneMatch, tag)) return { status: 200, headers: validated, body };
  const unchanged = Object.entries(validated).filter(([name]) => name !== 'Content-Type');
  return { status: 304, headers: Object.fromEntries(unchanged), body: noBody };
}

/** An error outside `/api` carries only what it needs; one inside brings the contract's headers. */
export function errorReply(status: number, headers: HeaderFields, body: string): Reply {
  return { status, headers, body: Buffer.from(body) };
}

export function redirectReply(headers: HeaderFields, location: string): Reply {
  return { status: 301, headers: { ...headers, Location: location }, body: noBody };
}

/** What a browser asks before a script of another site may. */
export function preflightReply(headers: HeaderFields): Reply {
  return { status: 204, headers, body: noBody };
}

/** For files outside `/api`: a browser asks again each time, so that a rebuild shows at once. */
export const plainJsonHeaders: HeaderFields = {
  'Content-Type': jsonType,
  'Access-Control-Allow-Origin': '*',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-cache',
};

/** For those that are not answered: their script shall not read even that. */
export const refusedHeaders: HeaderFields = {
  'Content-Type': jsonType,
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
};

export const plainErrorHeaders: HeaderFields = { ...plainJsonHeaders, 'Cache-Control': 'no-store' };
