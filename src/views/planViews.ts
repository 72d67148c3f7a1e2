/** All files of the views, and which of them stay as they are when only some pages changed. */
import type { PerCollection } from '../contract/collectionName.ts';
import { pageFile } from '../contract/sitePaths.ts';
import { type ViewName, viewNames } from '../contract/viewAddresses.ts';
import { planClusters, planSubclusters } from './clusterViews.ts';
import { fileAlias, withAliases } from './fileAlias.ts';
import { genesByPhageFile, planGenesByPhage } from './genesByPhage.ts';
import { planHosts } from './hostViews.ts';
import { joinNotes } from '../pages/joinNotes.ts';
import {
  emptyNotes,
  familyAt,
  forEachRow,
  geneColumns,
  type PageNotes,
  phageColumns,
  phageName,
  phamIdAt,
  placeColumns,
  tally,
  textAt,
} from '../pages/pageNotes.ts';
import { paged } from '../pages/pagedList.ts';
import { planFlaggedPhages } from './phageLists.ts';
import { groupByPham, type PhamGroups } from './phamGroups.ts';
import { phamFile, type PhamPages, planPhamPages, planSomePhams } from './phamViews.ts';
import type { PlannedFile, PlannedList } from './plannedFile.ts';

export type ViewNotes = PerCollection<PageNotes>;

const noNotes: ViewNotes = {
  phages: emptyNotes(phageColumns),
  genes: emptyNotes(geneColumns),
};

/** What of a site its views depend on. */
export interface ViewOptions extends PhamPages {
  /** Whether views lie under their names in lower case, too. */
  readonly aliases: boolean;
}

type ViewOfGenes = 'genesbyphage' | 'phams';

/** Whether a view is made from the notes of genes; all others are from those of phages. */
export function isOfGenes(view: ViewName): view is ViewOfGenes {
  return view === 'genesbyphage' || view === 'phams';
}

/** A page of the list of families, or a compressed one. */
const phamPage = /^api\/phams\/(?:index|page\/[0-9]+)\.json(?:\.(?:gz|br))?$/;

export interface ViewPlan {
  /** Of all pages. */
  readonly notes: ViewNotes;
  /**
   * The files that must be written, made as they are asked for. The genes of families are among them when only
   * some pages changed; of all families, they come from what is dealt out while the pages are rendered.
   */
  readonly files: () => Generator<PlannedFile>;
  /** How many files must be written, those of all families among them; families that are no more count as well. */
  readonly fileCount: () => number;
  readonly phams: () => PhamGroups;
  /** The files of pages from which records are copied, when only some pages changed. */
  readonly pagesRead: () => Set<string>;
  /** Whether a live file is one of a view and is still what it was. */
  readonly isKept: (file: string) => boolean;
}

/**
 * Plans the views from the notes of the pages that were rendered; `before` are those of the live site's
 * pages when the others were not, else null.
 */
