/** The contract as a table: requests to a server of a site, and what each is answered. */
import { invalidPageBody, notFoundBody } from '../contract/bodies.ts';
import type { PerCollection } from '../contract/collectionName.ts';
import {
  apiRootFile,
  listFile,
  optionsFiles,
  pageFile,
  recordFile,
} from '../contract/sitePaths.ts';

export type Expected =
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

/** What a row asks of a server beyond what its kind of answer does. */
export type SpecialNeed = 'decodes-query' | 'raw-path' | 'describes';

export interface TableRow {
  /** Clause ids of the contract. */
  readonly clause: string;
  readonly title: string;
  readonly method: string;
  /** Below the base URL, with its query, sent exactly as written. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Makes an `If-None-Match` header from the validator of the same answer. */
  readonly ifNoneMatch: ((tag: string) => string) | null;
  readonly specialNeed: SpecialNeed | null;
  readonly expected: Expected;
}

type Extras = Partial<Pick<TableRow, 'method' | 'headers' | 'ifNoneMatch' | 'specialNeed'>>;

/** What the table must know of a site. Names must be safe as paths (A3), and there. */
export interface SiteFacts {
  readonly lastPages: PerCollection<number>;
  /** A phage; null when there is none. */
  readonly phage: string | null;
  /** Genes with an address of their own; null when there is none. They may be the same. */
  readonly genes: readonly [string, string] | null;
  /** Names that no record has, in whatever letters. */
  readonly unknown: { readonly phage: string; readonly gene: string };
  /** The phage in other letters, if no record has that name; null when there is no such name. */
  readonly otherLetters: string | null;
}

/** A row as it is written: the rest of its fields have defaults. */
export function tableRow(
  clause: string,
  title: string,
  target: string,
  expected: Expected,
  { method = 'GET', headers = {}, ifNoneMatch = null, specialNeed = null }: Extras = {},
): TableRow {
  return { clause, title, method, target, headers, ifNoneMatch, specialNeed, expected };
}

export const content = (file: string): Expected => ({ kind: 'content', file });
const description = (file: string): Expected => ({ kind: 'description', file });
const compressed = (file: string, encoding: 'gzip' | 'br'): Expected => {
  return { kind: 'compressed', file, encoding };
};
export const redirect = (to: string): Expected => ({ kind: 'redirect', to });
const unchanged: Expected = { kind: 'unchanged' };
const invalidPage: Expected = { kind: 'not-found', body: invalidPageBody };
export const notFound: Expected = { kind: 'not-found', body: notFoundBody };
const notAllowed: Expected = { kind: 'method-not-allowed' };

const row = tableRow;
const options = { method: 'OPTIONS' } as const;
const rawPath = { specialNeed: 'raw-path' } as const;
const decodesQuery = { specialNeed: 'decodes-query' } as const;

/** The pages that rows ask for: where there are few, some of them are the same. */
function pagesOf({ lastPages }: SiteFacts) {
  const last = lastPages.genes;
  const some = Math.min(2, last);
  // Repeated, the two must differ where they can.
  const other = last === some ? 1 : last;
  return { last, some, other, past: last + 1, farPast: Math.max(99, last + 1) };
}

/** The bytes of a page as its list answers them. */
function pageContent(collection: 'genes' | 'phages', page: number): Expected {
  return content(page === 1 ? listFile(collection) : pageFile(collection, page));
}

/** Every clause that a request can show, for any site. */
export function contractTable(facts: SiteFacts): TableRow[] {
  return [
    ...listRows(facts),
    ...pageFileRows(facts),
    ...recordRows(facts),
    ...unknownRows(facts),
    ...addressRows(facts),
    ...methodRows(facts),
    ...validatorRows(facts),
    ...negotiationRows(facts),
  ];
}

