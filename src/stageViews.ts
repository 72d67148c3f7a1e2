/** Writes the views on all threads, from the pages that are staged already and the notes about them. */
import { mkdir, rm } from 'node:fs/promises';
import type { Progress } from './progress.ts';
import type { SiteWriterOptions } from './publishing/siteWriter.ts';
import type { RenderedViews } from './rendering/renderViews.ts';
import { inBatches } from './views/batches.ts';
import { type PlannedFile, plannedBytes } from './views/plannedFile.ts';
import type { PhamBatches } from './views/phamBatches.ts';
import type { ViewPlan } from './views/planViews.ts';
import { mapTasks } from './workers/mapTasks.ts';
import type { Workers } from './workers/pool.ts';

/** Throws a Failure. */
export async function stageViews(
  plan: ViewPlan,
  site: SiteWriterOptions,
  workers: Workers,
  progress: Progress,
): Promise<RenderedViews> {
  progress.stage('Writing views', bytesOf(plan.files()), 'bytes');
  // Planned as they are handed out: the plans of all files are never held together.
  const batches = inBatches(plan.files());
  const rendered = await mapTasks(batches, 2 * workers.jobs, async ({ files, bytes }) => {
    const result = await workers.run('renderViews', { site, files });
    progress.advance(bytes);
    return result;
  });
  progress.end();
  const phamBatches = plan.phamBatches();
  if (phamBatches !== null)
    rendered.push(...(await stagePhams(phamBatches, site, workers, progress)));
  return {
    files: rendered.flatMap(({ files }) => files),
    linked: rendered.reduce((sum, { linked }) => sum + linked, 0),
  };
}

/** Deals the genes of all pages out to families, in files beside the staging folder, and writes their lists. */
async function stagePhams(
  { batches, numberOf, batchOf, partCount, parts }: PhamBatches,
  site: SiteWriterOptions,
  workers: Workers,
  progress: Progress,
): Promise<RenderedViews[]> {
  const { stagingDir } = site;
  // Named like a staging folder, and swept like one.
  const dealtDir = `${stagingDir}-dealt`;
  progress.stage('Writing gene families', partCount + batches.length, 'parts');
  try {
    await mkdir(dealtDir);
    await mapTasks(parts(), 2 * workers.jobs, async (part) => {
      await workers.run('dealGenes', { stagingDir, dealtDir, part, numberOf, batchOf });
      progress.advance(1);
    });
    return await mapTasks(batches, 2 * workers.jobs, async (batch) => {
      const result = await workers.run('renderPhams', { site, dealtDir, parts: partCount, batch });
      progress.advance(1);
      return result;
    });
  } finally {
    await rm(dealtDir, { recursive: true, force: true });
    progress.end();
  }
}

function bytesOf(files: Iterable<PlannedFile>): number {
  let bytes = 0;
  for (const file of files) bytes += plannedBytes(file);
  return bytes;
}
