/** The contract as a table: requests to a server of the tiny site, and what each is answered. */
import { invalidPageBody, notFoundBody } from '../../src/contract/bodies.ts';
import { optionsFile } from '../../src/contract/sitePaths.ts';
import type { Capability } from '../../src/hosts/host.ts';
import { tinyViewExamples } from './tinyViews.ts';

type Expected =
  /** 200 with the bytes of a file of the site. */
  | { readonly kind: 'content'; readonly file: string }
  /** 200 with the bytes of an OPTIONS file, or 204. */
  | { readonly kind: 'description'; readonly file: string }
  /** 301 to a path below the base URL. */
  | { readonly kind: 'redirect'; readonly to: string }
  /** 304 without a body. */
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'not-found'; readonly body: string }
  /** 405 that names the request's method where the server can. */
  | { readonly kind: 'method-not-allowed' }
  /** 200 with the bytes of a file of the site in this encoding, and a Vary that says so. */
  | { readonly kind: 'compressed'; readonly file: string; readonly encoding: 'gzip' | 'br' };

export interface ContractRow {
  /** Clause ids of the contract. */
  readonly clause: string;
  readonly title: string;
  readonly method: string;
  /** Below the base URL, with its query, sent exactly as written. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Makes an `If-None-Match` header from the validator of the same answer. */
  readonly ifNoneMatch: ((tag: string) => string) | null;
  /** A server that keeps all of these answers as expected. */
  readonly needs: readonly Capability[];
  readonly expected: Expected;
}

interface Extras extends Partial<Pick<ContractRow, 'method' | 'headers' | 'ifNoneMatch'>> {
  readonly needs?: Capability;
}

function row(
  clause: string,
  title: string,
  target: string,
  expected: Expected,
  { method = 'GET', headers = {}, ifNoneMatch = null, needs }: Extras = {},
): ContractRow {
  const all = [...neededFor(expected, target), ...(needs === undefined ? [] : [needs])];
  return { clause, title, method, target, headers, ifNoneMatch, needs: all, expected };
}

function neededFor(expected: Expected, target: string): Capability[] {
  switch (expected.kind) {
    case 'content':
      return target.includes('?') ? ['pages'] : [];
    case 'description':
      return ['options'];
    case 'redirect':
      return ['redirects'];
    case 'unchanged':
      return target.includes('?') ? ['pages', 'validators'] : ['validators'];
    case 'not-found':
      return target.includes('?') ? ['pages', 'json-errors'] : ['json-errors'];
    case 'method-not-allowed':
      return ['not-allowed'];
    case 'compressed':
      return ['compresses'];
  }
}

const content = (file: string): Expected => ({ kind: 'content', file });
const description = (file: string): Expected => ({ kind: 'description', file });
const redirect = (to: string): Expected => ({ kind: 'redirect', to });
const compressed = (file: string, encoding: 'gzip' | 'br'): Expected => {
  return { kind: 'compressed', file, encoding };
};
const unchanged: Expected = { kind: 'unchanged' };
const invalidPage: Expected = { kind: 'not-found', body: invalidPageBody };
const notFound: Expected = { kind: 'not-found', body: notFoundBody };
const notAllowed: Expected = { kind: 'method-not-allowed' };

const genes = 'api/genes/index.json';
const genes2 = 'api/genes/page/2.json';
const genes3 = 'api/genes/page/3.json';
const phages = 'api/phages/index.json';
const phages2 = 'api/phages/page/2.json';
const trixie = 'api/phages/Trixie/index.json';

