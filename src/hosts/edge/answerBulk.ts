/** Gives a bulk file from a host's own store the headers that the store does not know. */
import { bulkTypeAt } from '../../contract/bulkFiles.ts';
import { bulkHeaders } from '../../contract/headers.ts';
import type { EdgeSite } from './edgeSite.ts';

/** `path` is below the site's prefix. What is no bulk file, or no answer with one, stays as it is. */
export function withBulkHeaders(stored: Response, path: string, { maxAge }: EdgeSite): Response {
  const type = bulkTypeAt(path);
  if (type === null || (stored.status !== 200 && stored.status !== 206)) return stored;
  const answer = new Response(stored.body, stored);
  answer.headers.set('Content-Type', type);
  for (const [name, value] of Object.entries(bulkHeaders(maxAge))) answer.headers.set(name, value);
  return answer;
}
