/** The contract as a table: requests to a server of a site, and the expected responses. */
import { apiRootFile } from '../../contract/sitePaths.ts';
import { listNames } from '../../contract/collectionName.ts';
import { addressRows } from './addressRows.ts';
import { aliasRows } from './aliasRows.ts';
import { methodRows, negotiationRows, validatorRows } from './answerRows.ts';
import { longNameRows, oddRequestRows, strangerRows } from './hostileRows.ts';
import { listRows } from './listRows.ts';
import { bulkRows } from './bulkRows.ts';
import { pageRows } from './pageRows.ts';
import { absentRows, foldedRows, recordRows, unknownRows } from './recordRows.ts';
import type { KnownSite, TableRow } from './tableRow.ts';
import { viewFile } from '../../contract/views.ts';
import { escapedPath } from '../manifest/escapedPath.ts';

/** All rows for a site: every clause that a request can show. Addresses of the same kind get the same requests. */
export function contractTable(site: KnownSite): TableRow[] {
  return [
    ...rootRows(),
    ...listNames.flatMap((list) => listRows(list, site)),
    ...recordRows(site),
    ...viewRows(site),
    ...bulkRows(site),
    ...pageRows(site),
    ...foldedRows(site),
    ...aliasRows(site),
    ...absentRows(site),
    ...unknownRows(site),
    ...methodRows(site),
    ...validatorRows(site),
    ...negotiationRows(site),
    ...longNameRows(site),
    ...oddRequestRows(site),
    ...strangerRows,
  ];
}

function rootRows(): TableRow[] {
  return addressRows({
    clause: 'D2',
    name: 'the root',
    path: '/api/',
    file: apiRootFile,
    describedAs: 'root',
    unknown: 'hosts',
  });
}

/** One address of each kind of view that the site has (V1). */
function viewRows({ views }: KnownSite): TableRow[] {
  return views.flatMap(({ template, segments }) => {
    const below = escapedPath(segments.join('/'));
    if (below === null) return [];
    return addressRows({
      clause: 'V1',
      name: template,
      path: `/api/${below}/`,
      file: viewFile(segments),
      describedAs: template,
      unknown: 'Nobody_999999',
    });
  });
}
