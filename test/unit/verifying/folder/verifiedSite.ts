/** A folder and its manifest, for tests of what verify says of a folder. */
import { marks, type SiteManifest } from '../../../../src/verifying/siteManifest.ts';
import { tempFolder } from '../../sources/tempFolder.ts';
import { manifestOf } from '../manifestOf.ts';

type Files = Readonly<Record<string, string | Uint8Array>>;

/**
 * The manifest lists `files`; the folder has them but for `changes`: other contents by path, null for a file that is
 * not there.
 */
export function verifiedSite(
  files: Files,
  changes: Readonly<Record<string, string | Uint8Array | null>> = {},
): { readonly root: string; readonly manifest: SiteManifest } {
  const manifest = manifestOf(files);
  const there: Record<string, string | Uint8Array> = {};
  for (const [path, content] of Object.entries({ ...files, ...changes })) {
    if (content !== null) there[path] = content;
  }
  for (const path of Object.keys(there)) {
    const entry = manifest.find(path);
    if (entry >= 0) manifest.mark(entry, marks.onDisk);
  }
  return { root: tempFolder(there), manifest };
}