function listRows(facts: SiteFacts): TableRow[] {
  const { last, some, other, past } = pagesOf(facts);
  const genes = listFile('genes');
  const somePage = pageContent('genes', some);
  const lastPage = pageContent('genes', last);
  const somePhages = Math.min(2, facts.lastPages.phages);
  return [
    row('L4', 'without a page, page 1', '/api/genes/', content(genes)),
    row('L4', 'the other collection', '/api/phages/', content(listFile('phages'))),
    row('L4', 'page 1 by number', '/api/genes/?page=1', content(genes)),
    row('L4', 'an empty page is page 1', '/api/genes/?page=', content(genes)),
    row('L4', 'a page without equals sign is page 1', '/api/genes/?page', content(genes)),
    row('L4', `page ${some}`, `/api/genes/?format=api&page=${some}`, somePage),
    row(
      'L4',
      'the same page of another collection',
      `/api/phages/?page=${somePhages}`,
      pageContent('phages', somePhages),
    ),
    row('L4', 'the last page by number', `/api/genes/?page=${last}`, lastPage),
    row('L4', 'the last page by its word', '/api/genes/?page=last', lastPage),
    row('L4', 'leading zeros', `/api/genes/?page=000${some}`, somePage),
    row('L4', 'repeated: the last counts', `/api/genes/?page=${other}&page=${some}`, somePage),
    row('L4', 'repeated: the last is wrong', `/api/genes/?page=${other}&page=x`, invalidPage),
    row('L4', 'repeated: only the first is wrong', `/api/genes/?page=x&page=${some}`, somePage),
    row('L4', 'past the last page', `/api/genes/?page=${past}`, invalidPage),
    row('L4', 'page 0', '/api/genes/?page=0', invalidPage),
    row('L4', 'a negative page', '/api/genes/?page=-1', invalidPage),
    row('L4', 'a page that is no number', '/api/genes/?page=two', invalidPage),
    row('L4', 'a number with more behind', '/api/genes/?page=2x', invalidPage),
    row('L4', 'the word in other letters', '/api/genes/?page=LAST', invalidPage),
    row('L4', 'a decimal', '/api/genes/?page=2.0', invalidPage),
    row('L4', 'twenty digits', '/api/genes/?page=18446744073709551618', invalidPage),
    row('L4', 'a space before the number', '/api/genes/?page=+2', invalidPage),
    row('L4', 'a path instead', '/api/genes/?page=../../phages/page/2', invalidPage),
    row(
      'L4',
      'a path instead, escaped',
      '/api/genes/?page=..%2F..%2Fphages%2Fpage%2F2',
      invalidPage,
    ),
    row('L4', 'a malformed escape', '/api/genes/?page=%', invalidPage),
    row('L4', 'a NUL', '/api/genes/?page=2%00', invalidPage),
    row('L4', 'names differ by case', `/api/genes/?PAGE=${some}`, content(genes)),
    row('L4', 'a name that ends alike', `/api/genes/?subpage=${some}`, content(genes)),
    row('L4', 'an escaped digit', `/api/genes/?page=%3${some}`, somePage, decodesQuery),
    row('L4', 'an escaped name', `/api/genes/?%70age=${some}`, somePage, decodesQuery),
    row('L5', 'format takes any value', `/api/genes/?format=xml&page=${some}`, somePage),
    row('L5', 'format without a value', `/api/genes/?format&page=${some}`, somePage),
    row('L5', 'unknown parameters', `/api/genes/?search=x&page=${some}&limit=1`, somePage),
    row('L5', 'a malformed escape elsewhere', `/api/genes/?x=%&page=${some}`, somePage),
  ];
}

function pageFileRows(facts: SiteFacts): TableRow[] {
  const { last, some, past } = pagesOf(facts);
  const file = pageFile('genes', some);
  return [
    row('L7', 'a page as a file', `/${file}`, content(file)),
    row('L7', 'page 1 as a file', '/api/genes/page/1.json', content(pageFile('genes', 1))),
    row('L7', 'a page as a file: no query', `/${file}?page=${last}`, content(file)),
    row('L7', 'a page file past the last', `/${pageFile('genes', past)}`, notFound),
    row('L7', 'page file 0', '/api/genes/page/0.json', notFound),
    row('L7', 'a page file with a leading zero', '/api/genes/page/02.json', notFound),
  ];
}

function recordRows({ phage, genes }: SiteFacts): TableRow[] {
  const rows: TableRow[] = [];
  if (phage !== null) {
    const [path, file] = [pathOf('phages', phage), recordFile('phages', phage)];
    rows.push(
      row('D1', 'a phage', path, content(file)),
      row('D1', 'a record takes no page', `${path}?page=99`, content(file)),
      row('D1', 'a record by its file', `${path}index.json`, content(file)),
      row('A2', 'a record without slash', path.slice(0, -1), redirect(path)),
      row('M3', 'HEAD of a record', path, content(file), { method: 'HEAD' }),
      row('M3', 'OPTIONS of a phage', path, description(optionsFiles.phage), options),
      row('M5', 'a record', path, unchanged, { ifNoneMatch: (tag) => tag }),
      row('M1', 'compressed, of a record', path, compressed(file, 'gzip'), {
        headers: { 'Accept-Encoding': 'gzip' },
      }),
    );
  }
  if (genes !== null) {
    const [first, second] = genes;
    rows.push(
      row('D1', 'a gene', pathOf('genes', second), content(recordFile('genes', second))),
      row(
        'M3',
        'OPTIONS of a gene',
        pathOf('genes', first),
        description(optionsFiles.gene),
        options,
      ),
    );
  }
  return rows;
}

