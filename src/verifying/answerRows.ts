/** The contract's rows on methods, validators and negotiation (M1 to M6). */
import { listFile, optionsFile, pageFile } from '../contract/sitePaths.ts';
import {
  compressed,
  content,
  description,
  invalidPage,
  notAllowed,
  notFound,
  pageContent,
  pagesOf,
  pathOf,
  unchanged,
  type SiteFacts,
  type TableRow,
  tableRow as row,
} from './tableRow.ts';

const options = { method: 'OPTIONS' } as const;

export function methodRows(facts: SiteFacts): TableRow[] {
  const { some, past, farPast } = pagesOf(facts);
  const head = { method: 'HEAD' };
  const { phage, unknown } = facts;
  const unknownPhage = pathOf('phages', unknown.phage);
  const phages = description(optionsFile('phages'));
  return [
    row('M3', 'HEAD of a list', `/api/genes/?page=${some}`, pageContent('genes', some), head),
    row('M3', 'HEAD of a bad page', `/api/genes/?page=${past}`, invalidPage, head),
    row('M3', 'HEAD of nothing', unknownPhage, notFound, head),
    row('M3', 'OPTIONS of the root', '/api/', description(optionsFile('root')), options),
    row('M3', 'OPTIONS of genes', '/api/genes/', description(optionsFile('genes')), options),
    row('M3', 'OPTIONS of phages', '/api/phages/', phages, options),
    row('M3', 'OPTIONS: no query', `/api/phages/?page=${farPast}`, phages, options),
    row('M3', 'OPTIONS of an unknown phage', unknownPhage, notFound, {
      method: 'OPTIONS',
      specialNeed: 'describes',
    }),
    row('M3', 'a CORS preflight', '/api/genes/', description(optionsFile('genes')), {
      method: 'OPTIONS',
      headers: { Origin: 'https://example.com', 'Access-Control-Request-Method': 'GET' },
    }),
    ...['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'].flatMap((method) => [
      row('M4', `${method} to a list`, '/api/genes/', notAllowed, { method }),
      ...(phage === null
        ? []
        : [row('M4', `${method} to a record`, pathOf('phages', phage), notAllowed, { method })]),
    ]),
    row('M4', 'POST to a bad page', `/api/genes/?page=${farPast}`, notAllowed, { method: 'POST' }),
    row('M4', 'POST to the root', '/api/', notAllowed, { method: 'POST' }),
  ];
}

export function validatorRows(facts: SiteFacts): TableRow[] {
  const { some, farPast } = pagesOf(facts);
  const list = '/api/genes/';
  const same = (tag: string) => tag;
  const ifAny = { headers: { 'If-None-Match': '*' } };
  return [
    row('M5', 'the same validator', `${list}?page=${some}`, unchanged, { ifNoneMatch: same }),
    row('M5', 'HEAD', list, unchanged, { method: 'HEAD', ifNoneMatch: same }),
    row('M5', 'one of several', list, unchanged, {
      ifNoneMatch: (tag) => `"other", ${tag}, "more, of that"`,
    }),
    row('M5', 'marked as weak', list, unchanged, {
      ifNoneMatch: (tag) => `W/${tag.replace(/^W\//, '')}`,
    }),
    row('M5', 'any', list, unchanged, { ifNoneMatch: () => '*' }),
    row('M5', 'another validator', list, content(listFile('genes')), {
      ifNoneMatch: () => '"other"',
    }),
    row('M5', 'any of what is not there', pathOf('phages', facts.unknown.phage), notFound, ifAny),
    row('M5', 'any of a bad page', `${list}?page=${farPast}`, invalidPage, ifAny),
  ];
}

export function negotiationRows(facts: SiteFacts): TableRow[] {
  const { some } = pagesOf(facts);
  const target = `/api/genes/?page=${some}`;
  const file = some === 1 ? listFile('genes') : pageFile('genes', some);
  return [
    ...['text/html', 'application/xml', '*/*;q=0', ''].map((accept) =>
      row('M6', `Accept: ${accept}`, target, content(file), { headers: { Accept: accept } }),
    ),
    ...(['gzip', 'br'] as const).map((encoding) =>
      row('M1', `${encoding}, where the client takes it`, target, compressed(file, encoding), {
        headers: { 'Accept-Encoding': encoding },
      }),
    ),
    row(
      'M1',
      'not compressed, where the client takes nothing',
      '/api/genes/',
      content(listFile('genes')),
      { headers: { 'Accept-Encoding': 'identity' } },
    ),
    row('M6', 'Accept-Language', '/api/genes/', content(listFile('genes')), {
      headers: { 'Accept-Language': 'fr', 'User-Agent': 'Mozilla/5.0' },
    }),
  ];
}
