/** Picks one view and one bulk file of each kind that a site has, and some of its pages for people. */
import path from 'node:path';
import { isBulkPath } from '../../contract/bulkAddresses.ts';
import { bulkIndexFile } from '../../contract/bulkFiles.ts';
import { codeTypes } from '../../contract/codeFiles.ts';
import type { ViewTemplate } from '../../contract/views.ts';
import { assetFolder, codeFolder } from '../../contract/sitePaths.ts';
import { compareText } from '../../text/compareText.ts';
import type { SiteManifest } from '../manifest/siteManifest.ts';
import { type ViewAddress, viewAt } from '../manifest/viewOf.ts';
import type { KnownSite } from './tableRow.ts';

/** The first view of each template in the manifest, in its order. */
export function exampleViews(manifest: SiteManifest): ViewAddress[] {
  const found = new Map<ViewTemplate, ViewAddress>();
  for (let entry = 0; entry < manifest.entries; entry++) {
    const view = viewAt(manifest.pathOf(entry));
    if (view !== null && !found.has(view.template)) found.set(view.template, view);
  }
  return [...found.values()];
}

/** The first bulk file of each extension and folder: the index, then the others by size. */
export function exampleBulk(manifest: SiteManifest): string[] {
  const found = new Map<string, string>();
  for (let entry = 0; entry < manifest.entries; entry++) {
    const file = manifest.pathOf(entry);
    const kind = path.posix.dirname(file) + path.posix.extname(file);
    if (isBulkPath(file) && !found.has(kind)) found.set(kind, file);
  }
  if (manifest.find(bulkIndexFile) < 0) return [];
  const bytesOf = (file: string) => manifest.fileOf(manifest.find(file)).bytes;
  const bySize = [...found.values()].sort((a, b) => bytesOf(a) - bytesOf(b) || compareText(a, b));
  return [...new Set([bulkIndexFile, ...bySize])];
}

/** The smallest code file of each kind, and all indexes of the pages for people; nothing if there are none. */
export function examplePages(manifest: SiteManifest): Pick<KnownSite, 'pages'> {
  const files = pageFiles(manifest).map((entry) => manifest.fileOf(entry));
  const code = Object.keys(codeTypes).flatMap((extension) => {
    const [least] = files
      .filter(({ path: file }) => file.startsWith(codeFolder) && file.endsWith(`.${extension}`))
      .sort((a, b) => a.bytes - b.bytes || compareText(a.path, b.path));
    return least === undefined ? [] : [least.path];
  });
  const indexes = files.map(({ path: file }) => file).filter((file) => file.endsWith('.json'));
  return code.length === 0 ? {} : { pages: { code, indexes } };
}

/** The manifest entries of code, style and indexes, without compressed siblings. */
export function pageFiles(manifest: SiteManifest): readonly number[] {
  return manifest.where((file) => file.startsWith(assetFolder) && !/\.(?:gz|br)$/.test(file));
}
