/** Which view a file of the site belongs to. */
import { matchViewTemplate, type ViewName, viewNames } from '../contract/viewAddresses.ts';

/** Null for a file that is of no view; compressed siblings are of the view that they are siblings of. */
export function viewOf(file: string): ViewName | null {
  const path = file.replace(/\.(?:gz|br)$/, '');
  if (/^api\/phams\/(?:index|page\/[1-9][0-9]*)\.json$/.test(path)) return 'phams';
  const below = /^api\/(.+)\/index\.json$/.exec(path)?.[1];
  if (below === undefined) return null;
  const segments = below.split('/');
  if (matchViewTemplate(segments) === null) return null;
  return viewNames.find((name) => name === segments[0]) ?? null;
}
