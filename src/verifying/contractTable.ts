/** The contract as a table: requests to a server of a site, and the expected responses. */
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
import { type Description, isListView, viewFile } from '../contract/routes.ts';
import {
  apiRootFile,
  codeFolder,
  listFile,
  pageFile,
  recordFile,
  welcomeFile,
} from '../contract/sitePaths.ts';
import {
  aliasRows,
  bulkRows,
  longNameRows,
  oddRequestRows,
  openRedirectRows,
} from './otherRows.ts';
import { escapedPath } from './siteManifest.ts';
import {
  expects,
  fileOfPage,
  type KnownSite,
  pagesUpTo,
  pathOf,
  rowsOf,
  swapCase,
  type TableRow,
  tableRow,
} from './tableRow.ts';

const { compressed, content, description } = expects;

/** All rows for a site: every clause that a request can show. Addresses of the same kind get the same requests. */
export function contractTable(site: KnownSite): TableRow[] {
  const root = { clause: 'D2', name: 'the root', path: '/api/', file: apiRootFile };
  return [
    ...addressRows({ ...root, describedAs: 'root', unknown: 'hosts' }),
    ...listNames.flatMap((list) => listRows(list, site)),
    ...recordRows(site),
    ...viewRows(site),
    ...bulkRows(site),
    ...pageRows(site),
    ...foldedRows(site),
    ...aliasRows(site),
    ...absentRows(site),
    ...unknownRows(site),
    ...headerRows(site),
    ...longNameRows(site),
    ...oddRequestRows(site),
    ...openRedirectRows(),
  ];
}

interface Address {
  readonly clause: string;
  readonly name: string;
  readonly path: string;
  readonly file: string;
  readonly describedAs: Description;
  readonly unknown: string;
  /** Whether it takes any page, as a list. */
  readonly hasPages?: boolean;
}

// The methods to reject. All are tried on records and lists, where clients are most likely to try them.
const otherMethods = ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'];

/** Rows for every address under `/api/`, whatever it returns (A2, M1, M3 to M5). */
function addressRows(address: Address, methods = otherMethods.slice(0, 1)): TableRow[] {
  const { clause, name, path, file, describedAs, unknown, hasPages = false } = address;
  const isWhole = isListView(describedAs) && !hasPages;
  const slashless = path.slice(0, -1);
  const [query, page] = ['?a=%2F&b', 'page=2&format=api'];
  const refused = methods.map(
    (method) => `
    M4 | ${method} to ${name} | ${path} | notAllowed | ${method}${method === 'PROPFIND' ? ' | webdav' : ''}`,
  );
  return rowsOf(
    `
    ${clause} | ${name} | ${path} | itself
    ${clause} | ${name} by its file, which takes no page | ${path}index.json?${page} | itself
    ${isWhole ? wholeRows(name, path) : hasPages ? '' : `${clause} | ${name} takes no page | ${path}?${page} | itself`}
    A2 | ${name} without slash             | ${slashless}         | to ${path}
    A2 | ${name} without slash: query kept | ${slashless}${query} | to ${path}${query}
    A2 | ${name} without slash: HEAD       | ${slashless}         | to ${path} | head
    M3 | HEAD of ${name}                   | ${path}              | itself     | head
    M3 | OPTIONS of ${name}                | ${path}              | described  | options
    M3 | OPTIONS of ${name}: no query      | ${path}?page=99      | described  | options
    M3 | a CORS preflight for ${name}      | ${path}              | described  | preflight${refused.join('')}
    M5 | the same validator of ${name}     | ${path}              | unchanged  | sameTag
    M5 | another validator of ${name}      | ${path}              | itself     | otherTag
    M1 | ${name} compressed                | ${path}              | packed     | gzip
    D2 | nothing below ${name}             | ${path}${unknown}/   | notFound
    M3 | HEAD of nothing below ${name}     | ${path}${unknown}/   | notFound   | head`,
    {
      itself: content(file),
      described: description(describedAs),
      packed: compressed(file, 'gzip'),
    },
  );
}

