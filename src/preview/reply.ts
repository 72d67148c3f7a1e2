/** Responses of the preview: status, headers, body and validators (M5). */
import { createHash } from 'node:crypto';
import { jsonType, type HeaderFields } from '../contract/headers.ts';
import type { Head } from '../contract/fileHead.ts';

export interface Reply {
  readonly status: number;
  readonly headers: HeaderFields;
  /** Empty for a redirect, a 204 and a 304. */
  readonly body: Uint8Array;
}

const noBody = new Uint8Array();

/** A response with these bytes; `headOf` returns its head for an ETag. A 304 has no body (M5). */
export function contentReply(body: Uint8Array, headOf: (tag: string) => Head): Reply {
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

export function redirectReply(headers: HeaderFields, location: string): Reply {
  return { status: 301, headers: { ...headers, Location: location }, body: noBody };
}

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

/** For rejected requests: no CORS headers, so that the page's script cannot read the response. */
export const refusedHeaders: HeaderFields = {
  'Content-Type': jsonType,
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
};

export const plainErrorHeaders: HeaderFields = { ...plainJsonHeaders, 'Cache-Control': 'no-store' };
