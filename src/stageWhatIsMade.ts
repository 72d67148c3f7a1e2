/** Stages what is made of the pages once these are staged: views and bulk files. */
import type { BulkPlan } from './bulk/bulkPlan.ts';
import type { Progress } from './progress.ts';
import type { SiteWriterOptions } from './publishing/siteWriter.ts';
import type { RenderedViews } from './rendering/renderViews.ts';
import { type BulkSite, stageBulk, type StagedBulk, stageTables } from './stageBulk.ts';
import { stageViews } from './stageViews.ts';
import type { ViewPlan } from './views/planViews.ts';
import type { Workers } from './workers/pool.ts';

/** Throws a Failure or DamagedCache. */
export async function stageWhatIsMade(
  plan: ViewPlan,
  bulkPlan: BulkPlan,
  site: BulkSite & SiteWriterOptions,
  workers: Workers,
  progress: Progress,
): Promise<{ readonly viewed: RenderedViews; readonly bulked: StagedBulk }> {
  // The table of genes takes one thread longer than all else takes the others: it comes first.
  const tables = stageTables(bulkPlan, site, workers);
  // It is waited for further down, which may be after another failed.
  tables.catch(() => {});
  try {
    const viewed = await stageViews(plan, site, workers, progress);
    const bulked = await stageBulk(bulkPlan, tables, site, workers, progress);
    return { viewed, bulked };
  } finally {
    // Nothing may still write into a folder that somebody else goes on with.
    await Promise.allSettled([tables]);
  }
}
