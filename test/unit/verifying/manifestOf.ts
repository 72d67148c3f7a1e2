/** Manifests and releases for tests of what verify compares. */
import { hash } from 'node:crypto';
import { parseRelease, type Release } from '../../../src/contract/release.ts';
import { renderManifest } from '../../../src/publishing/manifest.ts';
import { indexManifest } from '../../../src/verifying/manifest.ts';
import type { SiteManifest } from '../../../src/verifying/siteManifest.ts';
import { createClauseLog } from '../../../src/verifying/clauses.ts';
import { releaseText } from '../publishing/siteFolder.ts';

/** The manifest of a site with these files: their contents by path. */
export function manifestOf(files: Readonly<Record<string, string | Uint8Array>>): SiteManifest {
  const listed = Object.entries(files).map(([path, content]) => {
    const bytes = Buffer.from(content);
    return { path, bytes: bytes.length, sha256: hash('sha256', bytes) };
  });
  const text = renderManifest(listed);
  const shared = new SharedArrayBuffer(Buffer.byteLength(text));
  Buffer.from(shared).write(text);
  const manifest = indexManifest(shared, createClauseLog());
  if (manifest === null) throw new Error('no manifest');
  return manifest;
}

/** The manifest of a site that has these paths; what is in the files does not matter. */
export function manifestOfPaths(paths: readonly string[]): SiteManifest {
  return manifestOf(Object.fromEntries(paths.map((path) => [path, path])));
}

export function releaseWith(changes: Partial<Release> = {}): Release {
  const release = parseRelease(releaseText(changes));
  if (release === null) throw new Error('no release');
  return release;
}
