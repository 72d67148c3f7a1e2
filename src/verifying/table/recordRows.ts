/** Rows of the contract's table for single records, and for missing ones (D1, D2, A3). */
import {
  namedCollections,
  optionalNames,
  type NamedCollection,
  recordNouns,
} from '../../contract/collectionName.ts';
import { pageFile, recordFile } from '../../contract/sitePaths.ts';
import { addressRows } from './addressRows.ts';
import {
  asks,
  expects,
  type KnownSite,
  pathOf,
  type TableRow,
  tableRow as row,
} from './tableRow.ts';

const { rawPath } = asks;
const { content, notFound, redirect } = expects;

const caseInsensitive = { specialNeed: 'case-insensitive-names' } as const;

export function recordRows({ records, unknown }: KnownSite): TableRow[] {
  const rowsOf = (collection: NamedCollection, name: string) =>
    addressRows(
      {
        clause: 'D1',
        name: `a ${recordNouns[collection]}`,
        path: pathOf(collection, name),
        file: recordFile(collection, name),
        describedAs: recordNouns[collection],
        unknown: encodeURIComponent(unknown.genes),
      },
      'all',
    );
  return namedCollections.flatMap((collection) =>
    records[collection].flatMap((name, at) => {
      if (at === 0) return rowsOf(collection, name);
      const itself = content(recordFile(collection, name));
      return [row('D1', `another ${recordNouns[collection]}`, pathOf(collection, name), itself)];
    }),
  );
}

/** Names in another case, on a site with case-insensitive names. */
export function foldedRows({ caseInsensitiveNames, records }: KnownSite): TableRow[] {
  if (!caseInsensitiveNames) return [];
  const rowsOf = (collection: NamedCollection, name: string) => {
    const record = content(recordFile(collection, name));
    const [lower, swapped] = [name.toLowerCase(), swapCase(name)];
    const [inLower, inOthers] = [pathOf(collection, lower), pathOf(collection, swapped)];
    const [byFile, slashless] = [`${inOthers}index.json`, inOthers.slice(0, -1)];
    return [
      row('D1', 'a name in lower case', inLower, record),
      row('D1', 'a name in other letters', inOthers, record, caseInsensitive),
      row('D1', 'a name in other letters, by its file', byFile, record, caseInsensitive),
      row('A2', 'a name in other letters without slash', slashless, redirect(inOthers)),
    ];
  };
  return namedCollections.flatMap((collection) =>
    records[collection].slice(0, 1).flatMap((name) => rowsOf(collection, name)),
  );
}

export function swapCase(name: string): string {
  return name.replace(/[a-z]+|[A-Z]+/g, (letters) => {
    const upper = letters.toUpperCase();
    return letters === upper ? letters.toLowerCase() : upper;
  });
}

/** Collections that the site does not have: nothing reveals their addresses, not even a redirect. */
export function absentRows({ lastPages, records }: KnownSite): TableRow[] {
  const [phage = 'Nobody'] = records.phages;
  return optionalNames
    .filter((name) => lastPages[name] === 0)
    .flatMap((name) => {
      const isNone = (title: string, target: string) =>
        row('D2', `no ${name}: ${title}`, target, notFound);
      const view = `/api/${name}byphage/${encodeURIComponent(phage)}`;
      return [
        isNone('the list', `/api/${name}/`),
        isNone('the list without slash', `/api/${name}`),
        isNone('a page as a file', `/${pageFile(name, 1)}`),
        isNone('the view', `${view}/`),
        isNone('the view without slash', view),
        row('M3', `no ${name}: OPTIONS of the list`, `/api/${name}/`, notFound, asks.options),
      ];
    });
}

export function unknownRows(site: KnownSite): TableRow[] {
  const { records, unknown, caseInsensitiveNames, otherLetters } = site;
  const [phage] = records.phages;
  const rows = [
    ...(caseInsensitiveNames || otherLetters === null
      ? []
      : [row('D2', 'in other letters', pathOf('phages', otherLetters), notFound)]),
    row('D2', 'an unknown phage', pathOf('phages', unknown.phages), notFound),
    row('D2', 'an unknown gene', pathOf('genes', unknown.genes), notFound),
    row('D2', 'an unknown path', '/api/nothing.txt', notFound),
    row('D2', 'a malformed escape', '/api/phages/%zz/', notFound, rawPath),
    row('D2', 'a malformed escape without a slash', '/api/phages/%zz', notFound, rawPath),
    row('D2', 'half of a character', '/api/phages/%C3/', notFound, rawPath),
    row('D2', 'half of a character without a slash', '/api/phages/%C3', notFound, rawPath),
    row('D2', 'a doubled slash', '/api//genes/', notFound, rawPath),
    row('D2', 'a doubled slash at the end', '/api/genes//', notFound, rawPath),
    row('D2', 'a dot segment', '/api/./genes/', notFound, rawPath),
    row('D2', 'two dots', '/api/../api/genes/', notFound, rawPath),
    row('D2', 'two dots out of the API', '/api/../release.json', notFound, rawPath),
    row('D2', 'two dots, escaped', '/api/%2e%2e/release.json', notFound, rawPath),
    row('D2', 'an escaped backslash', '/api/..%5crelease.json', notFound, rawPath),
    row('D2', 'a device of Windows', '/api/phages/NUL/', notFound),
  ];
  if (phage === undefined) return rows;
  const path = pathOf('phages', phage);
  const slashless = path.slice(0, -1);
  const escaped = `${slashless.replace('phages/', 'phages%2F')}/`;
  return [
    ...rows,
    row('D2', 'a phage is no gene', pathOf('genes', phage), notFound),
    row('D2', 'a NUL', `${slashless}%00/`, notFound, rawPath),
    row('D2', 'an escaped slash', escaped, notFound, rawPath),
  ];
}
