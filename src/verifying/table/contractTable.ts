/** The contract as a table: requests to a server of a site, and the expected responses. */
import { apiRootFile } from '../../contract/sitePaths.ts';
import { listNames } from '../../contract/collectionName.ts';
import { addressRows } from './addressRows.ts';
import { methodRows, negotiationRows, validatorRows } from './answerRows.ts';
import { longNameRows, oddRequestRows, strangerRows } from './hostileRows.ts';
import { listRows } from './listRows.ts';
import { bulkRows } from './bulkRows.ts';
import { foldedRows, recordRows, unknownRows } from './recordRows.ts';
import type { SiteFacts, TableRow } from './tableRow.ts';
import { viewRows } from './viewRows.ts';

/** All rows for a site: every clause that a request can show. Addresses of the same kind get the same requests. */
export function contractTable(facts: SiteFacts): TableRow[] {
  return [
    ...rootRows(),
    ...listNames.flatMap((list) => listRows(list, facts)),
    ...recordRows(facts),
    ...viewRows(facts),
    ...bulkRows(facts),
    ...foldedRows(facts),
    ...unknownRows(facts),
    ...methodRows(facts),
    ...validatorRows(facts),
    ...negotiationRows(facts),
    ...longNameRows(facts),
    ...oddRequestRows(facts),
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
    takesPages: false,
    unknown: 'hosts',
  });
}
