/** The page sets of the lists, by their sizes (L5). */
import { type ListName, listNames, type PerList } from './collectionName.ts';
import type { ListSizes, PageSet, PageSets, PageSize } from './pageSizes.ts';

/** The smallest `page_size` that selects each set: sets in order of size, the first from 1. */
export function setsFrom(sets: readonly PageSet[]): { from: number; set: PageSet }[] {
  const distinct = sets.filter(
    (set, at) => sets.findIndex((other) => other.size === set.size) === at,
  );
  return distinct
    .toSorted((a, b) => a.size - b.size)
    .map((set, at) => ({ from: at === 0 ? 1 : set.size, set }));
}

/** All sets of a list, the default first. */
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

/** The sets of the published lists that offer more than one size. */
export function offeredSets(
  counts: PerList<number>,
  lastPages: PerList<number>,
  pageSizes: PerList<number>,
  further: ListSizes,
): PageSets {
  return Object.fromEntries(
    listNames.flatMap((list) => {
      const more = further[list] ?? [];
      if (more.length === 0 || lastPages[list] === 0) return [];
      return [[list, pageSetsOf(counts[list], pageSizes[list], more)]];
    }),
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
  make: (list: ListName, of: T) => Result,
): Partial<Record<ListName, Result>> {
  return Object.fromEntries(
    listNames.flatMap((list) => {
      const of = offered[list];
      return of === undefined ? [] : [[list, make(list, of)]];
    }),
  );
}
