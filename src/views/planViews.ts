/** Plans all files of the views, and decides which live files are still valid when only some pages changed. */
import { collections } from '../collections/collections.ts';
import { countFeaturePhages } from '../collections/features/featurePhageKnown.ts';
import { countGenePhages } from '../collections/genes/phageSummary.ts';
import type { JoinedFacts } from '../collections/fact.ts';
import { collectionNames, type PerCollection, perCollection } from '../contract/collectionName.ts';
import { isDerivedPage, pageFile } from '../contract/sitePaths.ts';
import type { SiteOptions } from '../contract/siteOptions.ts';
import { type ViewName, viewNames } from '../contract/views.ts';
import { joinNotes } from '../pages/joinNotes.ts';
import {
  emptyNotes,
  lytic,
  type PageNotes,
  placeColumns,
  sequenced,
  temperate,
} from '../pages/pageNotes.ts';
import { viewByPhage } from './byPhage.ts';
import { planClusters, planSubclusters } from './clusterViews.ts';
import { type FurtherOptions, planFurtherPages } from './furtherPages.ts';
import { planObjects } from './objectViews.ts';
import { flaggedPhages } from './phageLists.ts';
import { phams } from './phamViews.ts';
import { type Planned, withAliases } from './plannedFile.ts';
import {
  type PlannedView,
  type View,
  viewOfPhages,
  type ViewOptions as OptionsOfView,
} from './view.ts';

/** What each view is made from, and how. */
export const views: Readonly<Record<ViewName, View>> = {
  genesbyphage: viewByPhage('genesbyphage', { from: 'genes', entries: countGenePhages }),
  featuresbyphage: viewByPhage('featuresbyphage', {
    from: 'features',
    entries: countFeaturePhages,
  }),
  sequenced_phages: flaggedPhages('sequenced_phages', sequenced),
  temperate_phages: flaggedPhages('temperate_phages', temperate),
  lytic_phages: flaggedPhages('lytic_phages', lytic),
  clusters: viewOfPhages(planClusters),
  subclusters: viewOfPhages(planSubclusters),
  host_genera: viewOfPhages((notes, names) => planObjects(notes, 'host_genera', names)),
  host_species: viewOfPhages((notes, names) => planObjects(notes, 'host_species', names)),
  host_strains: viewOfPhages((notes, names) => planObjects(notes, 'host_strains', names)),
  institutions: viewOfPhages((notes, names) => planObjects(notes, 'institutions', names)),
  phams,
};

/** For each view, the number of names with a file each; 0 where there are few. */
export type ViewEntries = Readonly<Record<ViewName, number>>;

/** `all` is null before any record is read. */
export function countEntries(all: JoinedFacts | null): ViewEntries {
  const countOf = ({ entries }: View) => (all === null ? 0 : (entries?.(all) ?? 0));
  const counts = viewNames.map((name) => [name, countOf(views[name])] as const);
  return Object.fromEntries(counts) as Record<ViewName, number>;
}

export type ViewNotes = PerCollection<PageNotes>;

const noNotes: ViewNotes = perCollection((name) => emptyNotes(collections[name].noteColumns));

export type ViewOptions = OptionsOfView &
  FurtherOptions &
  Pick<SiteOptions, 'caseInsensitiveNames'>;

export interface ViewPlan {
  /** The notes of all pages. */
  readonly notes: ViewNotes;
  /** Computes what the files need, while other threads are busy anyway. */
  readonly prepare: () => void;
  /** The files to write, lazily, except for those written otherwise, such as the genes of all phams. */
  readonly files: () => Generator<Planned>;
  /** The number of files, including those written otherwise; phams that no longer exist count as well. */
  readonly fileCount: () => number;
  /** The pages from which records are copied, when only some pages changed. */
  readonly pagesRead: () => Set<string>;
  /** Whether a live file belongs to a view and is still valid. */
  readonly isKept: (file: string) => boolean;
}

/**
 * Plans the views from the notes of the rendered pages; `before` has the notes of the live site if only some pages were
 * rendered, else null. `planned` may leave out some of a view's plan.
 */
export function planViews(
  names: readonly ViewName[],
  rendered: PerCollection<readonly PageNotes[]>,
  before: ViewNotes | null,
  options: ViewOptions,
  planned = (view: PlannedView) => view,
): ViewPlan {
  const old = before ?? noNotes;
  const notes = perCollection((name) => joinNotes(old[name], rendered[name]));
  const plans = new Map(
    names.map((name) => {
      const { from, plan } = views[name];
      const change = before && { before: before[from], rendered: rendered[from] };
      return [name, planned(plan(notes[from], change, options))] as const;
    }),
  );
  const all = [...plans.values()];
  const further = perCollection((name) =>
    planFurtherPages(name, notes[name], before && rendered[name], options),
  );
  const pages = collectionNames.map((name) => further[name]);
  const named = options.caseInsensitiveNames ? withAliases : (of: Iterable<Planned>) => of;
  return {
    notes,
    prepare() {
      for (const { prepare } of all) prepare?.();
    },
    *files() {
      for (const { files } of all) yield* named(files());
      // Last, so that other threads have work while phams are counted.
      for (const { pages: ofList } of all) yield* ofList?.files() ?? [];
      for (const { files } of pages) yield* files();
    },
    fileCount() {
      let count = pages.reduce((sum, { fileCount }) => sum + fileCount(), 0);
      for (const { files, fileCount, pages: ofList } of all) {
        count += ofList?.count() ?? 0;
        if (fileCount !== undefined) count += fileCount();
        else for (const _ of named(files())) count++;
      }
      return count;
    },
    pagesRead() {
      const read = new Set<string>();
      for (const { files } of [...all, ...pages]) {
        for (const file of files()) {
          if (file.kind !== 'list') continue;
          for (let at = 0; at < file.slices.length; at += placeColumns) {
            read.add(pageFile(file.collection, file.slices[at] ?? 0));
          }
        }
      }
      return read;
    },
    isKept(file) {
      if (pages.some((set) => set.isKept(plain(file)))) return true;
      const name = viewOf(file);
      return name !== undefined && plans.get(name)?.isKept(plain(file)) === true;
    },
  };
}

function viewOf(file: string): ViewName | undefined {
  return viewNames.find((name) => file.startsWith(`api/${name}/`));
}

/** The name without the extension of a compressed sibling. */
function plain(file: string): string {
  return file.replace(/\.(?:gz|br)$/, '');
}

/** The plan when records are unchanged but repaginated: only the lists that belong to views are written. */
export function planRepaged(
  names: readonly ViewName[],
  rendered: PerCollection<readonly PageNotes[]>,
  options: ViewOptions,
): ViewPlan {
  return planViews(names, rendered, null, options, ({ pages }) => ({
    files: () => [],
    ...(pages && { pages }),
    isKept: (file) => !isDerivedPage(file),
  }));
}