function unknownRows({ phage, unknown, otherLetters }: SiteFacts): TableRow[] {
  const rows = [
    ...(otherLetters === null
      ? []
      : [row('D2', 'in other letters', pathOf('phages', otherLetters), notFound)]),
    row('D2', 'an unknown phage', pathOf('phages', unknown.phage), notFound),
    row('D2', 'an unknown gene', pathOf('genes', unknown.gene), notFound),
    row('D2', 'an unknown collection', '/api/hosts/', notFound),
    row('D2', 'an unknown path', '/api/nothing.txt', notFound),
    row('D2', 'a malformed escape', '/api/phages/%zz/', notFound, rawPath),
    row('D2', 'half of a character', '/api/phages/%C3/', notFound, rawPath),
    row('D2', 'a doubled slash', '/api//genes/', notFound, rawPath),
    row('D2', 'a doubled slash at the end', '/api/genes//', notFound, rawPath),
    row('D2', 'a dot segment', '/api/./genes/', notFound, rawPath),
    row('D2', 'two dots', '/api/../api/genes/', notFound, rawPath),
    row('D2', 'two dots out of the API', '/api/../release.json', notFound, rawPath),
    row('D2', 'two dots, escaped', '/api/%2e%2e/release.json', notFound, rawPath),
    row('D2', 'an escaped backslash', '/api/..%5crelease.json', notFound, rawPath),
    row('D2', 'a device of Windows', '/api/phages/NUL/', notFound),
  ];
  if (phage === null) return rows;
  const path = pathOf('phages', phage);
  const slashless = path.slice(0, -1);
  return [
    ...rows,
    row('D2', 'a phage is no gene', pathOf('genes', phage), notFound),
    row('D2', 'below a record', `${path}genes/`, notFound),
    row('D2', 'a NUL', `${slashless}%00/`, notFound, rawPath),
    row(
      'D2',
      'an escaped slash',
      `${slashless.replace('phages/', 'phages%2F')}/`,
      notFound,
      rawPath,
    ),
  ];
}

function addressRows(facts: SiteFacts): TableRow[] {
  const { some } = pagesOf(facts);
  const genes = content(listFile('genes'));
  const query = `format=api&page=${some}`;
  return [
    row('D2', 'the root', '/api/', content(apiRootFile)),
    row('D2', 'the root by its file', '/api/index.json', content(apiRootFile)),
    row('L4', 'a list by its file', '/api/genes/index.json', genes),
    row('L4', 'a list by its file: no query', `/api/genes/index.json?page=${some}`, genes),
    row('A2', 'the root without slash', '/api', redirect('/api/')),
    row('A2', 'a list without slash', '/api/genes', redirect('/api/genes/')),
    row('A2', 'the query is kept', `/api/genes?${query}`, redirect(`/api/genes/?${query}`)),
    row('A2', 'HEAD', '/api/genes', redirect('/api/genes/'), { method: 'HEAD' }),
  ];
}

function methodRows(facts: SiteFacts): TableRow[] {
  const { some, past, farPast } = pagesOf(facts);
  const head = { method: 'HEAD' };
  const { phage, unknown } = facts;
  const unknownPhage = pathOf('phages', unknown.phage);
  const phages = description(optionsFiles.phages);
  return [
    row('M3', 'HEAD of a list', `/api/genes/?page=${some}`, pageContent('genes', some), head),
    row('M3', 'HEAD of a bad page', `/api/genes/?page=${past}`, invalidPage, head),
    row('M3', 'HEAD of nothing', unknownPhage, notFound, head),
    row('M3', 'OPTIONS of the root', '/api/', description(optionsFiles.root), options),
    row('M3', 'OPTIONS of genes', '/api/genes/', description(optionsFiles.genes), options),
    row('M3', 'OPTIONS of phages', '/api/phages/', phages, options),
    row('M3', 'OPTIONS: no query', `/api/phages/?page=${farPast}`, phages, options),
    row('M3', 'OPTIONS of an unknown phage', unknownPhage, notFound, {
      method: 'OPTIONS',
      specialNeed: 'describes',
    }),
    row('M3', 'a CORS preflight', '/api/genes/', description(optionsFiles.genes), {
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

function validatorRows(facts: SiteFacts): TableRow[] {
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

function negotiationRows(facts: SiteFacts): TableRow[] {
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

function pathOf(collection: 'genes' | 'phages', name: string): string {
  return `/api/${collection}/${encodeURIComponent(name)}/`;
}