/** A view that is whole on one page has no other pages. */
function wholeRows(name: string, path: string): string {
  const is = (answer: string) => (query: string) =>
    `V1 | ${name} on one page | ${path}?${query} | ${answer}`;
  const first = ['page=1', 'page=001', 'page=', 'page', 'page=last', 'page=2&page=1', 'PAGE=2'];
  const others = ['page=2&format=api', 'format=api&page=2', 'page=0', 'page=x', 'page=11'];
  return [
    ...first.map(is('itself')),
    ...[...others, 'page=1&page=2'].map(is('invalidPage')),
    is('itself | decodes-query')('page=%31'),
    is('invalidPage | decodes-query')('page=%32'),
    `M3 | HEAD of no page of ${name} | ${path}?page=2 | invalidPage | head`,
    `M4 | POST to no page of ${name} | ${path}?page=2 | notAllowed  | post`,
    `M5 | any of no page of ${name}  | ${path}?page=2 | invalidPage | ifAny`,
  ].join('\n');
}

/** No rows for a list that is not published. */
function listRows(list: ListName, site: KnownSite): TableRow[] {
  if (site.lastPages[list] === 0) return [];
  const path = `/api/${list}/`;
  const unknown = encodeURIComponent({ ...perList(() => 'last'), ...site.unknown }[list]);
  const itself = { clause: 'L4', name: list, path, file: listFile(list), hasPages: true };
  return [
    ...addressRows({ ...itself, describedAs: list, unknown }, otherMethods),
    ...pageRowsOf(list, path, site.lastPages[list]),
    ...sizeRows(list, path, site),
  ];
}

/** The pages of a list or a view, which is named as in `ViewPages`: by query, and as files. */
function pageRowsOf(of: string, path: string, lastPage: number): TableRow[] {
  const file = (page: number) => content(pageFile(of, page));
  const byQuery = (page: number) => (page === 1 ? content(viewFile([of])) : file(page));
  const { last, some, other, past, farPast } = pagesUpTo(lastPage);
  const query = `page=${some}&format=api`;
  return rowsOf(
    `
    L4 | page 1 by number                       | ${path}?page=1 | first
    L4 | an empty page is page 1                | ${path}?page=  | first
    L4 | a page without equals sign is page 1   | ${path}?page   | first
    L4 | page ${some}                           | ${path}?format=api&page=${some} | some
    L4 | page ${some}, asked for before the format | ${path}?${query} | some
    L4 | the last page by number                | ${path}?page=${last} | last
    L4 | the last page by its word              | ${path}?page=last | last
    L4 | leading zeros                          | ${path}?page=000${some} | some
    L4 | repeated: the last counts              | ${path}?page=${other}&page=${some} | some
    L4 | repeated: the last is wrong            | ${path}?page=${other}&page=x | invalidPage
    L4 | repeated: only the first is wrong      | ${path}?page=x&page=${some} | some
    L4 | past the last page                     | ${path}?page=${past} | invalidPage
    L4 | past the last page, asked for before the format | ${path}?page=${past}&format=api | invalidPage
    L4 | page 0                                 | ${path}?page=0 | invalidPage
    L4 | a negative page                        | ${path}?page=-1 | invalidPage
    L4 | a page that is no number               | ${path}?page=two | invalidPage
    L4 | a number with more behind              | ${path}?page=2x | invalidPage
    L4 | the word in other letters              | ${path}?page=LAST | invalidPage
    L4 | a decimal                              | ${path}?page=2.0 | invalidPage
    L4 | twenty digits                          | ${path}?page=18446744073709551618 | invalidPage
    L4 | a space before the number              | ${path}?page=+2 | invalidPage
    L4 | a path instead                         | ${path}?page=../../phages/page/2 | invalidPage
    L4 | a path instead, escaped                | ${path}?page=..%2F..%2Fphages%2Fpage%2F2 | invalidPage
    L4 | a malformed escape                     | ${path}?page=% | invalidPage
    L4 | a NUL                                  | ${path}?page=2%00 | invalidPage
    L4 | names differ by case                   | ${path}?PAGE=${some} | first
    L4 | a name that ends alike                 | ${path}?subpage=${some} | first
    L4 | an escaped digit                       | ${path}?page=%3${some} | some | decodes-query
    L4 | an escaped name                        | ${path}?%70age=${some} | some | decodes-query
    L5 | format takes any value                 | ${path}?format=xml&page=${some} | some
    L5 | format without a value                 | ${path}?format&page=${some} | some
    L5 | unknown parameters                     | ${path}?search=x&page=${some}&limit=1 | some
    L5 | a malformed escape elsewhere           | ${path}?x=%&page=${some} | some
    A2 | a page is kept                         | ${path.slice(0, -1)}?${query} | to ${path}?${query}
    M3 | HEAD of a page                         | ${path}?${query} | some | head
    M3 | HEAD of a bad page                     | ${path}?page=${past} | invalidPage | head
    M4 | POST to a bad page                     | ${path}?page=${farPast} | notAllowed | post
    M5 | the same validator of a page           | ${path}?${query} | unchanged | sameTag
    M5 | any of a bad page                      | ${path}?page=${farPast} | invalidPage | ifAny
    L7 | a page as a file           | ${path}page/${some}.json | someFile
    L7 | page 1 as a file           | ${path}page/1.json       | firstFile
    L7 | the last page as a file    | ${path}page/${last}.json | lastFile
    L7 | a page as a file: no query | ${path}page/${some}.json?page=${last}&format=api | someFile
    L7 | a page file past the last  | ${path}page/${past}.json | notFound
    L7 | page file 0                | ${path}page/0.json       | notFound
    L7 | a page file with a leading zero | ${path}page/02.json | notFound`,
    {
      first: byQuery(1),
      some: byQuery(some),
      last: byQuery(last),
      firstFile: file(1),
      someFile: file(some),
      lastFile: file(last),
    },
  );
}