export function planViews(
  views: readonly ViewName[],
  rendered: PerCollection<readonly PageNotes[]>,
  before: ViewNotes | null,
  options: ViewOptions,
): ViewPlan {
  const old = before ?? noNotes;
  const notes = {
    phages: joinNotes(old.phages, rendered.phages),
    genes: joinNotes(old.genes, rendered.genes),
  };
  const touched = before === null ? null : touchedBy(before.genes, rendered.genes);
  const touchedFiles = new Set([
    ...[...(touched?.phages ?? [])].flatMap((name) => {
      const file = genesByPhageFile(name);
      return file === null ? [] : [file, fileAlias(file)];
    }),
    ...[...(touched?.phams ?? [])].map(phamFile),
  ]);
  const keepsPhages = before !== null && rendered.phages.every(({ rows }) => rows.length === 0);
  const keeps = (view: ViewName, file: string) => {
    if (!isOfGenes(view)) return keepsPhages;
    const plain = file.replace(/\.(gz|br)$/, '');
    if (touched === null || touchedFiles.has(plain)) return false;
    // One family more or less moves all that are behind it.
    return !phamPage.test(plain) || touched.phams.size === 0;
  };
  const named = options.aliases ? withAliases : (of: Iterable<PlannedFile>) => of;
  let grouped: PhamGroups | null = null;
  const phams = () => (grouped ??= groupByPham(notes.genes));
  const hasPhams = views.includes('phams') && touched?.phams.size !== 0;
  function* mostFiles(): Generator<PlannedFile> {
    for (const view of views) {
      if (view === 'genesbyphage') {
        yield* named(planGenesByPhage(notes.genes, touched?.phages ?? null));
      } else if (!isOfGenes(view) && !keepsPhages) {
        yield* named(phageViews[view](notes.phages));
      }
    }
  }
  function* someFamilies(): Generator<PlannedList> {
    if (hasPhams && touched !== null) yield* planSomePhams(notes.genes, phams(), touched.phams);
  }
  return {
    notes,
    *files() {
      yield* mostFiles();
      // Last: while families are counted, there is other work.
      if (!hasPhams) return;
      yield* someFamilies();
      yield* planPhamPages(phams(), options);
    },
    fileCount() {
      let count = 0;
      for (const _ of mostFiles()) count++;
      if (!hasPhams) return count;
      const { lastPage } = paged('phams', phams().ids.length, options.pageSize);
      // The first page has two names.
      return count + (touched?.phams.size ?? phams().ids.length) + lastPage + 1;
    },
    phams,
    pagesRead() {
      const pages = new Set<string>();
      const note = (file: PlannedFile) => {
        if (file.kind === 'text') return;
        for (let at = 0; at < file.slices.length; at += placeColumns) {
          pages.add(pageFile(file.collection, file.slices[at] ?? 0));
        }
      };
      for (const file of mostFiles()) note(file);
      for (const file of someFamilies()) note(file);
      return pages;
    },
    isKept: (file) => {
      const view = viewOf(file);
      return view !== undefined && keeps(view, file);
    },
  };
}

function viewOf(file: string): ViewName | undefined {
  return viewNames.find((name) => file.startsWith(`api/${name}/`));
}

/** The plan where all records are what they were and stand on other pages: only families are listed anew. */
export function planRepaged(
  views: readonly ViewName[],
  rendered: PerCollection<readonly PageNotes[]>,
  options: ViewOptions,
): ViewPlan {
  const all = planViews(views, rendered, null, options);
  const pages = () => (views.includes('phams') ? [...planPhamPages(all.phams(), options)] : []);
  return {
    ...all,
    *files() {
      yield* pages();
    },
    fileCount: () => pages().length,
    isKept: (file) => viewOf(file) !== undefined && !phamPage.test(file),
  };
}

interface Touched {
  readonly phages: ReadonlySet<string>;
  readonly phams: ReadonlySet<number>;
}

/** The phages and families that have, or had, genes on a page that was rendered again. */
function touchedBy(before: PageNotes, rendered: readonly PageNotes[]): Touched {
  const pages = new Set<number>();
  const phages = new Set<string>();
  const phams = new Set<number | null>();
  const touch = (notes: PageNotes, row: Uint32Array, firstMember: number) => {
    phages.add(textAt(notes, row[phageName]));
    for (let gene = firstMember; gene < firstMember + (row[tally] ?? 0); gene++) {
      phams.add(phamIdAt(notes, familyAt(notes, gene)));
    }
  };
  for (const part of rendered) {
    forEachRow(part, (row, _, firstMember) => {
      pages.add(row[0] ?? 0);
      touch(part, row, firstMember);
    });
  }
  forEachRow(before, (row, _, firstMember) => {
    if (pages.has(row[0] ?? 0)) touch(before, row, firstMember);
  });
  return { phages, phams: new Set([...phams].filter((id) => id !== null)) };
}

/** How each view of phages is planned. */
const phageViews: Readonly<
  Record<Exclude<ViewName, ViewOfGenes>, (notes: PageNotes) => Iterable<PlannedFile>>
> = {
  sequenced_phages: (notes) => [planFlaggedPhages(notes, 'sequenced_phages')],
  temperate_phages: (notes) => [planFlaggedPhages(notes, 'temperate_phages')],
  lytic_phages: (notes) => [planFlaggedPhages(notes, 'lytic_phages')],
  clusters: planClusters,
  subclusters: planSubclusters,
  host_genera: (notes) => planHosts(notes, 'host_genera'),
  host_species: (notes) => planHosts(notes, 'host_species'),
};
