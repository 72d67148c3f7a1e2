/** The tasks of a verification's worker threads: names, inputs and outputs. */
import type { Progress } from '../../base/progress.ts';
import { type Threads, threadsOf } from '../../base/threads.ts';
import { createTextMaker } from '../../sinks/formats.ts';
import type { Release } from '../../contract/release.ts';
import { installed } from '../../installed.ts';
import { indexPart } from '../../sinks/indexes.ts';
import { proteinPart } from '../../sinks/proteinIndex.ts';
import type { RuleName } from '../../text/rules.ts';
import type { ClauseLog, Tallies } from '../clauses.ts';
import { createSchemaChecks } from '../envelope.ts';
import type { SiteManifest } from '../siteManifest.ts';
import { type FileCheck, markFiles, openSite, type SiteRef } from './fileCheck.ts';
import {
  verifyBulkFile,
  type VerifyBulkFileTask,
  verifyFamilies,
  verifyGenomes,
  verifyParquet,
  verifyPhageFiles,
  type VerifyPhageFilesTask,
  verifyPhageTable,
} from './verifyBulk.ts';
import { type PageRanges, verifyPacks } from './verifyPacks.ts';
import {
  verifyAliases,
  verifyPages,
  type VerifyPagesTask,
  verifyPhams,
  verifyViews,
} from './verifyPages.ts';

/** Creates the tasks of one thread, which run one at a time. */
export function createVerifyTasks() {
  const schemas = createSchemaChecks();
  const bulkTexts = createTextMaker();
  return {
    indexPart,
    proteinPart,
    markFiles,
    verifyFiles({ entries, ...site }: SiteRef & { readonly entries: Uint32Array }): Tallies {
      const { log, files } = openSite(site);
      for (const entry of entries) files.hashOnly(entry);
      return log.tallies;
    },
    verifyParquet,
    verifyAliases,
    verifyFamilies,
    verifyGenomes,
    verifyPacks,
    verifyPhageTable,
    verifyPhams,
    verifyViews,
    verifyBulkFile: (task: VerifyBulkFileTask) => verifyBulkFile(task, bulkTexts),
    verifyPhageFiles: (task: VerifyPhageFilesTask) => verifyPhageFiles(task, bulkTexts),
    verifyPages: (task: VerifyPagesTask) => verifyPages(task, schemas),
  };
}

type VerifyTasks = ReturnType<typeof createVerifyTasks>;

export type Workers = Threads<VerifyTasks>;

export const withWorkers = threadsOf<VerifyTasks>(
  installed('lib/verifyWorker.js'),
  () => import('./verifyWorker.ts'),
);

export interface FolderContext {
  readonly site: SiteRef;
  readonly manifest: SiteManifest;
  readonly files: FileCheck;
  readonly log: ClauseLog;
  readonly workers: Workers;
}

export interface ReleaseContext extends FolderContext {
  readonly ofPages: PageRanges;
  readonly release: Release;
  readonly allowed: ReadonlySet<RuleName>;
  readonly progress: Progress;
}
