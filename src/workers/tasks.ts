/** What can be asked of a worker thread: the names of the tasks, what each takes and gives. */
import { createTextMaker } from '../bulk/partTexts.ts';
import { renderBulk, type RenderBulkTask } from '../bulk/renderBulk.ts';
import type { RenderParquetTask } from '../bulk/renderParquet.ts';
import { hashRange } from '../intake/hashRange.ts';
import { createScratch } from '../sorting/recordTable.ts';
import { createBundleIntake } from '../intake/intakeBundle.ts';
import { checkFiles } from '../publishing/checkFiles.ts';
import { linkFiles } from '../incremental/linkFiles.ts';
import type { RenderTask } from '../rendering/task.ts';
import { renderPart } from '../rendering/renderPart.ts';
import { renderPhams, type RenderPhamsTask } from '../rendering/renderPhams.ts';
import { renderViews } from '../rendering/renderViews.ts';
import {
  verifyBulkFile,
  type VerifyBulkFileTask,
  verifyPhageFiles,
  type VerifyPhageFilesTask,
} from '../verifying/folder/verifyBulk.ts';
import { createSchemaChecks } from '../verifying/pages/schemaChecks.ts';
import { markFiles } from '../verifying/folder/markFiles.ts';
import { verifyFiles } from '../verifying/folder/verifyFiles.ts';
import { verifyPhams } from '../verifying/folder/verifyPhams.ts';
import type { VerifyParquetTask } from '../verifying/folder/verifyParquet.ts';
import { verifyViews } from '../verifying/folder/verifyViews.ts';
import { verifyPages, type VerifyPagesTask } from '../verifying/folder/verifyPages.ts';

/** The tasks as one thread runs them, one at a time. */
function createTasks() {
  const scratch = createScratch();
  const schemas = createSchemaChecks();
  const bulkTexts = createTextMaker();
  return {
    intakeBundle: createBundleIntake(scratch),
    hashRange,
    checkFiles,
    linkFiles,
    renderPhams: (task: RenderPhamsTask) => renderPhams(task),
    renderViews,
    renderBulk: (task: RenderBulkTask) => renderBulk(task, bulkTexts),
    renderPart(task: RenderTask) {
      // What sorting needed, merging must not pay for.
      scratch.bytes = Buffer.alloc(0);
      return renderPart(task);
    },
    async renderParquet(task: RenderParquetTask) {
      // Only a thread that writes such a file waits until what writes it is loaded.
      const { renderParquet } = await import('../bulk/renderParquet.ts');
      return renderParquet(task);
    },
    markFiles,
    verifyFiles,
    async verifyParquet(task: VerifyParquetTask) {
      const { verifyParquet } = await import('../verifying/folder/verifyParquet.ts');
      return verifyParquet(task);
    },
    verifyPhams,
    verifyViews,
    verifyBulkFile: (task: VerifyBulkFileTask) => verifyBulkFile(task, bulkTexts),
    verifyPhageFiles: (task: VerifyPhageFilesTask) => verifyPhageFiles(task, bulkTexts),
    verifyPages: (task: VerifyPagesTask) => verifyPages(task, schemas),
  };
}

export const tasks = createTasks();

type Tasks = typeof tasks;
export type TaskName = keyof Tasks;
export type TaskInput<Name extends TaskName> = Parameters<Tasks[Name]>[0];
export type TaskOutput<Name extends TaskName> = Awaited<ReturnType<Tasks[Name]>>;
