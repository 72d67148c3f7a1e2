/** The contract as a table: requests to a server of a site, and the expected responses. */
import { listNames } from '../contract/collectionName.ts';
import { apiRootFile, listFile } from '../contract/sitePaths.ts';
import { optionsFile, viewFile } from '../contract/routes.ts';
import {
  absentRows,
  addressRows,
  foldedRows,
  listRows,
  pageRows,
  recordRows,
  unknownRows,
} from './listRows.ts';
import { aliasRows, bulkRows, longNameRows, oddRequestRows, strangerRows } from './otherRows.ts';
import { escapedPath } from './siteManifest.ts';
import {
  asks,
  expects,
  fileOfPage,
  type KnownSite,
  pagesOf,
  pathOf,
  type TableRow,
  tableRow as row,
} from './tableRow.ts';

// Rows of the contract's table across addresses: missing resources, lists of ETags, content negotiation (M1 to M6).

const { accepting, head, ifAny, options, sameTag } = asks;
const { compressed, content, description, notFound, unchanged } = expects;

const genes = content(listFile('genes'));
const geneList = '/api/genes/';

function methodRows({ unknown }: KnownSite): TableRow[] {
  const unknownPhage = pathOf('phages', unknown.phages);
  const described = description(optionsFile('genes'));
  return [
    row('M3', 'OPTIONS of an unknown phage', unknownPhage, notFound, {
      ...options,
      specialNeed: 'describes',
    }),
    row('M3', 'OPTIONS by the file', `${geneList}index.json`, described, options),
  ];
}

function validatorRows(site: KnownSite): TableRow[] {
  return [
    row('M5', 'HEAD', geneList, unchanged, { ...head, ...sameTag }),
    row('M5', 'one of several', geneList, unchanged, {
      ifNoneMatch: (tag) => `"other", ${tag}, "more, of that"`,
    }),
    row('M5', 'marked as weak', geneList, unchanged, {
      ifNoneMatch: (tag) => `W/${tag.replace(/^W\//, '')}`,
    }),
    row('M5', 'any', geneList, unchanged, { ifNoneMatch: () => '*' }),
    row('M5', 'any of what is not there', pathOf('phages', site.unknown.phages), notFound, ifAny),
  ];
}

function negotiationRows(site: KnownSite): TableRow[] {
  const { some } = pagesOf('genes', site);
  const target = `${geneList}?page=${some}`;
  const file = fileOfPage('genes', some);
  const page = content(file);
  return [
    ...['text/html', 'application/xml', '*/*;q=0', ''].map((accept) =>
      row('M6', `Accept: ${accept}`, target, page, { headers: { Accept: accept } }),
    ),
    ...(['gzip', 'br'] as const).map((encoding) =>
      row(
        'M1',
        `${encoding}, where the client takes it`,
        target,
        compressed(file, encoding),
        accepting(encoding),
      ),
    ),
    row(
      'M1',
      'not compressed, where the client takes nothing',
      geneList,
      genes,
      accepting('identity'),
    ),
    row('M1', 'asked by no script of another site', geneList, genes, { specialNeed: 'no-origin' }),
    row('M6', 'Accept-Language', geneList, genes, {
      headers: { 'Accept-Language': 'fr', 'User-Agent': 'Mozilla/5.0' },
    }),
  ];
}

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
