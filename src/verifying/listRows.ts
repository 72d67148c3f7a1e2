/** Rows of the contract's table for lists and records (L4, L5, L7, D1, D2, A3, M3 to M5). */
import {
  type ListName,
  listNames,
  type NamedCollection,
  namedCollections,
  optionalNames,
  perList,
  recordNouns,
} from '../contract/collectionName.ts';
import { type PageSet, setsFrom } from '../contract/pageSizes.ts';
import { codeFolder, listFile, pageFile, recordFile, welcomeFile } from '../contract/sitePaths.ts';
import { type Description, isListView, optionsFile, viewTemplates } from '../contract/routes.ts';
import {
  asks,
  type Expected,
  expects,
  fileOfPage,
  type KnownSite,
  pageContent,
  pagesOf,
  pathOf,
  type TableRow,
  tableRow as row,
} from './tableRow.ts';

/** Rows of the contract's table for every address under `/api/`, whatever it returns (A2, M1, M3 to M5). */
const { accepting, head, ifAny, options, post, sameTag, rawPath } = asks;
const { compressed, content, description, invalidPage, notAllowed, notFound, redirect, unchanged } =
  expects;

interface Address {
  /** The clause that specifies its response. */
  readonly clause: string;
  readonly name: string;
  /** Below the base URL, percent-encoded; ends in a slash. */
  readonly path: string;
  /** The file with the bytes of its response without a query. */
  readonly file: string;
  readonly describedAs: Description;
  /** A name below it that does not exist, percent-encoded. */
  readonly unknown: string;
}

// The methods to reject. All are tried on records and lists, where clients are most likely to try them.
const otherMethods = ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'] as const;
// The Origin header is added by the client.
const preflight = { ...options, headers: { 'Access-Control-Request-Method': 'GET' } };

/** `methods` is how many of the rejected methods to try. */
export function addressRows(
  { clause, name, path, file, describedAs, unknown }: Address,
  methods: 'all' | 'one' = 'one',
): TableRow[] {
  const hasPages = listNames.some((list) => list === describedAs);
  const isWhole = viewTemplates.some((view) => view === describedAs && isListView(view));
  const slashless = path.slice(0, -1);
  const query = '?a=%2F&b';
  const page = 'page=2&format=api';
  const itself = content(file);
  const described = description(optionsFile(describedAs));
  return [
    row(clause, name, path, itself),
    row(clause, `${name} by its file, which takes no page`, `${path}index.json?${page}`, itself),
    ...(isWhole ? wholeRows(name, path, itself) : []),
    ...(hasPages || isWhole
      ? []
      : [row(clause, `${name} takes no page`, `${path}?${page}`, itself)]),
    row('A2', `${name} without slash`, slashless, redirect(path)),
    row('A2', `${name} without slash: query kept`, slashless + query, redirect(path + query)),
    row('A2', `${name} without slash: HEAD`, slashless, redirect(path), head),
    row('M3', `HEAD of ${name}`, path, itself, head),
    row('M3', `OPTIONS of ${name}`, path, described, options),
    row('M3', `OPTIONS of ${name}: no query`, `${path}?page=99`, described, options),
    row('M3', `a CORS preflight for ${name}`, path, described, preflight),
    ...otherMethods.slice(0, methods === 'all' ? otherMethods.length : 1).map((method) =>
      row('M4', `${method} to ${name}`, path, notAllowed, {
        method,
        specialNeed: method === 'PROPFIND' ? 'webdav' : null,
      }),
    ),
    row('M5', `the same validator of ${name}`, path, unchanged, sameTag),
    row('M5', `another validator of ${name}`, path, itself, { ifNoneMatch: () => '"other"' }),
    row('M1', `${name} compressed`, path, compressed(file, 'gzip'), accepting('gzip')),
    row('D2', `nothing below ${name}`, `${path}${unknown}/`, notFound),
    row('M3', `HEAD of nothing below ${name}`, `${path}${unknown}/`, notFound, head),
  ];
}

