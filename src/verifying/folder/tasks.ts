/** The tasks of a verification's worker threads: names, inputs and outputs. */
import { createTextMaker } from '../../bulk/partTexts.ts';
import { indexPart } from '../../pages/indexPart.ts';
import { createSchemaChecks } from '../pages/schemaChecks.ts';
import type { Tallies } from '../report/clauseLog.ts';
import { type SiteRef, openSite } from './fileCheck.ts';
import { markFiles } from './markFiles.ts';
import { verifyAliases } from './verifyAliases.ts';
import {
  verifyBulkFile,
  type VerifyBulkFileTask,
  verifyPhageFiles,
  type VerifyPhageFilesTask,
} from './verifyBulk.ts';
import { verifyGenomes } from './verifyGenomes.ts';
import { verifyPages, type VerifyPagesTask } from './verifyPages.ts';
import type { VerifyParquetTask } from './verifyParquet.ts';
import { verifyFamilies, verifyPhageTable } from './verifyTables.ts';
import { verifyPhams } from './verifyPhams.ts';
import { verifyViews } from './verifyViews.ts';

/** Creates the tasks of one thread, which run one at a time. */
export function createVerifyTasks() {
  const schemas = createSchemaChecks();
  const bulkTexts = createTextMaker();
  return {
    indexPart,
    markFiles,
    /** Compares the files of some entries with the manifest by hash alone. */
    verifyFiles({ entries, ...site }: SiteRef & { readonly entries: Uint32Array }): Tallies {
      const { log, files } = openSite(site);
      for (const entry of entries) files.hashOnly(entry);
      return log.tallies;
    },
    async verifyParquet(task: VerifyParquetTask) {
      // Loaded on demand: only a thread that checks a Parquet file needs it.
      const { verifyParquet } = await import('./verifyParquet.ts');
      return verifyParquet(task);
    },
    verifyAliases,
    verifyFamilies,
    verifyGenomes,
    verifyPhageTable,
    verifyPhams,
    verifyViews,
    verifyBulkFile: (task: VerifyBulkFileTask) => verifyBulkFile(task, bulkTexts),
    verifyPhageFiles: (task: VerifyPhageFilesTask) => verifyPhageFiles(task, bulkTexts),
    verifyPages: (task: VerifyPagesTask) => verifyPages(task, schemas),
  };
}

export type VerifyTasks = ReturnType<typeof createVerifyTasks>;
