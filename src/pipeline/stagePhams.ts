/** Writes the genes of all phams on all threads, from the hash partitions made while the pages were rendered. */
import { rm } from 'node:fs/promises';
import type { DataIntake } from './readSources.ts';
import type { Progress } from '../progress.ts';
import { besideStaging } from '../publishing/besideSite.ts';
import { emptyFolder } from '../publishing/publishSite.ts';
import type { SiteWriterOptions } from '../publishing/siteWriter.ts';
import { batchFolder, type PartitionedGenes, batchCount } from '../rendering/hashPartition.ts';
import type { RenderedPhams } from '../rendering/renderPhams.ts';
import { inParts } from '../workers/inParts.ts';
import { mapTasks } from '../workers/mapTasks.ts';
import type { Workers } from './workers.ts';

// Few, long tasks: the main thread is busy planning the other views and slow to hand out the next.
const tasksPerJob = 4;

/** Creates the folders of the hash partitions, beside the staging folder. Throws a Failure. */
export async function prepareBatches(
  stagingDir: string,
  { collections }: DataIntake,
): Promise<PartitionedGenes> {
  const blocks = collections.genes.runs.flatMap((run) => run.blocks);
  const bytes = blocks.reduce((sum, block) => sum + block.bytes, 0);
  // Named like a staging folder, so that it is swept like one.
  const partitioned = { dir: besideStaging(stagingDir, 'batches'), batches: batchCount(bytes) };
  for (let batch = 0; batch < partitioned.batches; batch++)
    await emptyFolder(batchFolder(partitioned, batch));
  return partitioned;
}

/** Writes nothing if there are no partitions. Throws a Failure. */
export async function stagePhams(
  partitioned: PartitionedGenes | null,
  site: SiteWriterOptions,
  workers: Workers,
  progress: Progress,
): Promise<RenderedPhams[]> {
  if (partitioned === null) return [];
  const batches = Array.from({ length: partitioned.batches }, (_, batch) => batch);
  const tasks = inParts(batches, tasksPerJob * workers.jobs);
  const written = await mapTasks(tasks, tasks.length, async (some) => {
    const rendered = await workers.run('renderPhams', { site, partitioned, batches: some });
    progress.advance(rendered.phams);
    return rendered;
  });
  await rm(partitioned.dir, { recursive: true, force: true });
  return written;
}
