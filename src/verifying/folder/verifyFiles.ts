/** A worker's task: compares files with the manifest by hash alone. */
import { createClauseLog, type Tallies } from '../report/clauseLog.ts';
import { createFileCheck } from './fileCheck.ts';
import { openManifest, type SharedManifest } from '../manifest/siteManifest.ts';

export interface VerifyFilesTask {
  readonly root: string;
  readonly manifest: SharedManifest;
  /** Indices in the manifest. */
  readonly entries: Uint32Array;
}

export function verifyFiles({ root, manifest, entries }: VerifyFilesTask): Tallies {
  const log = createClauseLog();
  const files = createFileCheck(root, openManifest(manifest), log);
  for (const entry of entries) files.hashOnly(entry);
  return log.tallies;
}
