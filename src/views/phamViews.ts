/** Plans `/api/phams/`: the phams in numbered pages, by numeric PhamID, and each with its genes. */
import { pageLinks } from '../contract/links.ts';
import type { SiteOptions } from '../contract/siteOptions.ts';
import { listFile, pageFile } from '../contract/sitePaths.ts';
import { viewFile } from '../contract/views.ts';
import { forEachGene, forEachRow, type PageNotes } from '../pages/pageNotes.ts';
import { createSliceList, type SliceList } from '../pages/sliceList.ts';
import { paged } from '../pages/pagedList.ts';
import { type PhamGroups, placeIn } from './phamGroups.ts';
import type { PlannedFile, PlannedList } from './plannedFile.ts';

/** How the list of phams is paginated, and how its pages link to each other. */
export interface PhamPages extends Pick<SiteOptions, 'baseUrl' | 'links'> {
  readonly pageSize: number;
}

/** The file with the genes of a pham. */
export function phamFile(id: number): string {
  return viewFile(['phams', String(id)]);
}

/** All pages of the list. */
export function* planPhamPages(
  groups: PhamGroups,
  { pageSize, baseUrl, links }: PhamPages,
): Generator<PlannedFile> {
  const { count, lastPage } = paged('phams', groups.ids.length, pageSize);
  for (let page = 1; page <= lastPage; page++) {
    const { next, previous } = pageLinks(baseUrl, 'phams', page, lastPage, links);
    const results = groups
      .phams((page - 1) * pageSize, page * pageSize)
      .map(({ id, color, geneCount, phageCount }) => {
        return { PhamID: id, Color: color, gene_count: geneCount, phage_count: phageCount };
      });
    const text = JSON.stringify({ count, next, previous, results });
    if (page === 1) yield { kind: 'text', path: listFile('phams'), text };
    yield { kind: 'text', path: pageFile('phams', page), text };
  }
}

/** How many files these are: the first page has two names. */
export function phamPageCount(groups: PhamGroups, { pageSize }: PhamPages): number {
  return paged('phams', groups.ids.length, pageSize).lastPage + 1;
}

/**
 * The genes of some phams, copied from the pages. For all phams, genes are hash partitioned while pages are
 * rendered.
 */
export function* planSomePhams(
  notes: PageNotes,
  groups: PhamGroups,
  wanted: ReadonlySet<number>,
): Generator<PlannedList> {
  const { ids, numberOf } = groups;
  const lists = new Map<number, { readonly slices: SliceList; count: number }>();
  for (const id of wanted) {
    const place = placeIn(ids, id);
    if (ids[place] === id) lists.set(place + 1, { slices: createSliceList(), count: 0 });
  }
  forEachRow(notes, (row, _, firstGene) =>
    forEachGene(notes, row, firstGene, (pham, from, to) => {
      const own = lists.get(numberOf[pham] ?? 0);
      if (own === undefined) return;
      own.slices.add([row[0] ?? 0, from, to]);
      own.count++;
    }),
  );
  for (const [number, { slices, count }] of lists) {
    yield {
      kind: 'list',
      path: phamFile(ids[number - 1] ?? 0),
      collection: 'genes',
      count,
      slices: slices.finish(),
    };
  }
}
