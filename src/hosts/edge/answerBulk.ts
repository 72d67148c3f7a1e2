/**
 * Adds what the host does not know to its storage's response for a file outside the API: headers for scripts and
 * caches.
 */
import { bulkTypeAt } from '../../contract/bulkAddresses.ts';
import { bulkHeaders, jsonType, lastingHeaders } from '../../contract/headers.ts';
import { codeFolder, manifestFile, openApiFile, releaseFile } from '../../contract/sitePaths.ts';
import type { EdgeSite } from './routeBelow.ts';

// Includes 304 and 416: without CORS headers, a script cannot read them.
const answered: ReadonlySet<number> = new Set([200, 206, 304, 416]);

/** `path` is without the site's prefix. Other files and other statuses pass through unchanged. */
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

/** Whether a path, without the site's prefix, is code of the pages for people. */
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
