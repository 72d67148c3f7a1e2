/** Rows of the contract's table for bulk files, which are served as plain files outside the API (B1). */
import {
  familyFolder,
  familyOf,
  isTablePath,
  phageTableAddress,
  phageTables,
} from '../../contract/tableAddresses.ts';
import { escapedPath } from '../manifest/escapedPath.ts';
import { asks, type KnownSite, type TableRow, tableRow as row } from './tableRow.ts';

const { head, sameTag } = asks;

const missing = { kind: 'refused', statuses: [404] } as const;
// The statuses of a file server for a request that is not for a file; some reject it before looking.
const refused = { kind: 'refused', statuses: [403, 404, 405, 501] } as const;

// Past the end of any file.
const rangePastEnd = 'bytes=999999999999999-';
const partBytes = 10;

const besideMethods = { specialNeed: 'beside-methods' } as const;
const preflight = { kind: 'preflight' } as const;
// The request that a browser sends before a script may request a range of a file.
const besideOptions = {
  method: 'OPTIONS',
  specialNeed: 'beside-options',
  headers: { 'Access-Control-Request-Method': 'GET', 'Access-Control-Request-Headers': 'range' },
} as const;

export function bulkRows({ bulk }: KnownSite): TableRow[] {
  const rows = bulk.flatMap((file) => {
    const path = escapedPath(file);
    if (path === null) return [];
    const target = `/${path}`;
    const itself = { kind: 'file', file } as const;
    return [
      row('B1', `HEAD of ${file}`, target, itself, head),
      row('B1', `HEAD of ${file}: no query`, `${target}?page=2&format=api`, itself, head),
      row('B1', `POST to ${file}`, target, refused, { method: 'POST', ...besideMethods }),
      row('B1', `DELETE of ${file}`, target, refused, { method: 'DELETE', ...besideMethods }),
    ];
  });
  if (bulk.length === 0) return rows;
  const [index = '', file = index] = bulk;
  const indexFile = { kind: 'file', file: index } as const;
  return [
    ...rows,
    ...partRows(file),
    ...tableRows(bulk),
    row('B1', 'the index takes no page', `/${index}?page=2&format=api`, indexFile),
    row('B1', 'an unknown file', '/bulk/Nobody_999999.gz', missing),
    row('B1', 'HEAD of an unknown file', '/bulk/Nobody_999999.gz', missing, head),
    row('B1', 'an unknown phage', '/bulk/phages/Nobody_999999.faa', missing),
    row('B1', 'an unknown genome', '/media/fastas/Nobody_999999.fasta', missing),
  ];
}

const byAddress = { specialNeed: 'tables' } as const;

/** The addresses of tables: a site has all of them or none. */
function tableRows(bulk: readonly string[]): TableRow[] {
  const { full, simple } = phageTables;
  if (!bulk.some(isTablePath)) return [];
  const ofPhages = [
    ['', full],
    ['?set=seq&type=full', full],
    ['?set=seq&type=simple', simple],
    ['?type=simple&type=full', full],
    ['?type=full&type=simple', simple],
    ['?%74ype=s%69mple', simple],
    ['?type=Simple', full],
    ['?xtype=simple', full],
  ] as const;
  const family = bulk.find((file) => familyOf(file) !== null);
  const id = family === undefined ? null : familyOf(family);
  const addresses = [
    phageTableAddress,
    `${phageTableAddress}?set=seq&type=simple`,
    ...(id === null ? [] : [`/${familyFolder}${id}/`, `/${familyFolder}${id}`]),
  ];
  return [
    ...ofPhages.flatMap(([query, { path: file }]) => {
      const target = `${phageTableAddress}${query}`;
      const itself = { kind: 'file', file } as const;
      return [
        row('B1', `the table of phages at ${target}`, target, itself, byAddress),
        row('B1', `HEAD of ${target}`, target, itself, { ...head, ...byAddress }),
      ];
    }),
    ...(id === null || family === undefined
      ? []
      : ['/', '?page=1', ''].map((end) => {
          const target = `/${familyFolder}${id}${end}`;
          const itself = { kind: 'file', file: family } as const;
          return row('B1', `the table of a family at ${target}`, target, itself, byAddress);
        })),
    ...addresses.map((target) =>
      row('M3 B1', `a CORS preflight for a part of ${target}`, target, preflight, besideOptions),
    ),
    row('B1', 'the table of an unknown family', `/${familyFolder}9007199254740990/`, missing),
    row('B1', 'the table of no family', `/${familyFolder}Nobody/`, missing),
  ];
}

/** What scripts need for range requests: a preflight response, and CORS headers on every response. */
function partRows(file: string): TableRow[] {
  const path = escapedPath(file);
  if (path === null) return [];
  const target = `/${path}`;
  const part = { kind: 'part', file, bytes: partBytes } as const;
  const pastEnd = { kind: 'past-end', file } as const;
  const unchanged = { kind: 'unchanged-file', file } as const;
  return [
    row('B1', `a part of ${file}`, target, part, ofRange(`bytes=0-${partBytes - 1}`)),
    row('B1', `a part behind the end of ${file}`, target, pastEnd, ofRange(rangePastEnd)),
    row('M5 B1', `the same validator of ${file}`, target, unchanged, sameTag),
    row('M3 B1', `a CORS preflight for a part of ${file}`, target, preflight, besideOptions),
  ];
}

function ofRange(Range: string) {
  return { headers: { Range } };
}
