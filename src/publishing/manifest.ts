/** `manifest.json`: every published file with its size and hash, in order of path. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { manifestFile } from '../contract/sitePaths.ts';
import { compareText } from '../text/compareText.ts';

export interface PublishedFile {
  /** Relative to the site's root, with `/`. */
  readonly path: string;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** Files in the order of the manifest. Lists one behind the other that are in order each are soon sorted. */
export function sortFiles(files: readonly PublishedFile[]): PublishedFile[] {
  return files.toSorted((a, b) => compareText(a.path, b.path));
}

/** The text of a manifest, a line for each file; the same files give the same text whatever their order. */
export function renderManifest(files: readonly PublishedFile[]): string {
  const lines = sortFiles(files).map(
    // Three times as fast as an object that is made into text as a whole.
    ({ path: name, bytes, sha256 }) =>
      `{"path":${JSON.stringify(name)},"bytes":${bytes},"sha256":"${sha256}"}`,
  );
  return `{"files":[\n${lines.join(',\n')}\n]}\n`;
}

/** The files of the site at `siteDir` as its manifest says; null when there is none that can be read. */
export function readManifest(siteDir: string): PublishedFile[] | null {
  try {
    const text = readFileSync(path.join(siteDir, manifestFile), 'utf8');
    const value: { files: PublishedFile[] } = JSON.parse(text);
    return value.files.every(isPublishedFile) ? value.files : null;
  } catch {
    return null;
  }
}

function isPublishedFile(file: PublishedFile): boolean {
  return (
    typeof file.path === 'string' &&
    Number.isSafeInteger(file.bytes) &&
    typeof file.sha256 === 'string'
  );
}
