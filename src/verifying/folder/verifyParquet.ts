/** A worker's task: compares a Parquet file of a site's folder with the one that a build makes from its pages. */
import { type PagesInColumns, putInColumns } from '../../bulk/putInColumns.ts';
import { parquetFile } from '../../contract/bulkFiles.ts';
import { attempt } from '../../failure.ts';
import type { Tallies } from '../report/clauseLog.ts';
import { type SiteRef, openSite } from './fileCheck.ts';

export type VerifyParquetTask = PagesInColumns & Pick<SiteRef, 'manifest'>;

export function verifyParquet({ manifest, ...pages }: VerifyParquetTask): Tallies {
  const { log, files } = openSite({ root: pages.siteDir, manifest });
  log.checked('B1');
  const address = parquetFile(pages.collection);
  const expected = 'what the records come to';
  const said = files.claimHashed(address);
  // A page that cannot be read is reported under its own clause, too.
  const made = said === null ? undefined : attempt(() => putInColumns(pages, () => {}));
  if (said === null || made?.sha256 !== said.sha256) {
    const found = said === null ? 'no such file' : 'something else';
    log.fail('B1', { address, expected, found });
  }
  return log.tallies;
}
