/** Gives a file beside the API from a host's own store the headers that scripts need and the store does not know. */
import { bulkHeaders } from '../../contract/headers.ts';
import type { EdgeSite } from './edgeSite.ts';
import { readTypeAt } from './readType.ts';

// A 304 and a 416 as well: a script may read no answer without them.
const answered: ReadonlySet<number> = new Set([200, 206, 304, 416]);

/** `path` is below the site's prefix. What is no such file, or no answer about one, stays as it is. */
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
