/** A worker's task: compares a Parquet file of a site's folder with the one that a build makes from its pages. */
import { type PagesInColumns, putInColumns } from '../../bulk/putInColumns.ts';
import { parquetFile } from '../../contract/bulkFiles.ts';
import { createClauseLog, type Tallies } from '../report/clauseLog.ts';
import { createFileCheck } from './fileCheck.ts';
import { marks, openManifest, type SharedManifest } from '../manifest/siteManifest.ts';

export interface VerifyParquetTask extends PagesInColumns {
  readonly manifest: SharedManifest;
}

export function verifyParquet({ manifest: shared, ...pages }: VerifyParquetTask): Tallies {
  const log = createClauseLog();
  log.checked('B1');
  const address = parquetFile(pages.collection);
  const expected = 'what the records come to';
  const manifest = openManifest(shared);
  const entry = manifest.find(address);
  if (entry >= 0) manifest.mark(entry, marks.claimed);
  if (entry < 0 || !manifest.isMarked(entry, marks.onDisk)) {
    log.fail('B1', { address, expected, found: 'no such file' });
    return log.tallies;
  }
  // Also reports a difference between the manifest and the file.
  createFileCheck(pages.siteDir, manifest, log).hashOnly(entry);
  const said = manifest.fileOf(entry);
  if (sha256Of(pages) !== said.sha256)
    log.fail('B1', { address, expected, found: 'something else' });
  return log.tallies;
}

/** Null for a page that cannot be read, which is reported under its own clause. */
function sha256Of(pages: PagesInColumns): string | null {
  try {
    return putInColumns(pages, () => {}).sha256;
  } catch {
    return null;
  }
}
