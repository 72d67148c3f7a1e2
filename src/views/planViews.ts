/** All files of the views, and which of them stay as they are when only some pages changed. */
import type { PerCollection } from '../contract/collectionName.ts';
import { type ViewName, viewNames } from '../contract/viewAddresses.ts';
import { planClusters, planSubclusters } from './clusterViews.ts';
import { genesByPhageFile, planGenesByPhage } from './genesByPhage.ts';
import { planHosts } from './hostViews.ts';
import {
  emptyNotes,
  forEachRow,
  geneColumns,
  joinNotes,
  type PageNotes,
  phageColumns,
  phageName,
  textAt,
} from './pageNotes.ts';
import { planFlaggedPhages } from './phageLists.ts';
import type { PlannedFile } from './plannedFile.ts';

export type ViewNotes = PerCollection<PageNotes>;

const noNotes: ViewNotes = {
  phages: emptyNotes(phageColumns),
  genes: emptyNotes(geneColumns),
};

export interface ViewPlan {
  /** Of all pages. */
  readonly notes: ViewNotes;
  /** The files that must be written, made as they are asked for. */
  readonly files: () => Generator<PlannedFile>;
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
): ViewPlan {
  const old = before ?? noNotes;
  const notes = {
    phages: joinNotes(old.phages, rendered.phages),
    genes: joinNotes(old.genes, rendered.genes),
  };
  const touched = before === null ? null : namesOnPages(before.genes, rendered.genes);
  const touchedFiles = new Set([...(touched ?? [])].map(genesByPhageFile));
  const keepsPhages = before !== null && rendered.phages.every(({ rows }) => rows.length === 0);
  const keeps = (view: ViewName, file: string) =>
    view === 'genesbyphage'
      ? touched !== null && !touchedFiles.has(file.replace(/\.(gz|br)$/, ''))
      : keepsPhages;
  return {
    notes,
    *files() {
      for (const view of views) {
        if (view === 'genesbyphage') yield* planGenesByPhage(notes.genes, touched);
        else if (!keepsPhages) yield* planPhageView(notes.phages, view);
      }
    },
    isKept: (file) => {
      const view = viewNames.find((name) => file.startsWith(`api/${name}/`));
      return view !== undefined && keeps(view, file);
    },
  };
}

/** The phages that have, or had, genes on a page that was rendered again. */
function namesOnPages(before: PageNotes, rendered: readonly PageNotes[]): Set<string> {
  const pages = new Set<number>();
  const names = new Set<string>();
  for (const part of rendered) {
    forEachRow(part, (row) => {
      pages.add(row[0] ?? 0);
      names.add(textAt(part, row[phageName]));
    });
  }
  forEachRow(before, (row) => {
    if (pages.has(row[0] ?? 0)) names.add(textAt(before, row[phageName]));
  });
  return names;
}

function* planPhageView(
  notes: PageNotes,
  view: Exclude<ViewName, 'genesbyphage'>,
): Generator<PlannedFile> {
  switch (view) {
    case 'sequenced_phages':
    case 'temperate_phages':
    case 'lytic_phages':
      yield planFlaggedPhages(notes, view);
      return;
    case 'clusters':
      yield* planClusters(notes);
      return;
    case 'subclusters':
      yield* planSubclusters(notes);
      return;
    case 'host_genera':
    case 'host_species':
      yield* planHosts(notes, view);
  }
}
