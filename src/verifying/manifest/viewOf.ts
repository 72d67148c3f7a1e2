/** Maps a file of the site to its view. */
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
  if (/^api\/phams\/(?:index|page\/[1-9][0-9]*)\.json$/.test(path)) return 'phams';
  const segments = viewAt(path)?.segments;
  return viewNames.find((name) => name === segments?.[0]) ?? null;
}

/** The address of a file that is a view; null for any other file, and for the pages of phams. */
export function viewAt(file: string): ViewAddress | null {
  // Most files are records.
  if (file.startsWith('api/genes/') || file.startsWith('api/phages/')) return null;
  const segments = /^api\/(.+)\/index\.json$/.exec(file)?.[1]?.split('/') ?? [];
  const template = matchViewTemplate(segments);
  return template === null ? null : { template, segments };
}
