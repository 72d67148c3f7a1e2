/** Paths of published files as they stand in URLs. */
import { attempt } from '../../failure.ts';

/** Percent-encodes a published file's path for a URL, without a leading slash; null for a lone surrogate in it. */
export function escapedPath(path: string): string | null {
  return attempt(() => path.split('/').map(encodeURIComponent).join('/')) ?? null;
}
