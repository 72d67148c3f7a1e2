/** The whole of `check`: everything a build looks at, without publishing anything. */
import type { Progress, ProgressPlan } from '../base/progress.ts';
import { perCollection } from '../contract/collectionName.ts';
import { discoverSources } from '../sources/discoverSources.ts';
import { type NameOptions, readData } from './planSite.ts';
import type { DataIntake, DataOptions } from './readSources.ts';
import { renderPages } from './renderPages.ts';
import type { Workers } from './tasks.ts';

export const checkStages: ProgressPlan = [
  ['Reading', 9],
  ['Comparing', 1],
];

/**
 * Reads and sorts the data and compares its keys; `workDir` holds the sorted runs in the meantime. Throws a Failure.
 */
export async function checkData(
  options: DataOptions & NameOptions,
  workers: Workers,
  workDir: string,
  progress: Progress,
): Promise<DataIntake> {
  try {
    const { intake } = await readData(discoverSources(options.data), options, {
      workers,
      workDir,
      progress,
      cached: [],
      same: new Set(),
      willBeCached: false,
    });
    await compareKeys(intake, workers, progress);
    return intake;
  } finally {
    progress.end();
  }
}

/** Merges without rendering, for the findings that only the merged order reveals. */
export async function compareKeys(
  intake: DataIntake,
  workers: Workers,
  progress: Progress,
): Promise<void> {
  const pageSizes = perCollection(() => 1);
  const options = { pageSizes, site: null, livePages: null };
  // Not divided: there are no pages, whose shares could be joined.
  const { deal: _, totalJobs: __, ...here } = workers;
  await renderPages(intake, options, here, progress);
}
