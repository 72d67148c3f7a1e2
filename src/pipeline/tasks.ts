/** The tasks of a build's worker threads: their names, inputs and outputs. */
import { createTextMaker } from '../bulk/partTexts.ts';
import { renderBulk } from '../bulk/renderBulk.ts';
import type { RenderBulkTask } from '../bulk/bulkTask.ts';
import type { RenderGenomesTask } from '../bulk/renderGenomes.ts';
import type { RenderParquetTask } from '../bulk/renderParquet.ts';
import type { RenderFamiliesTask, RenderPhageTableTask } from '../bulk/renderTables.ts';
import { linkFiles } from '../incremental/linkFiles.ts';
import { createBundleIntake } from '../intake/intakeBundle.ts';
import { intakeGenomes } from '../intake/intakeGenomes.ts';
import { indexPart } from '../pages/indexPart.ts';
import { hashRange } from '../sources/hashRange.ts';
import { checkFiles } from '../publishing/checkFiles.ts';
import { linkAliases } from '../publishing/linkAliases.ts';
import { renderPart } from '../rendering/renderPart.ts';
import { renderPhams, type RenderPhamsTask } from '../rendering/renderPhams.ts';
import { renderViews } from '../rendering/renderViews.ts';
import type { RenderTask } from '../rendering/task.ts';
import { createScratch } from '../sorting/recordTable.ts';

/** The tasks as run by one thread, one at a time. */
export function createBuildTasks() {
  const scratch = createScratch();
  const bulkTexts = createTextMaker();
  return {
    intakeBundle: createBundleIntake(scratch),
    intakeGenomes,
    hashRange,
    indexPart,
    checkFiles,
    linkFiles,
    linkAliases,
    renderPhams: (task: RenderPhamsTask) => renderPhams(task),
    renderViews,
    renderBulk: (task: RenderBulkTask) => renderBulk(task, bulkTexts),
    renderPart(task: RenderTask) {
      // Frees the sort buffer before the merge.
      scratch.bytes = Buffer.alloc(0);
      return renderPart(task);
    },
    async renderGenomes(task: RenderGenomesTask) {
      // Imported lazily: most sites have no genomes.
      const { renderGenomes } = await import('../bulk/renderGenomes.ts');
      return renderGenomes(task);
    },
    async renderFamilies(task: RenderFamiliesTask) {
      // Imported lazily: few sites have these tables.
      const { renderFamilies } = await import('../bulk/renderTables.ts');
      return renderFamilies(task);
    },
    async renderPhageTable(task: RenderPhageTableTask) {
      const { renderPhageTable } = await import('../bulk/renderTables.ts');
      return renderPhageTable(task);
    },
    async renderParquet(task: RenderParquetTask) {
      // Imported lazily: only threads that write Parquet need the library.
      const { renderParquet } = await import('../bulk/renderParquet.ts');
      return renderParquet(task);
    },
  };
}

export type BuildTasks = ReturnType<typeof createBuildTasks>;
