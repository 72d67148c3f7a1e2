/** Rows of the contract's table for views: one address of each kind that the site has (V1). */
import { viewFile } from '../../contract/views.ts';
import { addressRows } from './addressRows.ts';
import { escapedPath } from '../manifest/escapedPath.ts';
import type { KnownSite, TableRow } from './tableRow.ts';

export function viewRows({ views }: KnownSite): TableRow[] {
  return views.flatMap(({ template, segments }) => {
    const below = escapedPath(segments.join('/'));
    if (below === null) return [];
    return addressRows({
      clause: 'V1',
      name: template,
      path: `/api/${below}/`,
      file: viewFile(segments),
      describedAs: template,
      takesPages: false,
      unknown: 'Nobody_999999',
    });
  });
}