const lists: readonly ContractRow[] = [
  row('L4', 'without a page, page 1', '/api/genes/', content(genes)),
  row('L4', 'the other collection', '/api/phages/', content(phages)),
  row('L4', 'page 1 by number', '/api/genes/?page=1', content(genes)),
  row('L4', 'an empty page is page 1', '/api/genes/?page=', content(genes)),
  row('L4', 'a page without equals sign is page 1', '/api/genes/?page', content(genes)),
  row('L4', 'page 2', '/api/genes/?format=api&page=2', content(genes2)),
  row('L4', 'the same page of another collection', '/api/phages/?page=2', content(phages2)),
  row('L4', 'the last page by number', '/api/genes/?page=3', content(genes3)),
  row('L4', 'the last page by its word', '/api/genes/?page=last', content(genes3)),
  row('L4', 'leading zeros', '/api/genes/?page=0002', content(genes2)),
  row('L4', 'repeated: the last counts', '/api/genes/?page=3&page=2', content(genes2)),
  row('L4', 'repeated: the last is wrong', '/api/genes/?page=3&page=x', invalidPage),
  row('L4', 'repeated: only the first is wrong', '/api/genes/?page=x&page=2', content(genes2)),
  row('L4', 'past the last page', '/api/genes/?page=4', invalidPage),
  row('L4', 'page 0', '/api/genes/?page=0', invalidPage),
  row('L4', 'a negative page', '/api/genes/?page=-1', invalidPage),
  row('L4', 'a page that is no number', '/api/genes/?page=two', invalidPage),
  row('L4', 'a number with more behind', '/api/genes/?page=2x', invalidPage),
  row('L4', 'the word in other letters', '/api/genes/?page=LAST', invalidPage),
  row('L4', 'a decimal', '/api/genes/?page=2.0', invalidPage),
  row('L4', 'twenty digits', '/api/genes/?page=18446744073709551618', invalidPage),
  row('L4', 'a space before the number', '/api/genes/?page=+2', invalidPage),
  row('L4', 'a path instead', '/api/genes/?page=../../phages/page/2', invalidPage),
  row('L4', 'a path instead, escaped', '/api/genes/?page=..%2F..%2Fphages%2Fpage%2F2', invalidPage),
  row('L4', 'a malformed escape', '/api/genes/?page=%', invalidPage),
  row('L4', 'a NUL', '/api/genes/?page=2%00', invalidPage),
  row('L4', 'names differ by case', '/api/genes/?PAGE=2', content(genes)),
  row('L4', 'a name that ends alike', '/api/genes/?subpage=2', content(genes)),
  row('L4', 'an escaped digit', '/api/genes/?page=%32', content(genes2), {
    needs: 'decodes-query',
  }),
  row('L4', 'an escaped name', '/api/genes/?%70age=2', content(genes2), {
    needs: 'decodes-query',
  }),
  row('L5', 'format takes any value', '/api/genes/?format=xml&page=2', content(genes2)),
  row('L5', 'format without a value', '/api/genes/?format&page=2', content(genes2)),
  row('L5', 'unknown parameters', '/api/genes/?search=x&page=2&limit=1', content(genes2)),
  row('L5', 'a malformed escape elsewhere', '/api/genes/?x=%&page=2', content(genes2)),
  row('L7', 'a page as a file', '/api/genes/page/2.json', content(genes2)),
  row('L7', 'page 1 as a file', '/api/genes/page/1.json', content('api/genes/page/1.json')),
  row('L7', 'a page as a file: no query', '/api/genes/page/2.json?page=3', content(genes2)),
  row('L7', 'a page file past the last', '/api/genes/page/4.json', notFound),
  row('L7', 'page file 0', '/api/genes/page/0.json', notFound),
  row('L7', 'a page file with a leading zero', '/api/genes/page/02.json', notFound),
];

