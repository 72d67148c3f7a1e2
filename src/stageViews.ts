/** Writes the views on all threads, from the pages that are staged already and the notes about them. */
import { mkdir, rm } from 'node:fs/promises';
import type { Progress } from './progress.ts';
import type { SiteWriterOptions } from './publishing/siteWriter.ts';
import type { RenderedViews } from './rendering/renderViews.ts';
import { inBatches } from './views/batches.ts';
import type { PlannedFile } from './views/plannedFile.ts';
import type { PhamBatches } from './views/phamBatches.ts';
import type { ViewPlan } from './views/planViews.ts';
import { mapTasks } from './workers/mapTasks.ts';
import type { Workers } from './workers/pool.ts';

type Task = () => Promise<RenderedViews>;

const nothing: RenderedViews = { files: [], linked: 0 };

/**
 * Genes of families lie all over the pages: they are dealt out first, in files beside the staging folder, while
 * other views are written. Throws a Failure.
 */
export async function stageViews(
  plan: ViewPlan,
  site: SiteWriterOptions,
  workers: Workers,
  progress: Progress,
): Promise<RenderedViews> {
  const { stagingDir } = site;
  const phams = plan.phamBatches();
  // Named like a staging folder, and swept like one.
  const dealtDir = `${stagingDir}-dealt`;
  progress.stage('Writing views', plan.fileCount(), 'files');
  // Planned as they are handed out: the plans of all files are never held together.
  const run = (tasks: Iterable<Task>) => mapTasks(tasks, 2 * workers.jobs, (task) => task());
  try {
    if (phams !== null) await mkdir(dealtDir);
    const dealt = await run(join(deal(phams), render(plan.files())));
    // The pages of families last: while they are counted, there is other work.
    const written = await run(join(renderPhams(phams), render(plan.phamFiles())));
    const all = [...dealt, ...written];
    return {
      files: all.flatMap(({ files }) => files),
      linked: all.reduce((sum, { linked }) => sum + linked, 0),
    };
  } finally {
    if (phams !== null) await rm(dealtDir, { recursive: true, force: true });
    progress.end();
  }

  function* render(files: Iterable<PlannedFile>): Generator<Task> {
    for (const batch of inBatches(files)) {
      yield async () => {
        const rendered = await workers.run('renderViews', { site, files: batch.files });
        progress.advance(batch.files.length);
        return rendered;
      };
    }
  }

  function* deal(of: PhamBatches | null): Generator<Task> {
    if (of === null) return;
    const { numberOf, batchOf, parts } = of;
    for (const part of parts()) {
      yield async () => {
        await workers.run('dealGenes', { stagingDir, dealtDir, part, numberOf, batchOf });
        return nothing;
      };
    }
  }

  function* renderPhams(of: PhamBatches | null): Generator<Task> {
    if (of === null) return;
    for (const batch of of.batches) {
      yield async () => {
        const task = { site, dealtDir, parts: of.partCount, batch };
        const rendered = await workers.run('renderPhams', task);
        progress.advance(batch.ids.length);
        return rendered;
      };
    }
  }
}

function* join<Item>(...lists: readonly Iterable<Item>[]): Generator<Item> {
  for (const list of lists) yield* list;
}
