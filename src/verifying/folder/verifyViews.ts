/** A worker's task: compares the views of a site's folder with its pages. */
import { openPages } from '../../pages/openPages.ts';
import { piecesOf } from '../../rendering/renderViews.ts';
import type { PlannedFile } from '../../views/plannedFile.ts';
import { createClauseLog, type Tallies } from '../report/clauseLog.ts';
import { createFileCheck } from './fileCheck.ts';
import type { ReadBuffer } from './siteFolder.ts';
import { openManifest, type SharedManifest } from '../manifest/siteManifest.ts';

export interface VerifyViewsTask {
  readonly root: string;
  readonly manifest: SharedManifest;
  /** As a build plans them from these pages. */
  readonly files: readonly PlannedFile[];
}

const pieceBytes = 1 << 20;

export function verifyViews({ root, manifest, files }: VerifyViewsTask): Tallies {
  const log = createClauseLog();
  log.checked('V1');
  const check = createFileCheck(root, openManifest(manifest), log);
  const pages = openPages(root);
  const buffer: ReadBuffer = { bytes: Buffer.alloc(0) };
  const piece = Buffer.allocUnsafeSlow(pieceBytes);
  try {
    for (const file of files) {
      const bytes = check.claim(file.path, buffer);
      const expected = 'what the records of its list come to';
      if (bytes === null) {
        log.fail('V1', { address: file.path, expected, found: 'no such file' });
      } else if (!holds(bytes, file)) {
        log.fail('V1', { address: file.path, expected, found: 'something else' });
      }
    }
  } finally {
    pages.close();
  }
  return log.tallies;

  function holds(bytes: Buffer, file: PlannedFile): boolean {
    if (file.kind === 'text') return bytes.equals(Buffer.from(file.text));
    let at = 0;
    try {
      for (const wanted of piecesOf(file, piece, pages.read)) {
        if (!bytes.subarray(at, at + wanted.length).equals(wanted)) return false;
        at += wanted.length;
      }
    } catch {
      // A page that cannot be read is reported under its own clause.
      return false;
    }
    return at === bytes.length;
  }
}
