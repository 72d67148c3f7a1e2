/** What the threads of a verification can be asked: the names of the tasks, what each takes and gives. */
import { createTextMaker } from '../../bulk/partTexts.ts';
import { createSchemaChecks } from '../pages/schemaChecks.ts';
import { markFiles } from './markFiles.ts';
import {
  verifyBulkFile,
  type VerifyBulkFileTask,
  verifyPhageFiles,
  type VerifyPhageFilesTask,
} from './verifyBulk.ts';
import { verifyFiles } from './verifyFiles.ts';
import { verifyPages, type VerifyPagesTask } from './verifyPages.ts';
import type { VerifyParquetTask } from './verifyParquet.ts';
import { verifyPhams } from './verifyPhams.ts';
import { verifyViews } from './verifyViews.ts';

/** The tasks as one thread runs them, one at a time. */
export function createVerifyTasks() {
  const schemas = createSchemaChecks();
  const bulkTexts = createTextMaker();
  return {
    markFiles,
    verifyFiles,
    async verifyParquet(task: VerifyParquetTask) {
      // Only a thread that reads such a file waits until what reads it is loaded.
      const { verifyParquet } = await import('./verifyParquet.ts');
      return verifyParquet(task);
    },
    verifyPhams,
    verifyViews,
    verifyBulkFile: (task: VerifyBulkFileTask) => verifyBulkFile(task, bulkTexts),
    verifyPhageFiles: (task: VerifyPhageFilesTask) => verifyPhageFiles(task, bulkTexts),
    verifyPages: (task: VerifyPagesTask) => verifyPages(task, schemas),
  };
}

export type VerifyTasks = ReturnType<typeof createVerifyTasks>;