const records: readonly ContractRow[] = [
  row('D1', 'a phage', '/api/phages/Trixie/', content(trixie)),
  row('D1', 'a gene', '/api/genes/Trixie_CDS_18/', content('api/genes/Trixie_CDS_18/index.json')),
  row('D1', 'a record takes no page', '/api/phages/Trixie/?page=99', content(trixie)),
  row('A3', 'a space', '/api/phages/Mr%20Spaced/', content('api/phages/Mr Spaced/index.json')),
  row('A3', 'a percent sign', '/api/phages/100%25/', content('api/phages/100%/index.json')),
  row('A3', 'an accent', '/api/phages/%C3%89clair/', content('api/phages/Éclair/index.json')),
  row(
    'A3',
    'an accent, in small digits',
    '/api/phages/%c3%89clair/',
    content('api/phages/Éclair/index.json'),
  ),
  row('A3', 'named like the pages', '/api/phages/page/', content('api/phages/page/index.json')),
  row('A3', 'decoded once', '/api/phages/100%2525/', notFound),
  row('A3', 'a plus is no space in a path', '/api/phages/Mr+Spaced/', notFound),
  row('D2', 'an unknown phage', '/api/phages/Nobody/', notFound),
  row('D2', 'an unknown gene', '/api/genes/Trixie_CDS_999/', notFound),
  row('D2', 'a phage is no gene', '/api/genes/Trixie/', notFound),
  row('D2', 'in other letters', '/api/phages/trixie/', notFound),
  row('D2', 'an unknown collection', '/api/hosts/', notFound),
  row('D2', 'an unknown path', '/api/nothing.txt', notFound),
  row('D2', 'below a record', '/api/phages/Trixie/genes/', notFound),
  row('D2', 'a malformed escape', '/api/phages/%zz/', notFound, { needs: 'raw-path' }),
  row('D2', 'a NUL', '/api/phages/Trixie%00/', notFound, { needs: 'raw-path' }),
  row('D2', 'half of a character', '/api/phages/%C3/', notFound, { needs: 'raw-path' }),
  row('D2', 'an escaped slash', '/api/phages%2FTrixie/', notFound, { needs: 'raw-path' }),
  row('D2', 'a doubled slash', '/api//genes/', notFound, { needs: 'raw-path' }),
  row('D2', 'a doubled slash at the end', '/api/genes//', notFound, { needs: 'raw-path' }),
  row('D2', 'a dot segment', '/api/./genes/', notFound, { needs: 'raw-path' }),
  row('D2', 'two dots', '/api/../api/genes/', notFound, { needs: 'raw-path' }),
  row('D2', 'two dots out of the API', '/api/../release.json', notFound, { needs: 'raw-path' }),
  row('D2', 'two dots, escaped', '/api/%2e%2e/release.json', notFound, { needs: 'raw-path' }),
  row('D2', 'an escaped backslash', '/api/..%5crelease.json', notFound, { needs: 'raw-path' }),
  row('D2', 'a device of Windows', '/api/phages/NUL/', notFound),
];

const addresses: readonly ContractRow[] = [
  row('D2', 'the root', '/api/', content('api/index.json')),
  row('D2', 'the root by its file', '/api/index.json', content('api/index.json')),
  row('L4', 'a list by its file', '/api/genes/index.json', content(genes)),
  row('L4', 'a list by its file: no query', '/api/genes/index.json?page=2', content(genes)),
  row('D1', 'a record by its file', '/api/phages/Trixie/index.json', content(trixie)),
  row('A2', 'the root without slash', '/api', redirect('/api/')),
  row('A2', 'a list without slash', '/api/genes', redirect('/api/genes/')),
  row(
    'A2',
    'the query is kept',
    '/api/genes?format=api&page=2',
    redirect('/api/genes/?format=api&page=2'),
  ),
  row('A2', 'a record without slash', '/api/phages/Trixie', redirect('/api/phages/Trixie/')),
  row(
    'A2 A3',
    'a record in escapes without slash',
    '/api/phages/100%25',
    redirect('/api/phages/100%25/'),
  ),
  row('A2', 'HEAD', '/api/genes', redirect('/api/genes/'), { method: 'HEAD' }),
];

const methods: readonly ContractRow[] = [
  row('M3', 'HEAD of a list', '/api/genes/?page=2', content(genes2), { method: 'HEAD' }),
  row('M3', 'HEAD of a record', '/api/phages/Trixie/', content(trixie), { method: 'HEAD' }),
  row('M3', 'HEAD of a bad page', '/api/genes/?page=4', invalidPage, { method: 'HEAD' }),
  row('M3', 'HEAD of nothing', '/api/phages/Nobody/', notFound, { method: 'HEAD' }),
  row('M3', 'OPTIONS of the root', '/api/', description(optionsFile('root')), {
    method: 'OPTIONS',
  }),
  row('M3', 'OPTIONS of genes', '/api/genes/', description(optionsFile('genes')), {
    method: 'OPTIONS',
  }),
  row('M3', 'OPTIONS of phages', '/api/phages/', description(optionsFile('phages')), {
    method: 'OPTIONS',
  }),
  row('M3', 'OPTIONS: no query', '/api/phages/?page=99', description(optionsFile('phages')), {
    method: 'OPTIONS',
  }),
  row('M3', 'OPTIONS of a gene', '/api/genes/Trixie_CDS_1/', description(optionsFile('gene')), {
    method: 'OPTIONS',
  }),
  row('M3', 'OPTIONS of a phage', '/api/phages/Trixie/', description(optionsFile('phage')), {
    method: 'OPTIONS',
  }),
  row('M3', 'OPTIONS of an unknown phage', '/api/phages/Nobody/', notFound, {
    method: 'OPTIONS',
    needs: 'describes',
  }),
  row('M3', 'a CORS preflight', '/api/genes/', description(optionsFile('genes')), {
    method: 'OPTIONS',
    headers: { Origin: 'https://example.com', 'Access-Control-Request-Method': 'GET' },
  }),
  ...['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'].flatMap((method) => [
    row('M4', `${method} to a list`, '/api/genes/', notAllowed, { method }),
    row('M4', `${method} to a record`, '/api/phages/Trixie/', notAllowed, { method }),
  ]),
  row('M4', 'POST to a bad page', '/api/genes/?page=99', notAllowed, { method: 'POST' }),
  row('M4', 'POST to the root', '/api/', notAllowed, { method: 'POST' }),
];

