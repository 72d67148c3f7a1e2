/** `manifest.json`: every published file with its size and hash, in order of path. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { manifestFile } from '../contract/sitePaths.ts';
import type { PublishedFile } from './fileList.ts';
import { compareText } from '../text/compareText.ts';

/** The text of a manifest, a line for each file, in pieces; `files` are in order of path. */
export function* manifestOf(
  files: Iterable<PublishedFile>,
  // A text of all files may be longer than a string can be.
  filesPerPiece = 4096,
): Generator<string> {
  let piece = '{"files":[\n';
  let count = 0;
  for (const { path: name, bytes, sha256 } of files) {
    if (count > 0) piece += ',\n';
    if (count % filesPerPiece === 0) {
      yield piece;
      piece = '';
    }
    // Three times as fast as an object that is made into text as a whole.
    piece += `{"path":${JSON.stringify(name)},"bytes":${bytes},"sha256":"${sha256}"}`;
    count++;
  }
  yield `${piece}\n]}\n`;
}

/** The same as one text, of files in any order. */
export function renderManifest(files: readonly PublishedFile[]): string {
  return [...manifestOf(files.toSorted((a, b) => compareText(a.path, b.path)))].join('');
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
