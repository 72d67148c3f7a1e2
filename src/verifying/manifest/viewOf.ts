/** Maps a file of the site to its view. */
import { collectionNames } from '../../contract/collectionName.ts';
import { isDerivedPage } from '../../contract/sitePaths.ts';
import {
  matchViewTemplate,
  type ViewName,
  viewNames,
  type ViewTemplate,
} from '../../contract/views.ts';

export interface ViewAddress {
  readonly template: ViewTemplate;
  /** Decoded. */
  readonly segments: readonly string[];
}

/** Null for a file of no view; a compressed sibling belongs to the same view. */
export function viewOf(file: string): ViewName | null {
  const path = file.replace(/\.(?:gz|br)$/, '');
  const top = isDerivedPage(path) ? path.split('/')[1] : viewAt(path)?.segments[0];
  return viewNames.find((name) => name === top) ?? null;
}

const ofCollection = new RegExp(`^api/(?:${collectionNames.join('|')})/`);

/** The address of a file that is a view; null for any other file, and for the pages of lists. */
export function viewAt(file: string): ViewAddress | null {
  // Most files are records.
  if (ofCollection.test(file)) return null;
  const segments = /^api\/(.+)\/index\.json$/.exec(file)?.[1]?.split('/') ?? [];
  const template = matchViewTemplate(segments);
  return template === null ? null : { template, segments };
}
