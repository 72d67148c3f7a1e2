/** Plans `/api/phams/`: the phams in numbered pages, by numeric PhamID, and the genes and neighbours of each. */
import { pageLinks } from '../contract/links.ts';
import { type PageSet, pageSetsOf } from '../contract/pageSizes.ts';
import { withPublicNames } from '../contract/siteOptions.ts';
import { isDerivedPage, listFile, pageFile } from '../contract/sitePaths.ts';
import { viewFile } from '../contract/routes.ts';
import {
  forEachGene,
  forEachRow,
  type PageNotes,
  phageName,
  phamAt,
  phamIdAt,
  tally,
  textAt,
} from '../records/notes.ts';
import { groupByPham, type PhamGroups, placeIn } from '../records/phams.ts';
import { phamColors } from '../records/summaries.ts';
import {
  type Neighbourhoods,
  neighboursFile,
  planNeighbours,
  shareNeighbourhoods,
} from './neighbours.ts';
import {
  type Change,
  type CopiedRecords,
  createCopied,
  type PlannedFile,
  type PlannedList,
  collectFromChanged,
  type View,
  type ViewOptions,
} from './view.ts';

export const phams: View = {
  from: 'genes',
  entries: (all) => all(phamColors).countPhams(),
  plan(notes, change, options) {
    let grouped: PhamGroups | null = null;
    const groups = () => (grouped ??= groupByPham(notes));
    const touched = touchedPhams(change);
    const near = touched && nearOf(notes, change, touched);
    const files = new Set([
      ...[...(touched ?? [])].map(phamFile),
      ...[...(near ?? [])].map(neighboursFile),
    ]);
    const pages = {
      files: () => planPhamPages(groups(), options),
      // The first page has two addresses.
      count: () => setsOf(groups(), options).reduce((sum, { lastPage }) => sum + lastPage, 1),
    };
    // A new or removed pham shifts all later ones.
    if (near?.size === 0) return { files: () => [], isKept: () => true };
    let shared: Neighbourhoods | null = null;
    const around = () =>
      (shared ??= shareNeighbourhoods(notes, groups(), near, options.fieldNames));
    return {
      prepare: () => void around(),
      *files() {
        // If all phams are rendered, their genes were hash partitioned while the pages were rendered.
        if (touched !== null) yield* planSomePhams(notes, groups(), touched);
        yield* planNeighbours(groups(), near, around());
        // Of millions of genes, it is large; a full build asks once.
        if (near === null) shared = null;
      },
      fileCount: () =>
        touched === null || near === null ? 2 * groups().ids.length : touched.size + near.size,
      pages,
      isKept: (file) => touched !== null && !files.has(file) && !isDerivedPage(file),
    };
  },
};

/**
 * The phams whose neighbours may have changed: those with a gene, now or before, in a phage with a changed gene, and
 * those that changed themselves.
 */
function nearOf(
  notes: PageNotes,
  change: Change | null,
  touched: ReadonlySet<number>,
): ReadonlySet<number> {
  const near = new Set(touched);
  const phages = collectFromChanged<string>(change, (names, of, row) =>
    names.add(textAt(of, row[phageName])),
  );
  for (const all of change === null ? [] : [change.before, notes]) {
    forEachRow(all, (row, _, firstGene) => {
      if (phages?.has(textAt(all, row[phageName])) !== true) return;
      for (let gene = firstGene; gene < firstGene + (row[tally] ?? 0); gene++) {
        const id = phamIdAt(all, phamAt(all, gene));
        if (id !== null) near.add(id);
      }
    });
  }
  return near;
}

/** The phams with genes that were added, removed or changed; null if nothing of the live site is kept. */
export function touchedPhams(change: Change | null): ReadonlySet<number> | null {
  return collectFromChanged<number>(change, (ids, notes, _row, gene) => {
    const id = phamIdAt(notes, phamAt(notes, gene));
    if (id !== null) ids.add(id);
  });
}

/** The file with the genes of a pham. */
export function phamFile(id: number): string {
  return viewFile(['phams', String(id)]);
}

/** All pages of the list, in each of its sizes. */
function* planPhamPages(groups: PhamGroups, options: ViewOptions): Generator<PlannedFile> {
  const { baseUrl, links, fieldNames } = options;
  const count = groups.ids.length;
  for (const { name, size, lastPage } of setsOf(groups, options)) {
    for (let page = 1; page <= lastPage; page++) {
      const { next, previous } = pageLinks(baseUrl, 'phams', page, lastPage, links, name);
      const results = groups
        .phams((page - 1) * size, page * size)
        .map((pham) => withPublicNames(pham, fieldNames));
      const text = JSON.stringify({ count, next, previous, results });
      if (page === 1 && name === null) yield { kind: 'text', path: listFile('phams'), text };
      yield { kind: 'text', path: pageFile('phams', page, name), text };
    }
  }
}

function setsOf({ ids }: PhamGroups, { pageSizes, furtherSizes }: ViewOptions): PageSet[] {
  return pageSetsOf(ids.length, pageSizes.phams, furtherSizes.phams);
}

/** The genes of some phams, copied from the pages. */
function* planSomePhams(
  notes: PageNotes,
  groups: PhamGroups,
  wanted: ReadonlySet<number>,
): Generator<PlannedList> {
  const { ids, numberOf } = groups;
  const lists = new Map<number, CopiedRecords>();
  for (const id of wanted) {
    const place = placeIn(ids, id);
    if (ids[place] === id) lists.set(place + 1, createCopied('genes'));
  }
  forEachRow(notes, (row, _, firstGene) =>
    forEachGene(notes, row, firstGene, (pham, from, to) => {
      lists.get(numberOf[pham] ?? 0)?.add([row[0] ?? 0, from, to]);
    }),
  );
  for (const [number, list] of lists) yield list.at(phamFile(ids[number - 1] ?? 0));
}
