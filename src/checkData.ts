/** All of a check: everything a build looks at, nothing it publishes. */
import { type DataIntake, type DataOptions, intakeData } from './intakeData.ts';
import type { Progress } from './progress.ts';
import { renderCollections } from './renderCollections.ts';
import { discoverSources } from './sources/discoverSources.ts';
import type { Workers } from './workers/pool.ts';

/** Takes in the data and compares its keys; `workDir` holds the sorted runs meanwhile. Throws a Failure. */
export async function checkData(
  options: DataOptions,
  workers: Workers,
  workDir: string,
  progress: Progress,
): Promise<DataIntake> {
  try {
    const intake = await intakeData(await discoverSources(options.data), options, {
      workers,
      workDir,
      progress,
      cached: [],
      trustedBeforeMs: 0,
      hashOf: () => '',
      willBeCached: false,
    });
    await compareKeys(intake, workers, progress);
    return intake;
  } finally {
    progress.end();
  }
}

/** Merges without rendering, for the findings that only the merged order shows. */
export async function compareKeys(
  intake: DataIntake,
  workers: Workers,
  progress: Progress,
): Promise<void> {
  const pageSizes = { phages: 1, genes: 1 };
  const options = { pageSizes, site: null, livePages: null };
  await renderCollections(intake, options, workers, progress);
}
