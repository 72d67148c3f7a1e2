/** Folders of sites, made and read back. */
import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Release } from '../../../src/contract/release.ts';
import type { PublishedFile } from '../../../src/publishing/fileList.ts';
import { renderManifest } from '../../../src/publishing/manifest.ts';

/** What a `release.json` says. */
export function releaseOf(changes: Partial<Release> = {}): Release {
  const collection = { count: 0, page_size: 100, pages: 1 };
  return {
    program: 'phagepress',
    version: '0.1.0',
    release: 'f'.repeat(64),
    base_url: 'https://example.org',
    links: 'query',
    max_age: 300,
    gene_files: true,
    views: [],
    bulk: [],
    precompress: [],
    hosts: [],
    allowed: [],
    collections: { genes: collection, phages: collection },
    schemas: [],
    ...changes,
  };
}

export const releaseText = (changes: Partial<Release> = {}) => JSON.stringify(releaseOf(changes));

/** What a manifest says of files. */
export function publishedFiles(files: Readonly<Record<string, string>>): PublishedFile[] {
  return Object.entries(files).map(([name, text]) => ({
    path: name,
    bytes: Buffer.byteLength(text),
    sha256: hash('sha256', text),
  }));
}

/** The files of a whole site below `folder`: those given, and what names them. */
export function siteWith(
  folder: string,
  files: Readonly<Record<string, string>>,
): Record<string, string> {
  const whole = {
    ...files,
    'manifest.json': renderManifest(publishedFiles(files)),
    'release.json': releaseText(),
  };
  return Object.fromEntries(
    Object.entries(whole).map(([name, text]) => [`${folder}/${name}`, text]),
  );
}

/** Every file below a folder, hidden ones too, by its relative path with `/`. */
export function filesIn(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry): [string, string] => {
      const file = path.join(entry.parentPath, entry.name);
      return [path.relative(folder, file), readFileSync(file, 'utf8')];
    });
  return Object.fromEntries(files.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
