/** Plans all files of the views, and decides which live files are still valid when only some pages changed. */
import { collections } from '../collections/collections.ts';
import {
  type CollectionName,
  type PerCollection,
  perCollection,
} from '../contract/collectionName.ts';
import type { SiteOptions } from '../contract/siteOptions.ts';
import { pageFile } from '../contract/sitePaths.ts';
import { type ViewName, viewNames } from '../contract/views.ts';
import { planClusters, planSubclusters } from './clusterViews.ts';
import { fileAlias, withAliases } from './fileAlias.ts';
import { genesByPhageFile, planGenesByPhage } from './genesByPhage.ts';
import { planHosts } from './hostViews.ts';
import { joinNotes } from '../pages/joinNotes.ts';
import {
  emptyNotes,
  phamAt,
  forEachRow,
  lytic,
  type PageNotes,
  phageName,
  phamIdAt,
  placeColumns,
  sequenced,
  tally,
  temperate,
  textAt,
} from '../pages/pageNotes.ts';
import { planFlaggedPhages } from './phageLists.ts';
import { groupByPham, type PhamGroups } from './phamGroups.ts';
import {
  phamFile,
  phamPageCount,
  type PhamPages,
  planPhamPages,
  planSomePhams,
} from './phamViews.ts';
import type { PlannedFile, PlannedList } from './plannedFile.ts';

export type ViewNotes = PerCollection<PageNotes>;

const noNotes: ViewNotes = perCollection((name) => emptyNotes(collections[name].noteColumns));

/** The collection that a view is derived from. */
export function collectionOf(view: ViewName): CollectionName {
  return isOfGenes(view) ? 'genes' : 'phages';
}

/** The options of a site that its views depend on. */
export type ViewOptions = PhamPages & Pick<SiteOptions, 'caseInsensitiveNames'>;

type ViewOfGenes = 'genesbyphage' | 'phams';

/** Whether a view is derived from genes; all others are derived from phages. */
function isOfGenes(view: ViewName): view is ViewOfGenes {
  return view === 'genesbyphage' || view === 'phams';
}

/** A page of the list of phams, or its compressed sibling. */
const phamPage = /^api\/phams\/(?:index|page\/[0-9]+)\.json(?:\.(?:gz|br))?$/;

export interface ViewPlan {
  /** Of all pages. */
  readonly notes: ViewNotes;
  /**
   * The files to write, lazily. Includes the genes of phams only when some pages changed; for all phams, these
   * come from the hash partition.
   */
  readonly files: () => Generator<PlannedFile>;
  /** The number of files to write, including those of all phams; phams that no longer exist count as well. */
  readonly fileCount: () => number;
  readonly phams: () => PhamGroups;
  /** The pages from which records are copied, when only some pages changed. */
  readonly pagesRead: () => Set<string>;
  /** Whether a live file belongs to a view and is still valid. */
  readonly isKept: (file: string) => boolean;
}

/**
 * Plans the views from the notes of the rendered pages; `before` has the notes of the live site if only some pages
 * were rendered, else null.
 */
export function planViews(
  views: readonly ViewName[],
  rendered: PerCollection<readonly PageNotes[]>,
  before: ViewNotes | null,
  options: ViewOptions,
): ViewPlan {
  const old = before ?? noNotes;
  const notes = perCollection((name) => joinNotes(old[name], rendered[name]));
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
    // A new or removed pham shifts all later ones to other positions.
    return !phamPage.test(plain) || touched.phams.size === 0;
  };
  const named = options.caseInsensitiveNames ? withAliases : (of: Iterable<PlannedFile>) => of;
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
  function* somePhams(): Generator<PlannedList> {
    if (hasPhams && touched !== null) yield* planSomePhams(notes.genes, phams(), touched.phams);
  }
  return {
    notes,
    *files() {
      yield* mostFiles();
      // Last, so that other threads have work while phams are counted.
      if (!hasPhams) return;
      yield* somePhams();
      yield* planPhamPages(phams(), options);
    },
    fileCount() {
      let count = 0;
      for (const _ of mostFiles()) count++;
      if (!hasPhams) return count;
      const withGenes = touched?.phams.size ?? phams().ids.length;
      return count + withGenes + phamPageCount(phams(), options);
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
      for (const file of somePhams()) note(file);
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

/** The plan when records are unchanged but repaginated: only the list of phams is written. */
export function planRepaged(
  views: readonly ViewName[],
  rendered: PerCollection<readonly PageNotes[]>,
  options: ViewOptions,
): ViewPlan {
  const all = planViews(views, rendered, null, options);
  const hasPhams = views.includes('phams');
  return {
    ...all,
    *files() {
      if (hasPhams) yield* planPhamPages(all.phams(), options);
    },
    fileCount: () => (hasPhams ? phamPageCount(all.phams(), options) : 0),
    isKept: (file) => viewOf(file) !== undefined && !phamPage.test(file),
  };
}

interface Touched {
  readonly phages: ReadonlySet<string>;
  readonly phams: ReadonlySet<number>;
}

/** The phages and phams that have, or had, genes on a rendered page. */
function touchedBy(before: PageNotes, rendered: readonly PageNotes[]): Touched {
  const pages = new Set<number>();
  const phages = new Set<string>();
  const phams = new Set<number | null>();
  const touch = (notes: PageNotes, row: Uint32Array, firstGene: number) => {
    phages.add(textAt(notes, row[phageName]));
    for (let gene = firstGene; gene < firstGene + (row[tally] ?? 0); gene++) {
      phams.add(phamIdAt(notes, phamAt(notes, gene)));
    }
  };
  for (const part of rendered) {
    forEachRow(part, (row, _, firstGene) => {
      pages.add(row[0] ?? 0);
      touch(part, row, firstGene);
    });
  }
  forEachRow(before, (row, _, firstGene) => {
    if (pages.has(row[0] ?? 0)) touch(before, row, firstGene);
  });
  return { phages, phams: new Set([...phams].filter((id) => id !== null)) };
}

/** How each view of phages is planned. */
const phageViews: Readonly<
  Record<Exclude<ViewName, ViewOfGenes>, (notes: PageNotes) => Iterable<PlannedFile>>
> = {
  sequenced_phages: (notes) => [planFlaggedPhages(notes, 'sequenced_phages', sequenced)],
  temperate_phages: (notes) => [planFlaggedPhages(notes, 'temperate_phages', temperate)],
  lytic_phages: (notes) => [planFlaggedPhages(notes, 'lytic_phages', lytic)],
  clusters: planClusters,
  subclusters: planSubclusters,
  host_genera: (notes) => planHosts(notes, 'host_genera'),
  host_species: (notes) => planHosts(notes, 'host_species'),
};
