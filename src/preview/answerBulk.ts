/** Serves a bulk file, in full or as a range, without reading it into memory. */
import { bulkTypeAt } from '../contract/bulkAddresses.ts';
import { bulkHeaders, type HeaderFields } from '../contract/headers.ts';
import { validated } from '../contract/fileHead.ts';
import { plainErrorHeaders } from './reply.ts';
import { statSiteFile } from './siteFiles.ts';

/** Bytes [start, end) of a file, sent as they are. */
export interface FilePart {
  readonly status: 200 | 206 | 304 | 416;
  readonly headers: HeaderFields;
  /** Absolute path. */
  readonly place: string;
  readonly start: number;
  readonly end: number;
}

export interface BulkRequest {
  readonly ifNoneMatch: string | undefined;
  readonly range: string | undefined;
  /** The ETag of the version of which the client has a part; without it, every range is served. */
  readonly ifRange: string | undefined;
}

/** `file` is a safe path relative to `root`; null when it is not an existing bulk file. */
export function answerBulk(
  file: string,
  root: string,
  { ifNoneMatch, range, ifRange }: BulkRequest,
  maxAge: number,
): FilePart | null {
  const type = bulkTypeAt(`/${file}`);
  const found = type === null ? null : statSiteFile(root, file);
  if (type === null || found === null) return null;
  const { place, bytes, mtimeMs } = found;
  const tag = `"${bytes.toString(36)}-${Math.round(mtimeMs * 1000).toString(36)}"`;
  const whole = { ...bulkHeaders(maxAge), 'Accept-Ranges': 'bytes', 'Content-Type': type };
  const { status, headers } = validated(whole, tag, ifNoneMatch);
  if (status === 304) return { status, headers, place, start: 0, end: 0 };
  // A client must not combine ranges of two versions of a file (If-Range, RFC 9110, 13.1.5).
  const isWhole = range === undefined || (ifRange !== undefined && ifRange.trim() !== tag);
  const part = isWhole ? null : readRange(range, bytes);
  if (part === null) return { status: 200, headers, place, start: 0, end: bytes };
  if (part.start >= part.end) {
    const refusal = { ...plainErrorHeaders, 'Content-Range': `bytes */${bytes}` };
    return { status: 416, headers: refusal, place, start: 0, end: 0 };
  }
  const said = `bytes ${part.start}-${part.end - 1}/${bytes}`;
  return { status: 206, headers: { ...headers, 'Content-Range': said }, place, ...part };
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
