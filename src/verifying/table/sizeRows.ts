/** Rows of the contract's table for lists that offer several page sizes, and for those that do not (L5, L7). */
import type { ListName } from '../../contract/collectionName.ts';
import { setsFrom } from '../../contract/pageSets.ts';
import type { PageSet } from '../../contract/pageSizes.ts';
import { listFile, optionsFile, pageFile } from '../../contract/sitePaths.ts';
import {
  asks,
  type Expected,
  expects,
  fileOfPage,
  type KnownSite,
  type TableRow,
  tableRow as row,
} from './tableRow.ts';

const { head, options, sameTag } = asks;
const { content, description, invalidPage, notFound, redirect, unchanged } = expects;

const pageSizes = { specialNeed: 'page-sizes' } as const;
const decodesQuery = { specialNeed: 'decodes-query' } as const;

// More than the number of records in any list.
const manyDigits = '9'.repeat(20);

export function sizeRows(list: ListName, path: string, { pageSets }: KnownSite): TableRow[] {
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