/** A view that is whole on one page has no other pages. */
function wholeRows(name: string, path: string, itself: Expected): TableRow[] {
  const is = (query: string, expected: Expected, extras = {}) =>
    row('V1', `${name} on one page`, `${path}?${query}`, expected, extras);
  return [
    ...['page=1', 'page=001', 'page=', 'page', 'page=last', 'page=2&page=1', 'PAGE=2'].map(
      (query) => is(query, itself),
    ),
    ...[
      'page=2&format=api',
      'format=api&page=2',
      'page=0',
      'page=x',
      'page=11',
      'page=1&page=2',
    ].map((query) => is(query, invalidPage)),
    is('page=%31', itself, { specialNeed: 'decodes-query' }),
    is('page=%32', invalidPage, { specialNeed: 'decodes-query' }),
    row('M3', `HEAD of no page of ${name}`, `${path}?page=2`, invalidPage, head),
    row('M4', `POST to no page of ${name}`, `${path}?page=2`, notAllowed, post),
    row('M5', `any of no page of ${name}`, `${path}?page=2`, invalidPage, ifAny),
  ];
}

/** Rows of the contract's table for lists that offer several page sizes, and for those that do not (L5, L7). */
const pageSizes = { specialNeed: 'page-sizes' } as const;
const decodesQuery = { specialNeed: 'decodes-query' } as const;

// More than the number of records in any list.
const manyDigits = '9'.repeat(20);

function sizeRows(list: ListName, path: string, { pageSets }: KnownSite): TableRow[] {
  const sets = pageSets?.[list];
  const first = content(listFile(list));
  const ignores = ['page_size=1', 'page_size=1000000', 'page_size=all'].map((query) =>
    row('L5', 'a size where one is offered', `${path}?${query}`, first),
  );
  return sets === undefined ? ignores : [...offeredRows(list, path, sets), ...fileRows(list, sets)];
}

function offeredRows(list: ListName, path: string, sets: readonly PageSet[]): TableRow[] {
  const froms = setsFrom(sets);
  const last = froms.at(-1);
  const [byDefault] = sets;
  if (byDefault === undefined || last === undefined) return [];
  const page = ({ name }: PageSet, number: number): Expected =>
    content(name === null ? fileOfPage(list, number) : pageFile(list, number, name));
  const is = (title: string, query: string, expected: Expected, extras = {}) =>
    row('L5', title, `${path}?${query}`, expected, { ...pageSizes, ...extras });
  const isDefault = (title: string, query: string) =>
    row('L5', title, `${path}?${query}`, page(byDefault, 1));

  const ofEach = froms.flatMap(({ from, set }, at) => {
    // The largest number that still selects the set.
    const upTo = (froms[at + 1]?.from ?? from + 1) - 1;
    const { lastPage } = set;
    const some = Math.min(2, lastPage);
    return [
      is('a size', `page_size=${from}`, page(set, 1)),
      is('the largest number of a size', `format=api&page_size=${upTo}`, page(set, 1)),
      is('leading zeros', `page_size=000${from}&x`, page(set, 1)),
      is('a page of a size', `format=api&page=${some}&page_size=${from}`, page(set, some)),
      is('a page of a size, the size first', `page_size=${upTo}&page=${some}`, page(set, some)),
      is('the last page of a size', `page=${lastPage}&page_size=${from}`, page(set, lastPage)),
      is('the last page of a size by its word', `page=last&page_size=${from}`, page(set, lastPage)),
      is('past the last page of a size', `page=${lastPage + 1}&page_size=${from}`, invalidPage),
      is('page 0 of a size', `page=0&page_size=${from}`, invalidPage),
      is('repeated: the last counts', `page_size=x&page_size=${from}`, page(set, 1)),
      is('HEAD of a size', `page_size=${from}`, page(set, 1), head),
    ];
  });
  const { from, set } = last;
  const byQuery = `page=${set.lastPage}&page_size=${from}`;
  return [
    ...ofEach,
    is('very many', `page_size=${manyDigits}`, page(set, 1)),
    row(
      'L5',
      'an escaped size',
      `${path}?page%5Fsize=%3${String(from)}`,
      page(set, 1),
      decodesQuery,
    ),
    isDefault('an empty size', 'page_size='),
    isDefault('a size without equals sign', 'page_size'),
    isDefault('the size 0', 'page_size=00'),
    isDefault('a negative size', `page_size=-${from}`),
    isDefault('a size that is no number', 'page_size=all'),
    isDefault('a number with more behind', `page_size=${from}x`),
    isDefault('a decimal', `page_size=${from}.0`),
    isDefault('a plus', `page_size=+${from}`),
    isDefault('a path instead', `page_size=../${from}`),
    isDefault('repeated: the last is wrong', `page_size=${from}&page_size=x`),
    isDefault('repeated: the last is empty', `page_size=${from}&page_size`),
    isDefault('names differ by case', `PAGE_SIZE=${from}`),
    isDefault('a name that ends alike', `xpage_size=${from}`),
    isDefault('a name that begins alike', `page_sizes=${from}`),
    row('A2', 'a size is kept', `${path.slice(0, -1)}?${byQuery}`, redirect(`${path}?${byQuery}`)),
    row(
      'M3',
      'OPTIONS of a size',
      `${path}?page=0&page_size=${from}`,
      description(optionsFile(list)),
      options,
    ),
    row('M5', 'the same validator of a size', `${path}?${byQuery}`, unchanged, sameTag),
  ];
}

