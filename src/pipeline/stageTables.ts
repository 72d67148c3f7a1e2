/** Writes the tables of phages and of gene families on all threads, or keeps those of the live site. */
import { planBlocks } from '../bulk/bulkParts.ts';
import type { BulkPlace } from '../bulk/bulkTask.ts';
import { planFamilies } from '../bulk/familyBatches.ts';
import type { TableOptions } from '../bulk/maker.ts';
import { placeLength } from '../bulk/recordLines.ts';
import type { PerCollection } from '../contract/collectionName.ts';
import { pageFile } from '../contract/sitePaths.ts';
import { familyOf, phageTableNames, phageTables } from '../contract/tableAddresses.ts';
import type { PageNotes } from '../pages/pageNotes.ts';
import { joinWritten, type WrittenFiles } from '../publishing/fileList.ts';
import type { Progress } from '../progress.ts';
import { touchedPhams } from '../views/phamViews.ts';
import type { Change } from '../views/view.ts';
import { mapTasks } from '../workers/mapTasks.ts';
import type { Workers } from './workers.ts';

export interface TablePlan {
  readonly notes: PerCollection<PageNotes>;
  /** Whether the tables of phages must be written. */
  readonly hasPhages: boolean;
  /** The families whose tables must be written; null for all. */
  readonly families: ReadonlySet<number> | null;
  /** Whether a live file is unchanged. */
  readonly isKept: (file: string) => boolean;
  /** The pages from which records are read, if not all were rendered. */
  readonly filesRead: () => string[];
}

/** `change` says what changed in each collection; null if all pages were rendered, and empty if no record changed. */
export function planTables(
  notes: PerCollection<PageNotes>,
  change: PerCollection<Change> | null,
): TablePlan {
  const hasPhages = change?.phages.rendered.every(({ rows }) => rows.length === 0) !== true;
  const families = touchedPhams(change && change.genes);
  return {
    notes,
    hasPhages,
    families,
    isKept(file) {
      const family = familyOf(file);
      if (family !== null) return families?.has(family) === false;
      return !hasPhages && phageTableNames.some((name) => phageTables[name].path === file);
    },
    filesRead() {
      const read = new Set<string>();
      const note = (collection: 'genes' | 'phages', places: Uint32Array) => {
        for (let at = 0; at < places.length; at += placeLength)
          read.add(pageFile(collection, places[at] ?? 0));
      };
      if (hasPhages)
        for (const { places } of planBlocks(notes.phages, 'phages')) note('phages', places);
      for (const batch of planFamilies(notes.genes, families))
        for (const { places } of batch) note('genes', places);
      return [...read];
    },
  };
}

/** Throws a Failure. */
export async function stageTables(
  { notes, hasPhages, families }: TablePlan,
  { stagingDir, liveDir, fieldNames, ...options }: BulkPlace & TableOptions,
  workers: Workers,
  progress: Progress,
): Promise<WrittenFiles> {
  const site = { stagingDir, liveDir, fieldNames };
  progress.stage('Writing tables', null);
  const blocks = Array.from(planBlocks(notes.phages, 'phages'), ({ places }) => places);
  const tables = hasPhages ? phageTableNames : [];
  const written = await mapTasks(tables, workers.jobs, (table) =>
    workers.run('renderPhageTable', { site, options, table, blocks }),
  );
  if (families?.size === 0) return joinWritten(written);
  const ofFamilies = await mapTasks(planFamilies(notes.genes, families), 2 * workers.jobs, (some) =>
    workers.run('renderFamilies', { site, options, families: some }),
  );
  return joinWritten([...written, ...ofFamilies]);
}
