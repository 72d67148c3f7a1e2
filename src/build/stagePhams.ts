/** Writes the genes of all families on all threads, from the hash partitions made while the pages were rendered. */
import { rm } from 'node:fs/promises';
import type { DataIntake } from './readSources.ts';
import type { Progress } from '../progress.ts';
import { emptyFolder } from '../publishing/publishSite.ts';
import type { SiteWriterOptions } from '../publishing/siteWriter.ts';
import { batchFolder, type DealtGenes, dealtBatches } from '../rendering/dealer.ts';
import type { RenderedPhams } from '../rendering/renderPhams.ts';
import { inParts } from '../workers/inParts.ts';
import { mapTasks } from '../workers/mapTasks.ts';
import type { Workers } from './workers.ts';

// Few, long tasks: the main thread is busy planning the other views and slow to hand out the next.
const tasksPerJob = 4;

/** Creates the folders of the hash partitions, beside the staging folder. Throws a Failure. */
export async function prepareDealing(
  stagingDir: string,
  { collections }: DataIntake,
): Promise<DealtGenes> {
  const blocks = collections.genes.runs.flatMap((run) => run.blocks);
  const bytes = blocks.reduce((sum, block) => sum + block.bytes, 0);
  // Named like a staging folder, so that it is swept like one.
  const dealt = { dir: `${stagingDir}-dealt`, batches: dealtBatches(bytes) };
  for (let batch = 0; batch < dealt.batches; batch++) await emptyFolder(batchFolder(dealt, batch));
  return dealt;
}

/** Writes nothing if there are no partitions. Throws a Failure. */
export async function stagePhams(
  dealt: DealtGenes | null,
  site: SiteWriterOptions,
  workers: Workers,
  progress: Progress,
): Promise<RenderedPhams[]> {
  if (dealt === null) return [];
  const batches = Array.from({ length: dealt.batches }, (_, batch) => batch);
  const tasks = inParts(batches, tasksPerJob * workers.jobs);
  const written = await mapTasks(tasks, tasks.length, async (some) => {
    const rendered = await workers.run('renderPhams', { site, dealt, batches: some });
    progress.advance(rendered.families);
    return rendered;
  });
  await rm(dealt.dir, { recursive: true, force: true });
  return written;
}