/** A list that offers several page sizes, or does not (L5, L7). */
function sizeRows(list: ListName, path: string, { pageSets }: KnownSite): TableRow[] {
  const sets = pageSets?.[list];
  if (sets !== undefined) return [...offeredRows(list, path, sets), ...sizeFileRows(list, sets)];
  return rowsOf(
    `
    L5 | a size where one is offered | ${path}?page_size=1       | first
    L5 | a size where one is offered | ${path}?page_size=1000000 | first
    L5 | a size where one is offered | ${path}?page_size=all     | first`,
    { first: content(listFile(list)) },
  );
}

function offeredRows(list: ListName, path: string, sets: readonly PageSet[]): TableRow[] {
  const froms = setsFrom(sets);
  const largest = froms.at(-1);
  const [byDefault] = sets;
  if (byDefault === undefined || largest === undefined) return [];
  const page = ({ name }: PageSet, number: number) =>
    content(name === null ? fileOfPage(list, number) : pageFile(list, number, name));
  const ofEach = froms.flatMap(({ from, set }, at) => {
    // The largest number that still selects the set.
    const upTo = (froms[at + 1]?.from ?? from + 1) - 1;
    const last = set.lastPage;
    const some = Math.min(2, last);
    return rowsOf(
      `
      L5 | a size | ${path}?page_size=${from} | first | page-sizes
      L5 | the largest number of a size | ${path}?format=api&page_size=${upTo} | first | page-sizes
      L5 | leading zeros | ${path}?page_size=000${from}&x | first | page-sizes
      L5 | a page of a size | ${path}?format=api&page=${some}&page_size=${from} | some | page-sizes
      L5 | a page of a size, the size first | ${path}?page_size=${upTo}&page=${some} | some | page-sizes
      L5 | the last page of a size | ${path}?page=${last}&page_size=${from} | last | page-sizes
      L5 | the last page of a size by its word | ${path}?page=last&page_size=${from} | last | page-sizes
      L5 | past the last page of a size | ${path}?page=${last + 1}&page_size=${from} | invalidPage | page-sizes
      L5 | page 0 of a size | ${path}?page=0&page_size=${from} | invalidPage | page-sizes
      L5 | repeated: the last counts | ${path}?page_size=x&page_size=${from} | first | page-sizes
      L5 | HEAD of a size | ${path}?page_size=${from} | first | page-sizes | head`,
      { first: page(set, 1), some: page(set, some), last: page(set, last) },
    );
  });
  const { from, set } = largest;
  const byQuery = `page=${set.lastPage}&page_size=${from}`;
  return [
    ...ofEach,
    ...rowsOf(
      `
      L5 | very many | ${path}?page_size=${'9'.repeat(20)} | first | page-sizes
      L5 | an escaped size                  | ${path}?page%5Fsize=%3${from} | first | decodes-query
      L5 | an empty size                    | ${path}?page_size= | byDefault
      L5 | a size without equals sign       | ${path}?page_size | byDefault
      L5 | the size 0                       | ${path}?page_size=00 | byDefault
      L5 | a negative size                  | ${path}?page_size=-${from} | byDefault
      L5 | a size that is no number         | ${path}?page_size=all | byDefault
      L5 | a number with more behind        | ${path}?page_size=${from}x | byDefault
      L5 | a decimal                        | ${path}?page_size=${from}.0 | byDefault
      L5 | a plus                           | ${path}?page_size=+${from} | byDefault
      L5 | a path instead                   | ${path}?page_size=../${from} | byDefault
      L5 | repeated: the last is wrong      | ${path}?page_size=${from}&page_size=x | byDefault
      L5 | repeated: the last is empty      | ${path}?page_size=${from}&page_size | byDefault
      L5 | names differ by case             | ${path}?PAGE_SIZE=${from} | byDefault
      L5 | a name that ends alike           | ${path}?xpage_size=${from} | byDefault
      L5 | a name that begins alike         | ${path}?page_sizes=${from} | byDefault
      A2 | a size is kept                   | ${path.slice(0, -1)}?${byQuery} | to ${path}?${byQuery}
      M3 | OPTIONS of a size                | ${path}?page=0&page_size=${from} | described | options
      M5 | the same validator of a size     | ${path}?${byQuery} | unchanged | sameTag`,
      { first: page(set, 1), byDefault: page(byDefault, 1), described: description(list) },
    ),
  ];
}

