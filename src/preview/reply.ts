/** Responses of the preview: status, headers, body and validators (M5). */
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

/** A 200 with its ETag, or a 304 without a body if the client's copy is current (M5). */
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

/** An error. Outside `/api` it has only the necessary headers; inside, those of the contract. */
export function errorReply(status: number, headers: HeaderFields, body: string): Reply {
  return { status, headers, body: Buffer.from(body) };
}

export function redirectReply(headers: HeaderFields, location: string): Reply {
  return { status: 301, headers: { ...headers, Location: location }, body: noBody };
}

/** The response to a CORS preflight request. */
export function preflightReply(headers: HeaderFields): Reply {
  return { status: 204, headers, body: noBody };
}

/** For files outside `/api`: browsers revalidate each time, so that a rebuild is visible at once. */
export const plainJsonHeaders: HeaderFields = {
  'Content-Type': jsonType,
  'Access-Control-Allow-Origin': '*',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-cache',
};

/** For refused requests: no CORS headers, so that the page's script cannot read the response. */
export const refusedHeaders: HeaderFields = {
  'Content-Type': jsonType,
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
};

export const plainErrorHeaders: HeaderFields = { ...plainJsonHeaders, 'Cache-Control': 'no-store' };
