/** A worker's task: holds files that are no pages and no records against the manifest, and looks into views. */
import { createClauseLog, type Tallies } from './clauseLog.ts';
import { createFileCheck } from './fileCheck.ts';
import { checkView, viewOf } from './viewCheck.ts';
import type { ReadBuffer } from './siteFolder.ts';
import { openManifest, type SharedManifest } from './siteManifest.ts';

export interface VerifyFilesTask {
  readonly root: string;
  readonly manifest: SharedManifest;
  /** Numbers of the entries. */
  readonly entries: Uint32Array;
}

export function verifyFiles({ root, manifest, entries }: VerifyFilesTask): Tallies {
  const log = createClauseLog();
  const open = openManifest(manifest);
  const files = createFileCheck(root, open, log);
  const buffer: ReadBuffer = { bytes: Buffer.alloc(0) };
  for (const entry of entries) {
    const file = open.pathOf(entry);
    const view = viewOf(file);
    const bytes = view === null ? null : files.claim(file, buffer);
    if (view === null) files.hashOnly(entry);
    else if (bytes !== null) checkView(file, view, bytes, log);
  }
  return log.tallies;
}
