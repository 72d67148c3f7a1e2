/** `/api/phams/`: the gene families in numbered pages, by PhamID as a number, and each with its genes. */
import { type LinkStyle, pageLinks } from '../contract/links.ts';
import { listFile, pageFile } from '../contract/sitePaths.ts';
import { viewFile } from '../contract/viewAddresses.ts';
import { createSliceList, type PageNotes } from './pageNotes.ts';
import { paged } from './pagedList.ts';
import { phamsOf } from './phamGroups.ts';
import type { PlannedFile } from './plannedFile.ts';

/** How the list of families is cut into pages, and where their links lead. */
export interface PhamPages {
  readonly pageSize: number;
  readonly baseUrl: string;
  readonly links: LinkStyle;
}

/** Where the genes of a family are published. */
export function phamFile(id: number): string {
  return viewFile(['phams', String(id)]);
}

/** All pages of the list, and the genes of each family; of those in `wanted` only, if it is not null. */
export function* planPhams(
  notes: PageNotes,
  wanted: ReadonlySet<number> | null,
  pages: PhamPages,
): Generator<PlannedFile> {
  const entries: string[] = [];
  for (const { id, color, geneCount, phageCount, genes } of phamsOf(notes)) {
    entries.push(
      JSON.stringify({ PhamID: id, Color: color, gene_count: geneCount, phage_count: phageCount }),
    );
    if (wanted !== null && !wanted.has(id)) continue;
    const slices = createSliceList();
    for (const { row, from, to } of genes()) slices.add([row[0] ?? 0, from, to]);
    yield {
      kind: 'list',
      path: phamFile(id),
      collection: 'genes',
      count: geneCount,
      slices: slices.finish(),
    };
  }
  yield* planPages(entries, pages);
}

function* planPages(
  entries: readonly string[],
  { pageSize, baseUrl, links }: PhamPages,
): Generator<PlannedFile> {
  const { count, lastPage } = paged('phams', entries.length, pageSize);
  for (let page = 1; page <= lastPage; page++) {
    const { next, previous } = pageLinks(baseUrl, 'phams', page, lastPage, links);
    const envelope = JSON.stringify({ count, next, previous, results: [] });
    const results = entries.slice((page - 1) * pageSize, page * pageSize).join(',');
    const text = `${envelope.slice(0, -2)}${results}]}`;
    if (page === 1) yield { kind: 'text', path: listFile('phams'), text };
    yield { kind: 'text', path: pageFile('phams', page), text };
  }
}