function fileRows(list: ListName, sets: readonly PageSet[]): TableRow[] {
  const ofEach = sets.flatMap(({ name, lastPage }) => {
    if (name === null) return [];
    const file = (page: number) => pageFile(list, page, name);
    return [
      row('L7', 'a page of a size as a file', `/${file(1)}`, content(file(1))),
      row('L7', 'the last page of a size as a file', `/${file(lastPage)}`, content(file(lastPage))),
      row(
        'L7',
        'a page of a size as a file: no query',
        `/${file(1)}?page=9&page_size=1`,
        content(file(1)),
      ),
      row('L7', 'a page file of a size past the last', `/${file(lastPage + 1)}`, notFound),
      row('L7', 'page file 0 of a size', `/${file(0)}`, notFound),
      row(
        'M3',
        'OPTIONS of a page file of a size',
        `/${file(1)}`,
        description(optionsFile(list)),
        options,
      ),
    ];
  });
  return [
    ...ofEach,
    row(
      'L7',
      'a page file of a size that is not offered',
      `/${pageFile(list, 1, 99_999)}`,
      notFound,
    ),
    row('L7', 'the folder of the sizes', `/api/${list}/page-size/`, notFound),
    row('L7', 'a list by size', `/api/${list}/page-size/all/`, notFound),
    row('L7', 'a page file without its page', `/api/${list}/page-size/all/1.json`, notFound),
  ];
}

/** No rows for a list that is not published. */
export function listRows(list: ListName, site: KnownSite): TableRow[] {
  if (site.lastPages[list] === 0) return [];
  const path = `/api/${list}/`;
  const file = listFile(list);
  const unknown = { ...perList(() => 'last'), ...site.unknown }[list];
  return [
    ...addressRows(
      {
        clause: 'L4',
        name: list,
        path,
        file,
        describedAs: list,
        unknown: encodeURIComponent(unknown),
      },
      'all',
    ),
    ...pageRowsOf(list, path, site),
    ...pageFileRows(list, site),
    ...sizeRows(list, path, site),
  ];
}

