/** Checks the files of a folder whose bytes the contract fixes, whatever the records. */
import type { Release } from '../../contract/release.ts';
import type { ClauseLog } from '../report/clauseLog.ts';
import type { FileCheck } from './fileCheck.ts';
import { fixedBodies } from '../table/fixedBodies.ts';
import type { ReadBuffer } from './siteFolder.ts';

export function checkFixedFiles(release: Release, files: FileCheck, log: ClauseLog): void {
  const buffer: ReadBuffer = { bytes: Buffer.alloc(0) };
  for (const { clause, file, body } of fixedBodies(release.base_url, release)) {
    log.checked(clause);
    const bytes = files.claim(file, buffer);
    if (bytes?.equals(Buffer.from(body)) === true) continue;
    const found = bytes === null ? 'no such file' : 'something else';
    log.fail(clause, { address: file, expected: body, found });
  }
}
