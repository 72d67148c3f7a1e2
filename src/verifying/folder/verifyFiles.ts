/** A worker's task: holds files that nothing needs to look into against the manifest. */
import { createClauseLog, type Tallies } from '../report/clauseLog.ts';
import { createFileCheck } from './fileCheck.ts';
import { openManifest, type SharedManifest } from '../manifest/siteManifest.ts';

export interface VerifyFilesTask {
  readonly root: string;
  readonly manifest: SharedManifest;
  /** Numbers of the entries. */
  readonly entries: Uint32Array;
}

export function verifyFiles({ root, manifest, entries }: VerifyFilesTask): Tallies {
  const log = createClauseLog();
  const files = createFileCheck(root, openManifest(manifest), log);
  for (const entry of entries) files.hashOnly(entry);
  return log.tallies;
}
