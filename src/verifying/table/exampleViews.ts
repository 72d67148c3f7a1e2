/** Picks one view of each kind that a site has. */
import type { ViewTemplate } from '../../contract/viewAddresses.ts';
import type { SiteManifest } from '../manifest/siteManifest.ts';
import { type ViewAddress, viewAt } from '../manifest/viewOf.ts';

/** The first of each kind in the manifest, in its order. */
export function exampleViews(manifest: SiteManifest): ViewAddress[] {
  const found = new Map<ViewTemplate, ViewAddress>();
  for (let entry = 0; entry < manifest.entries; entry++) {
    const view = viewAt(manifest.pathOf(entry));
    if (view !== null && !found.has(view.template)) found.set(view.template, view);
  }
  return [...found.values()];
}