function pageRowsOf(list: ListName, path: string, site: KnownSite): TableRow[] {
  const { last, some, other, past, farPast } = pagesOf(list, site);
  const first = content(listFile(list));
  const somePage = pageContent(list, some);
  const lastPage = pageContent(list, last);
  const byQuery = `page=${some}&format=api`;
  const slashless = path.slice(0, -1);
  const ask = (query: string) => `${path}?${query}`;
  const isBad = (title: string, query: string) => row('L4', title, ask(query), invalidPage);
  const is = (title: string, query: string, expected = somePage) =>
    row('L4', title, ask(query), expected);
  const ignores = (title: string, query: string) => row('L5', title, ask(query), somePage);
  return [
    is('page 1 by number', 'page=1', first),
    is('an empty page is page 1', 'page=', first),
    is('a page without equals sign is page 1', 'page', first),
    is(`page ${some}`, `format=api&page=${some}`),
    is(`page ${some}, asked for before the format`, byQuery),
    is('the last page by number', `page=${last}`, lastPage),
    is('the last page by its word', 'page=last', lastPage),
    is('leading zeros', `page=000${some}`),
    is('repeated: the last counts', `page=${other}&page=${some}`),
    isBad('repeated: the last is wrong', `page=${other}&page=x`),
    is('repeated: only the first is wrong', `page=x&page=${some}`),
    isBad('past the last page', `page=${past}`),
    isBad('past the last page, asked for before the format', `page=${past}&format=api`),
    isBad('page 0', 'page=0'),
    isBad('a negative page', 'page=-1'),
    isBad('a page that is no number', 'page=two'),
    isBad('a number with more behind', 'page=2x'),
    isBad('the word in other letters', 'page=LAST'),
    isBad('a decimal', 'page=2.0'),
    isBad('twenty digits', 'page=18446744073709551618'),
    isBad('a space before the number', 'page=+2'),
    isBad('a path instead', 'page=../../phages/page/2'),
    isBad('a path instead, escaped', 'page=..%2F..%2Fphages%2Fpage%2F2'),
    isBad('a malformed escape', 'page=%'),
    isBad('a NUL', 'page=2%00'),
    is('names differ by case', `PAGE=${some}`, first),
    is('a name that ends alike', `subpage=${some}`, first),
    row('L4', 'an escaped digit', ask(`page=%3${some}`), somePage, decodesQuery),
    row('L4', 'an escaped name', ask(`%70age=${some}`), somePage, decodesQuery),
    ignores('format takes any value', `format=xml&page=${some}`),
    ignores('format without a value', `format&page=${some}`),
    ignores('unknown parameters', `search=x&page=${some}&limit=1`),
    ignores('a malformed escape elsewhere', `x=%&page=${some}`),
    row('A2', 'a page is kept', `${slashless}?${byQuery}`, redirect(`${path}?${byQuery}`)),
    row('M3', 'HEAD of a page', ask(byQuery), somePage, head),
    row('M3', 'HEAD of a bad page', ask(`page=${past}`), invalidPage, head),
    row('M4', 'POST to a bad page', ask(`page=${farPast}`), notAllowed, post),
    row('M5', 'the same validator of a page', ask(byQuery), unchanged, sameTag),
    row('M5', 'any of a bad page', ask(`page=${farPast}`), invalidPage, ifAny),
  ];
}

function pageFileRows(list: ListName, site: KnownSite): TableRow[] {
  const { last, some, past } = pagesOf(list, site);
  const file = pageFile(list, some);
  const is = (title: string, target: string, page: number) =>
    row('L7', title, target, content(pageFile(list, page)));
  const isNone = (title: string, name: string) =>
    row('L7', title, `/api/${list}/page/${name}`, notFound);
  return [
    is('a page as a file', `/${file}`, some),
    is('page 1 as a file', `/${pageFile(list, 1)}`, 1),
    is('the last page as a file', `/${pageFile(list, last)}`, last),
    is('a page as a file: no query', `/${file}?page=${last}&format=api`, some),
    isNone('a page file past the last', `${past}.json`),
    isNone('page file 0', '0.json'),
    isNone('a page file with a leading zero', '02.json'),
  ];
}

/** Rows of the contract's table for the pages for people: whatever the query, the page is one file (W1). */
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

/** Rows of the contract's table for single records, and for missing ones (D1, D2, A3). */
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
