/** One view of each kind that a site has. */
import { matchViewTemplate, type ViewTemplate } from '../contract/viewAddresses.ts';
import type { SiteManifest } from './siteManifest.ts';

export interface ExampleView {
  readonly template: ViewTemplate;
  /** Decoded. */
  readonly segments: readonly string[];
}

/** Those that come first in the manifest, in its order. */
export function exampleViews(manifest: SiteManifest): ExampleView[] {
  const found = new Map<ViewTemplate, ExampleView>();
  for (let entry = 0; entry < manifest.entries; entry++) {
    const below = /^api\/(.+)\/index\.json$/.exec(manifest.pathOf(entry))?.[1];
    const segments = below?.split('/') ?? [];
    const template = matchViewTemplate(segments);
    if (template !== null && !found.has(template)) found.set(template, { template, segments });
  }
  return [...found.values()];
}
