/** Files outside the API that scripts read from other origins: bulk files, `release.json` and the like. */
import { bulkTypeAt } from '../../contract/bulkFiles.ts';
import { jsonType } from '../../contract/headers.ts';
import { manifestFile, openApiFile, releaseFile } from '../../contract/sitePaths.ts';

const about: ReadonlySet<string> = new Set([releaseFile, manifestFile, openApiFile]);

/** The media type of such a file by its path without the site's prefix; null for any other. */
export function readTypeAt(path: string): string | null {
  return about.has(path.slice(1)) ? jsonType : bulkTypeAt(path);
}
