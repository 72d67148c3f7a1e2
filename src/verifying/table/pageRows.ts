/** Rows of the contract's table for the pages for people: whatever the query, the page is one file (W1). */
import { codeFolder, welcomeFile } from '../../contract/sitePaths.ts';
import { asks, type KnownSite, type TableRow, tableRow as row } from './tableRow.ts';

const { head } = asks;
// The statuses of a file server for a request that is not for a file.
const refused = { kind: 'refused', statuses: [403, 404, 405, 501] } as const;
const missing = { kind: 'refused', statuses: [404] } as const;

export function pageRows({ pages }: KnownSite): TableRow[] {
  if (pages === undefined) return [];
  const { code, indexes } = pages;
  const page = { kind: 'fresh', file: welcomeFile } as const;
  return [
    row('W1', 'the page for people', '/', page),
    row('W1', 'the page of a phage', '/?phage=Nobody_999999', page),
    row('W1', 'a query that means something elsewhere', '/?format=api&page=2', page),
    row('W1', 'HEAD of the page', '/?phages', page, head),
    row('W1', 'POST to the page', '/', refused, { method: 'POST', specialNeed: 'beside-methods' }),
    ...indexes.flatMap((file) => [
      row('W1', `HEAD of ${file}`, `/${file}`, { kind: 'fresh', file }, head),
    ]),
    ...code.flatMap((file) => {
      const lasting = { kind: 'lasting', file } as const;
      return [
        row('W1', 'code of the pages', `/${file}`, lasting),
        row('W1', 'HEAD of code: no query', `/${file}?page=2`, lasting, head),
      ];
    }),
    row('W1', 'code that is not there', `/${codeFolder}Nobody_999999.js`, missing),
  ];
}