const validators: readonly ContractRow[] = [
  row('M5', 'the same validator', '/api/genes/?page=2', unchanged, { ifNoneMatch: (tag) => tag }),
  row('M5', 'a record', '/api/phages/Trixie/', unchanged, { ifNoneMatch: (tag) => tag }),
  row('M5', 'HEAD', '/api/genes/', unchanged, { method: 'HEAD', ifNoneMatch: (tag) => tag }),
  row('M5', 'one of several', '/api/genes/', unchanged, {
    ifNoneMatch: (tag) => `"other", ${tag}, "more, of that"`,
  }),
  row('M5', 'marked as weak', '/api/genes/', unchanged, {
    ifNoneMatch: (tag) => `W/${tag.replace(/^W\//, '')}`,
  }),
  row('M5', 'any', '/api/genes/', unchanged, { ifNoneMatch: () => '*' }),
  row('M5', 'another validator', '/api/genes/', content(genes), { ifNoneMatch: () => '"other"' }),
  row('M5', 'any of what is not there', '/api/phages/Nobody/', notFound, {
    headers: { 'If-None-Match': '*' },
  }),
  row('M5', 'any of a bad page', '/api/genes/?page=99', invalidPage, {
    headers: { 'If-None-Match': '*' },
  }),
];

const clusters = 'api/clusters/index.json';
const clusterA = 'api/clusters/A/index.json';
const phagesOfA = 'api/clusters/A/phagelist/index.json';
const genesOf = (phage: string) => content(`api/genesbyphage/${phage}/index.json`);
const asOptions = { method: 'OPTIONS' };
const asOptionsOfNothing = { method: 'OPTIONS', needs: 'describes' } as const;

