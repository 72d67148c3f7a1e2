/** Picks one view and one bulk file of each kind that a site has. */
import path from 'node:path';
import { bulkIndexFile, isBulkPath } from '../../contract/bulkFiles.ts';
import type { ViewTemplate } from '../../contract/views.ts';
import { compareText } from '../../text/compareText.ts';
import type { SiteManifest } from '../manifest/siteManifest.ts';
import { type ViewAddress, viewAt } from '../manifest/viewOf.ts';

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
