/** The tasks of a build's worker threads: their names, inputs and outputs. */
import { lstatSync, type Stats } from 'node:fs';
import path from 'node:path';
import { DamagedCache } from '../base/failure.ts';
import { makeFolder, takeTurns } from '../base/files.ts';
import { createScratch } from '../base/sortKeys.ts';
import { dealTasks, type Threads, threadsOf } from '../base/threads.ts';
import { createTextMaker } from '../sinks/formats.ts';
import type { RenderParquetTask } from '../sinks/parquet.ts';
import { renderBulk, type RenderBulkTask } from '../sinks/renderBulk.ts';
import type { RenderGenomesTask } from '../sinks/renderGenomes.ts';
import type { RenderFamiliesTask, RenderPhageTableTask } from '../sinks/smallTables.ts';
import { installed } from '../installed.ts';
import { mergeFiles, type PublishedFile, type WrittenFiles } from '../publishing/fileList.ts';
import { writePacks } from '../publishing/packing.ts';
import { linkAliases } from '../publishing/liveRelease.ts';
import { checkFiles, linkOrCopy, writing } from '../publishing/siteWriter.ts';
import { indexPart } from '../sinks/indexes.ts';
import { proteinPart } from '../sinks/proteinIndex.ts';
import { renderPart, type RenderTask } from '../sinks/renderPart.ts';
import { renderPhams, type RenderPhamsTask } from '../sinks/renderPhams.ts';
import { renderViews } from '../sinks/renderViews.ts';
import { createBundleIntake, intakeGenomes } from '../sources/intakeBundle.ts';
import { hashRange } from '../sources/source.ts';
import type { ShardStep } from './settings.ts';

/** Links unchanged files of the live site into the staging folder: the work of a worker thread. */
export interface LinkTask extends Pick<WrittenFiles, 'lists'> {
  readonly liveDir: string;
  readonly stagingDir: string;
  /** A newer file in the live site was not written by a build. */
  readonly publishedAtMs: number;
  /** The same of files that the staging folder began with; null if none of these is there. */
  readonly stagedAtMs: number | null;
}

/** Throws a Failure, or DamagedCache when a live file is not what was published. */
export function linkFiles({
  liveDir,
  stagingDir,
  lists,
  publishedAtMs,
  stagedAtMs,
}: LinkTask): void {
  const folders = new Set<string>();
  for (const file of mergeFiles(lists)) {
    // Faster than `path.join`, of a million files.
    const target = `${stagingDir}/${file.path}`;
    const live = `${liveDir}/${file.path}`;
    const isStaged = stagedAtMs !== null && isAsPublished(statOf(target), file, stagedAtMs);
    if (isStaged) continue;
    // Checked before linking: something other than a regular file must not be linked.
    assertAsPublished(live, file, publishedAtMs);
    const folder = path.dirname(target);
    writing(target, () => {
      if (!folders.has(folder)) makeFolder(folder);
      folders.add(folder);
      linkOrCopy(live, target);
    });
  }
}

/**
 * Rejects with DamagedCache when one of the files is missing, newer or of another size; else resolves to their number and
 * their bytes.
 */
export async function assertAllAsPublished(
  siteDir: string,
  files: Iterable<PublishedFile>,
  publishedAtMs: number,
): Promise<{ readonly count: number; readonly bytes: number }> {
  const giveTurn = takeTurns();
  let [count, bytes] = [0, 0];
  for (const file of files) {
    assertAsPublished(`${siteDir}/${file.path}`, file, publishedAtMs);
    count++;
    bytes += file.bytes;
    await giveTurn();
  }
  return { count, bytes };
}

function assertAsPublished(target: string, file: PublishedFile, publishedAtMs: number): void {
  const found = statOf(target);
  if (isAsPublished(found, file, publishedAtMs)) return;
  if (found === undefined) throw new DamagedCache(`${file.path} is missing`);
  throw new DamagedCache(`${file.path} is not what was published`);
}

function statOf(target: string): Stats | undefined {
  return lstatSync(target, { throwIfNoEntry: false });
}

function isAsPublished(found: Stats | undefined, { bytes }: PublishedFile, ms: number): boolean {
  return found?.isFile() === true && found.size === bytes && found.mtimeMs <= ms;
}

/** The tasks as run by one thread, one at a time. */
export function createBuildTasks() {
  const scratch = createScratch();
  const bulkTexts = createTextMaker();
  return {
    intakeBundle: createBundleIntake(scratch),
    intakeGenomes,
    hashRange,
    indexPart,
    proteinPart,
    checkFiles,
    linkFiles,
    writePacks,
    linkAliases,
    renderPhams: (task: RenderPhamsTask) => renderPhams(task),
    renderViews,
    renderBulk: (task: RenderBulkTask) => renderBulk(task, bulkTexts),
    renderPart(task: RenderTask) {
      // Frees the sort buffer before the merge.
      scratch.bytes = Buffer.alloc(0);
      return renderPart(task);
    },
    // Imported lazily: most sites have no genomes and none of these tables, and only some threads write Parquet.
    renderGenomes: async (task: RenderGenomesTask) =>
      (await import('../sinks/renderGenomes.ts')).renderGenomes(task),
    renderFamilies: async (task: RenderFamiliesTask) =>
      (await import('../sinks/smallTables.ts')).renderFamilies(task),
    renderPhageTable: async (task: RenderPhageTableTask) =>
      (await import('../sinks/smallTables.ts')).renderPhageTable(task),
    renderParquet: async (task: RenderParquetTask) =>
      (await import('../sinks/parquet.ts')).renderParquet(task),
  };
}

export type BuildTasks = ReturnType<typeof createBuildTasks>;

/** Runs a task for each item, and returns the results in their order. */
export type Deal = <Item, Result>(
  work: ShardStep,
  items: readonly Item[],
  costOf: (item: Item) => number,
  run: (item: Item) => Promise<Result>,
) => Promise<Result[]>;

/** The worker threads of a build. */
export interface Workers extends Threads<BuildTasks> {
  /** The number of threads on all machines; absent if these are all. */
  readonly totalJobs?: number;
  /** Absent if all is done here. */
  readonly deal?: Deal;
  /**
   * Present if only some tasks of views and bulk files are run, and the others come to nothing: ends the build once all
   * are planned.
   */
  readonly endDerived?: () => void;
}

/** The most expensive items first, and twice as many at a time as there are threads, so that none waits for its next. */
export function dealWith(workers: Workers): Deal {
  return (
    workers.deal ?? ((_, items, costOf, run) => dealTasks(items, 2 * workers.jobs, costOf, run))
  );
}

export const withWorkers = threadsOf<BuildTasks>(
  installed('lib/buildWorker.js'),
  () => import('./buildWorker.ts'),
);
