/** The contract's rows on views: one address of each kind, as far as the site has it (V1, A2, M3, D2). */
import { optionsFile } from '../contract/sitePaths.ts';
import { viewFile } from '../contract/viewAddresses.ts';
import { escapedPath } from './escapedPath.ts';
import {
  content,
  description,
  notFound,
  redirect,
  type SiteFacts,
  type TableRow,
  tableRow as row,
} from './tableRow.ts';

export function viewRows({ views }: SiteFacts): TableRow[] {
  return views.flatMap(({ template, segments }) => {
    const below = escapedPath(segments.join('/'));
    if (below === null) return [];
    const path = `/api/${below}/`;
    const file = viewFile(segments);
    const query = '?a=%2F&b';
    return [
      row('V1', template, path, content(file)),
      row(
        'V1',
        `${template} by its file, which takes no page`,
        `${path}index.json?page=2`,
        content(file),
      ),
      row('A2', `${template} without slash`, path.slice(0, -1) + query, redirect(path + query)),
      row('M3', `OPTIONS of ${template}`, path, description(optionsFile(template)), {
        method: 'OPTIONS',
      }),
      row('D2', `nothing below ${template}`, `${path}Nobody_999999/`, notFound),
    ];
  });
}