function sizeFileRows(list: ListName, sets: readonly PageSet[]): TableRow[] {
  const ofEach = sets.flatMap(({ name, lastPage }) => {
    if (name === null) return [];
    const file = (page: number) => pageFile(list, page, name);
    return rowsOf(
      `
      L7 | a page of a size as a file           | /${file(1)} | first
      L7 | the last page of a size as a file    | /${file(lastPage)} | last
      L7 | a page of a size as a file: no query | /${file(1)}?page=9&page_size=1 | first
      L7 | a page file of a size past the last  | /${file(lastPage + 1)} | notFound
      L7 | page file 0 of a size                | /${file(0)} | notFound
      M3 | OPTIONS of a page file of a size     | /${file(1)} | described | options`,
      { first: content(file(1)), last: content(file(lastPage)), described: description(list) },
    );
  });
  return [
    ...ofEach,
    ...rowsOf(`
      L7 | a page file of a size that is not offered | /${pageFile(list, 1, 99_999)} | notFound
      L7 | the folder of the sizes                   | /api/${list}/page-size/ | notFound
      L7 | a list by size                            | /api/${list}/page-size/all/ | notFound
      L7 | a page file without its page              | /api/${list}/page-size/all/1.json | notFound`),
  ];
}

function recordRows({ records, unknown }: KnownSite): TableRow[] {
  return namedCollections.flatMap((collection) =>
    records[collection].flatMap((record, at) => {
      const [noun, path] = [recordNouns[collection], pathOf(collection, record)];
      const file = recordFile(collection, record);
      if (at > 0)
        return rowsOf(`D1 | another ${noun} | ${path} | itself`, { itself: content(file) });
      const itself = { clause: 'D1', name: `a ${noun}`, path, file };
      const below = encodeURIComponent(unknown.genes);
      return addressRows({ ...itself, describedAs: noun, unknown: below }, otherMethods);
    }),
  );
}

