/** The page sizes that a list offers, and which of them a query asks for (L5). */
import { type ListName, listNames, type PerList } from './collectionName.ts';

/** The `page` of a raw query: a number from 1 to `lastPage`, or 'invalid' (L4). Never throws, whatever it contains. */
export function pageParameter(query: string, lastPage: number): number | 'invalid' {
  const value = queryValue('page', query);
  if (value === '') return 1;
  if (value === 'last') return lastPage;
  if (!/^[0-9]+$/.test(value)) return 'invalid';
  // A number too large for exact precision still compares as larger than any last page.
  const page = Number(value);
  return page >= 1 && page <= lastPage ? page : 'invalid';
}

/** Of a repeated parameter, the last value counts (L4); '' if it is absent or empty. */
export function queryValue(name: string, query: string): string {
  let value = '';
  query.split('&').forEach((pair) => {
    // A pair without `=` is a name only.
    const nameEnd = `${pair}=`.indexOf('=');
    if (formDecode(pair.slice(0, nameEnd)) === name) value = formDecode(pair.slice(nameEnd + 1));
  });
  return value;
}

/** Decodes escaped ASCII, which is enough for page numbers; all else stays as it is. */
function formDecode(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, (escape) =>
    String.fromCharCode(parseInt(escape.slice(1), 16)),
  );
}

/** The number of records on a page of a view (V1). */
export const viewPageSize = 1000;

/** The last page of each view that has more than one, by its decoded path between `/api/` and the final slash. */
export type ViewPages = Readonly<Record<string, number>>;

/** The number of records on a page; `all` is as many as the list has. */
export type PageSize = number | 'all';

export type ListSizes = Readonly<Partial<Record<ListName, readonly PageSize[]>>>;

export interface PageSet {
  /** As in files and links; null for the default size, which has no name. */
  readonly name: PageSize | null;
  readonly size: number;
  readonly lastPage: number;
}

export type PageSets = Readonly<Partial<Record<ListName, readonly PageSet[]>>>;

/** The set that a raw query asks for, without its `?`. Never throws, whatever the query contains. */
export function pageSetFor(query: string, sets: readonly PageSet[]): PageSet {
  const byDefault = sets[0] as PageSet;
  const value = queryValue('page_size', query);
  const wanted = /^[0-9]+$/.test(value) ? Number(value) : 0;
  if (wanted === 0) return byDefault;
  let smallest = byDefault;
  let largest: PageSet | null = null;
  sets.forEach((set) => {
    if (set.size < smallest.size) smallest = set;
    if (set.size <= wanted && (largest === null || set.size > largest.size)) largest = set;
  });
  return largest || smallest;
}

/** The smallest `page_size` that selects each set: sets in order of size, the first from 1. */
export function setsFrom(sets: readonly PageSet[]): { from: number; set: PageSet }[] {
  const distinct = sets.filter(
    (set, at) => sets.findIndex((other) => other.size === set.size) === at,
  );
  return distinct
    .toSorted((a, b) => a.size - b.size)
    .map((set, at) => ({ from: at === 0 ? 1 : set.size, set }));
}

export function pageSetsOf(
  count: number,
  pageSize: number,
  further: readonly PageSize[] = [],
): PageSet[] {
  return [null, ...further].map((name) => {
    const size = name === 'all' ? count : (name ?? pageSize);
    return { name, size, lastPage: name === 'all' ? 1 : Math.max(1, Math.ceil(count / size)) };
  });
}

export function offeredSets(
  counts: PerList<number>,
  lastPages: PerList<number>,
  pageSizes: PerList<number>,
  further: ListSizes,
): PageSets {
  return perOffered(further, (list, more) =>
    more.length === 0 || lastPages[list] === 0
      ? undefined
      : pageSetsOf(counts[list], pageSizes[list], more),
  );
}

export function offeredSizes(pageSizes: PerList<number>, further: ListSizes): ListSizes {
  return perOffered(further, (list, sizes) => [pageSizes[list], ...sizes]);
}

export function sizesOfSets(sets: PageSets): ListSizes {
  return perOffered(sets, (_, of) => of.map(({ name, size }) => name ?? size));
}

function perOffered<T, Result>(
  offered: Readonly<Partial<Record<ListName, T>>>,
  make: (list: ListName, of: T) => Result | undefined,
): Partial<Record<ListName, Result>> {
  return Object.fromEntries(
    listNames.flatMap((list) => {
      const of = offered[list];
      const made = of === undefined ? undefined : make(list, of);
      return made === undefined ? [] : [[list, made]];
    }),
  );
}
