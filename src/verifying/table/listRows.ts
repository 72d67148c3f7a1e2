/**
 * Rows of the contract's table for a paginated list: the same for genes, phages and phams (L4, L5, L7, M3 to M5).
 */
import { type ListName, perList } from '../../contract/collectionName.ts';
import { listFile, pageFile } from '../../contract/sitePaths.ts';
import { addressRows } from './addressRows.ts';
import { sizeRows } from './sizeRows.ts';
import {
  asks,
  expects,
  type KnownSite,
  pageContent,
  pagesOf,
  type TableRow,
  tableRow as row,
} from './tableRow.ts';

const { head, ifAny, post, sameTag } = asks;
const { content, invalidPage, notAllowed, notFound, redirect, unchanged } = expects;

const decodesQuery = { specialNeed: 'decodes-query' } as const;

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
    ...pageRows(list, path, site),
    ...pageFileRows(list, site),
    ...sizeRows(list, path, site),
  ];
}

function pageRows(list: ListName, path: string, site: KnownSite): TableRow[] {
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