function viewRows({ views, viewPages = {} }: KnownSite): TableRow[] {
  return views.flatMap(({ template, segments }) => {
    const below = escapedPath(segments.join('/'));
    if (below === null) return [];
    const path = `/api/${below}/`;
    const view = segments.join('/');
    const lastPage = viewPages[view] ?? 1;
    const file = viewFile(segments);
    const itself = { clause: 'V1', name: template, path, file, hasPages: lastPage > 1 };
    return [
      ...addressRows({ ...itself, describedAs: template, unknown: 'Nobody_999999' }),
      ...(lastPage > 1 ? pageRowsOf(view, path, lastPage) : []),
    ];
  });
}

/** The pages for people: whatever the query, the page is one file (W1). */
function pageRows({ pages }: KnownSite): TableRow[] {
  if (pages === undefined) return [];
  const fresh = (file: string) => ({ kind: 'fresh', file });
  return [
    ...rowsOf(
      `
      W1 | the page for people                    | /                       | page
      W1 | the page of a phage                    | /?phage=Nobody_999999   | page
      W1 | a query that means something elsewhere | /?format=api&page=2     | page
      W1 | HEAD of the page                       | /?phages                | page | head
      W1 | POST to the page                       | /                       | refused | post | beside-methods`,
      { page: fresh(welcomeFile) },
    ),
    ...pages.indexes.flatMap((file) =>
      rowsOf(`W1 | HEAD of ${file} | /${file} | index | head`, { index: fresh(file) }),
    ),
    ...pages.code.flatMap((file) =>
      rowsOf(
        `W1 | code of the pages      | /${file}        | lasting
         W1 | HEAD of code: no query | /${file}?page=2 | lasting | head`,
        { lasting: { kind: 'lasting', file } },
      ),
    ),
    ...rowsOf(`W1 | code that is not there | /${codeFolder}Nobody_999999.js | missing`),
  ];
}

export function foldedRows({ caseInsensitiveNames, records }: KnownSite): TableRow[] {
  if (!caseInsensitiveNames) return [];
  const rowsOfName = (collection: NamedCollection, name: string) => {
    const [inLower, inOthers] = [name.toLowerCase(), swapCase(name)].map((one) =>
      pathOf(collection, one),
    );
    return rowsOf(
      `
      D1 | a name in lower case                  | ${inLower} | record
      D1 | a name in other letters               | ${inOthers} | record | case-insensitive-names
      D1 | a name in other letters, by its file  | ${inOthers}index.json | record | case-insensitive-names
      A2 | a name in other letters without slash | ${inOthers?.slice(0, -1)} | to ${inOthers}`,
      { record: content(recordFile(collection, name)) },
    );
  };
  return namedCollections.flatMap((collection) =>
    records[collection].slice(0, 1).flatMap((name) => rowsOfName(collection, name)),
  );
}

/** Collections that the site does not have: nothing reveals their addresses, not even a redirect. */
function absentRows({ lastPages, records }: KnownSite): TableRow[] {
  const [phage = 'Nobody'] = records.phages;
  const absent = optionalNames.filter((name) => lastPages[name] === 0);
  return absent.flatMap((name) => {
    const view = `/api/${name}byphage/${encodeURIComponent(phage)}`;
    return rowsOf(`
      D2 | no ${name}: the list               | /api/${name}/          | notFound
      D2 | no ${name}: the list without slash | /api/${name}           | notFound
      D2 | no ${name}: a page as a file       | /${pageFile(name, 1)}  | notFound
      D2 | no ${name}: the view               | ${view}/               | notFound
      D2 | no ${name}: the view without slash | ${view}                | notFound
      M3 | no ${name}: OPTIONS of the list    | /api/${name}/          | notFound | options`);
  });
}

