/** Files beside the API that scripts read from other origins: bulk files, and what the site says of itself. */
import { bulkTypeAt } from '../../contract/bulkFiles.ts';
import { jsonType } from '../../contract/headers.ts';
import { manifestFile, openApiFile, releaseFile } from '../../contract/sitePaths.ts';

const about: ReadonlySet<string> = new Set([releaseFile, manifestFile, openApiFile]);

/** The media type of such a file by its path below the site's prefix; null for any other. */
export function readTypeAt(path: string): string | null {
  return about.has(path.slice(1)) ? jsonType : bulkTypeAt(path);
}