const views: readonly ContractRow[] = [
  ...tinyViewExamples.flatMap(([template, address]) => {
    const file = `${address}index.json`.slice(1);
    const unslashed = address.slice(0, -1);
    return [
      row('V1', template, address, content(file)),
      row('V1', `${template} by its file`, `/${file}`, content(file)),
      row(
        'V1 A2',
        `${template} without slash`,
        `${unslashed}?a=%2F&b`,
        redirect(`${address}?a=%2F&b`),
      ),
      row(
        'V1 M3',
        `OPTIONS of ${template}`,
        address,
        description(optionsFile(template)),
        asOptions,
      ),
    ];
  }),
  row('V1 A3', 'a space', '/api/genesbyphage/Mr%20Spaced/', genesOf('Mr Spaced')),
  row('V1 A3', 'a percent sign', '/api/genesbyphage/100%25/', genesOf('100%')),
  row('V1 A3', 'an accent', '/api/genesbyphage/%C3%89clair/', genesOf('Éclair')),
  row('V1 A3', 'named like the pages', '/api/genesbyphage/page/', genesOf('page')),
  row(
    'V1 A3',
    'a space and an accent, in small digits, within a path',
    '/api/clusters/Z%c3%a9ta%202/phagelist/',
    content('api/clusters/Zéta 2/phagelist/index.json'),
  ),
  row(
    'V1 A2 A3',
    'a space and an accent without slash',
    '/api/clusters/Z%C3%A9ta%202/phagelist',
    redirect('/api/clusters/Z%C3%A9ta%202/phagelist/'),
  ),
  row('V1', 'a view takes no page', '/api/clusters/A/phagelist/?page=99', content(phagesOfA)),
  row(
    'V1',
    'a view by its file takes no page',
    '/api/clusters/index.json?page=2',
    content(clusters),
  ),
  row('V1 D2', 'a view that is switched off', '/api/temperate_phages/', notFound),
  row('V1 D2', 'its file', '/api/temperate_phages/index.json', notFound),
  row('V1 D2', 'genes of an unknown phage', '/api/genesbyphage/Nobody/', notFound),
  row('V1 D2', 'an unknown cluster', '/api/clusters/B/', notFound),
  row('V1 D2', 'phages of an unknown cluster', '/api/clusters/B/phagelist/', notFound),
  row('V1 D2', 'an unknown genus', '/api/host_genera/8/', notFound),
  row('V1 D2', 'below a view', '/api/sequenced_phages/Trixie/', notFound),
  row('V1 D2', 'below the genes of a phage', '/api/genesbyphage/Trixie/phagelist/', notFound),
  row('V1 D2', 'below a name', '/api/clusters/A/genes/', notFound),
  row('V1 D2', 'below the phages of a cluster', '/api/clusters/A/phagelist/Trixie/', notFound),
  row('V1 D2', 'a view that needs a name', '/api/genesbyphage/', notFound),
  row('V1 D2', 'a view that needs a name, by its file', '/api/genesbyphage/index.json', notFound),
  row('V1 D2', 'a page of a view as a file', '/api/clusters/page/1.json', notFound),
  row('V1 D2', 'a view in other letters', '/api/Clusters/', notFound),
  row('V1 D2', 'a name in other letters', '/api/clusters/a/', notFound),
  row('V1 D2', 'the end in other letters', '/api/clusters/A/PhageList/', notFound),
  row('V1 M3', 'HEAD', '/api/clusters/A/', content(clusterA), { method: 'HEAD' }),
  row('V1 M3', 'HEAD of nothing', '/api/clusters/B/', notFound, { method: 'HEAD' }),
  row('V1 M3', 'HEAD without slash', '/api/clusters', redirect('/api/clusters/'), {
    method: 'HEAD',
  }),
  row(
    'V1 M3',
    'OPTIONS by the file',
    '/api/clusters/A/index.json',
    description(optionsFile('clusters/*')),
    asOptions,
  ),
  row(
    'V1 M3',
    'OPTIONS: no query',
    '/api/clusters/?page=99',
    description(optionsFile('clusters')),
    asOptions,
  ),
  row('V1 M3', 'OPTIONS of nothing', '/api/clusters/B/phagelist/', notFound, asOptionsOfNothing),
  row('V1 M3', 'OPTIONS of what is off', '/api/temperate_phages/', notFound, asOptionsOfNothing),
  row('V1 M4', 'POST to a view', '/api/sequenced_phages/', notAllowed, { method: 'POST' }),
  row('V1 M4', 'POST to a name', '/api/clusters/A/phagelist/', notAllowed, { method: 'POST' }),
  row('V1 M4', 'POST to nothing', '/api/clusters/B/', notAllowed, { method: 'POST' }),
  row('V1 M5', 'the same validator', '/api/clusters/A/phagelist/', unchanged, {
    ifNoneMatch: (tag) => tag,
  }),
  row('V1 M5', 'another validator', '/api/clusters/A/', content(clusterA), {
    ifNoneMatch: () => '"other"',
  }),
  row('V1 M5', 'any of what is not there', '/api/clusters/B/', notFound, {
    headers: { 'If-None-Match': '*' },
  }),
];

const negotiation: readonly ContractRow[] = ['text/html', 'application/xml', '*/*;q=0', ''].map(
  (accept) =>
    row('M6', `Accept: ${accept}`, '/api/genes/?page=2', content(genes2), {
      headers: { Accept: accept },
    }),
);

const compression: readonly ContractRow[] = [
  ...(['gzip', 'br'] as const).map((encoding) =>
    row(
      'M1',
      `${encoding}, where the client takes it`,
      '/api/genes/?page=2',
      compressed(genes2, encoding),
      {
        headers: { 'Accept-Encoding': encoding },
      },
    ),
  ),
  row('M1', 'compressed, of a record', '/api/phages/Trixie/', compressed(trixie, 'gzip'), {
    headers: { 'Accept-Encoding': 'gzip' },
  }),
  row('M1', 'not compressed, where the client takes nothing', '/api/genes/', content(genes), {
    headers: { 'Accept-Encoding': 'identity' },
  }),
];

/** Every clause that a request can show. */
export const contractRows: readonly ContractRow[] = [
  ...lists,
  ...records,
  ...addresses,
  ...methods,
  ...validators,
  ...views,
  ...negotiation,
  ...compression,
  row('M6', 'Accept-Language', '/api/genes/', content(genes), {
    headers: { 'Accept-Language': 'fr', 'User-Agent': 'Mozilla/5.0' },
  }),
];