function unknownRows(site: KnownSite): TableRow[] {
  const { records, unknown, caseInsensitiveNames, otherLetters } = site;
  const [phage] = records.phages;
  const slashless = pathOf('phages', phage ?? '').slice(0, -1);
  const inOtherLetters =
    caseInsensitiveNames || otherLetters === null
      ? ''
      : `D2 | in other letters | ${pathOf('phages', otherLetters)} | notFound`;
  const ofPhage =
    phage === undefined
      ? ''
      : `
    D2 | a phage is no gene       | ${pathOf('genes', phage)} | notFound
    D2 | a NUL                    | ${slashless}%00/ | notFound | raw-path
    D2 | an escaped slash         | ${slashless.replace('phages/', 'phages%2F')}/ | notFound | raw-path`;
  return rowsOf(`${inOtherLetters}
    D2 | an unknown phage         | ${pathOf('phages', unknown.phages)} | notFound
    D2 | an unknown gene          | ${pathOf('genes', unknown.genes)} | notFound
    D2 | an unknown path          | /api/nothing.txt | notFound
    D2 | a malformed escape       | /api/phages/%zz/ | notFound | raw-path
    D2 | a malformed escape without a slash | /api/phages/%zz | notFound | raw-path
    D2 | half of a character      | /api/phages/%C3/ | notFound | raw-path
    D2 | half of a character without a slash | /api/phages/%C3 | notFound | raw-path
    D2 | a doubled slash          | /api//genes/ | notFound | raw-path
    D2 | a doubled slash at the end | /api/genes// | notFound | raw-path
    D2 | a dot segment            | /api/./genes/ | notFound | raw-path
    D2 | two dots                 | /api/../api/genes/ | notFound | raw-path
    D2 | two dots out of the API  | /api/../release.json | notFound | raw-path
    D2 | two dots, escaped        | /api/%2e%2e/release.json | notFound | raw-path
    D2 | an escaped backslash     | /api/..%5crelease.json | notFound | raw-path
    D2 | a device of Windows      | /api/phages/NUL/ | notFound${ofPhage}`);
}

/** Across addresses: missing resources, lists of ETags, content negotiation (M1 to M6). */
function headerRows(site: KnownSite): TableRow[] {
  const list = '/api/genes/';
  const { some } = pagesUpTo(site.lastPages.genes);
  const target = `${list}?page=${some}`;
  const file = fileOfPage('genes', some);
  const nobody = pathOf('phages', site.unknown.phages);
  const weak = (tag: string) => `W/${tag.replace(/^W\//, '')}`;
  const types = ['text/html', 'application/xml', '*/*;q=0', ''];
  return [
    ...rowsOf(
      `
    M3 | OPTIONS of an unknown phage  | ${nobody}         | notFound  | options | describes
    M3 | OPTIONS by the file          | ${list}index.json | described | options
    M5 | HEAD                         | ${list}           | unchanged | head | sameTag
    M5 | one of several               | ${list}           | unchanged | several
    M5 | marked as weak               | ${list}           | unchanged | weak
    M5 | any                          | ${list}           | unchanged | any
    M5 | any of what is not there     | ${nobody}         | notFound  | ifAny`,
      {
        described: description('genes'),
        several: { ifNoneMatch: (tag: string) => `"other", ${tag}, "more, of that"` },
        weak: { ifNoneMatch: weak },
        any: { ifNoneMatch: () => '*' },
      },
    ),
    ...types.map((Accept) =>
      tableRow('M6', `Accept: ${Accept}`, target, content(file), { headers: { Accept } }),
    ),
    ...rowsOf(
      `
    M1 | gzip, where the client takes it | ${target}      | packed | gzip
    M1 | br, where the client takes it   | ${target}      | brotli | br
    M1 | not compressed, where the client takes nothing | ${list} | genes | identity
    M1 | asked by no script of another site | ${list}     | genes | no-origin
    M6 | Accept-Language              | ${list}           | genes | french`,
      {
        packed: compressed(file, 'gzip'),
        brotli: compressed(file, 'br'),
        br: { headers: { 'Accept-Encoding': 'br' } },
        genes: content(listFile('genes')),
        identity: { headers: { 'Accept-Encoding': 'identity' } },
        french: { headers: { 'Accept-Language': 'fr', 'User-Agent': 'Mozilla/5.0' } },
      },
    ),
  ];
}
