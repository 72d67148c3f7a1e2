/** Writes the views on all threads, from the staged pages and the notes about them. */
import type { Progress } from '../progress.ts';
import { joinWritten, type WrittenFiles } from '../publishing/fileList.ts';
import type { SiteWriterOptions } from '../publishing/siteWriter.ts';
import type { RenderedPhams } from '../rendering/renderPhams.ts';
import { inBatches } from '../views/batches.ts';
import { phamAt, geneCount } from '../pages/pageNotes.ts';
import type { ViewPlan } from '../views/planViews.ts';
import { mapTasks } from '../workers/mapTasks.ts';
import type { Workers } from './workers.ts';

/**
 * `phams`, the task that writes the genes of all phams, is running already unless it is part of the plan. Throws a
 * Failure.
 */
export async function stageViews(
  plan: ViewPlan,
  phams: Promise<readonly RenderedPhams[]>,
  site: SiteWriterOptions,
  workers: Workers,
  progress: Progress,
): Promise<WrittenFiles> {
  progress.stage('Writing views', plan.fileCount(), 'files');
  try {
    // Planned lazily: the plans of all files are never in memory together.
    const batches = unlessFailed(phams, inBatches(plan.files()));
    const written = await mapTasks(batches, 2 * workers.jobs, async ({ planned, files }) => {
      const rendered = await workers.run('renderViews', { site, planned });
      progress.advance(files);
      return rendered;
    });
    const withGenes = await phams;
    assertNoneLost(withGenes, plan);
    return joinWritten([...written, ...withGenes]);
  } finally {
    progress.end();
  }
}

/** Yields the items until `work` fails: further work would be wasted. */
function* unlessFailed<Item>(work: Promise<unknown>, items: Iterable<Item>): Generator<Item> {
  let isFailed = false;
  work.catch(() => {
    isFailed = true;
  });
  for (const item of items) {
    if (isFailed) return;
    yield item;
  }
}

function assertNoneLost(phams: readonly RenderedPhams[], { notes }: ViewPlan): void {
  if (phams.length === 0) return;
  const written = phams.reduce((sum, { genes }) => sum + genes, 0);
  let noted = 0;
  for (let gene = 0; gene < geneCount(notes.genes); gene++) {
    if (phamAt(notes.genes, gene) !== 0) noted++;
  }
  if (written !== noted) throw new Error(`${written} genes of ${noted} came to their phams`);
}
