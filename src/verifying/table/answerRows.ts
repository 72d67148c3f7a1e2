/** Rows of the contract's table across addresses: missing resources, lists of ETags, content negotiation (M1 to M6). */
import { listFile, optionsFile } from '../../contract/sitePaths.ts';
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

const { accepting, head, ifAny, options, sameTag } = asks;
const { compressed, content, description, notFound, unchanged } = expects;

const genes = content(listFile('genes'));
const list = '/api/genes/';

export function methodRows({ unknown }: KnownSite): TableRow[] {
  const unknownPhage = pathOf('phages', unknown.phages);
  const described = description(optionsFile('genes'));
  return [
    row('M3', 'OPTIONS of an unknown phage', unknownPhage, notFound, {
      ...options,
      specialNeed: 'describes',
    }),
    row('M3', 'OPTIONS by the file', `${list}index.json`, described, options),
  ];
}

export function validatorRows(site: KnownSite): TableRow[] {
  return [
    row('M5', 'HEAD', list, unchanged, { ...head, ...sameTag }),
    row('M5', 'one of several', list, unchanged, {
      ifNoneMatch: (tag) => `"other", ${tag}, "more, of that"`,
    }),
    row('M5', 'marked as weak', list, unchanged, {
      ifNoneMatch: (tag) => `W/${tag.replace(/^W\//, '')}`,
    }),
    row('M5', 'any', list, unchanged, { ifNoneMatch: () => '*' }),
    row('M5', 'any of what is not there', pathOf('phages', site.unknown.phages), notFound, ifAny),
  ];
}

export function negotiationRows(site: KnownSite): TableRow[] {
  const { some } = pagesOf('genes', site);
  const target = `${list}?page=${some}`;
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
    row('M1', 'not compressed, where the client takes nothing', list, genes, accepting('identity')),
    row('M1', 'asked by no script of another site', list, genes, { specialNeed: 'no-origin' }),
    row('M6', 'Accept-Language', list, genes, {
      headers: { 'Accept-Language': 'fr', 'User-Agent': 'Mozilla/5.0' },
    }),
  ];
}
