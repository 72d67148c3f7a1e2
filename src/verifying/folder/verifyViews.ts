/** A worker's task: compares the views of a site's folder with its pages. */
import { openPages } from '../../pages/openPages.ts';
import { piecesOf } from '../../rendering/renderViews.ts';
import type { PlannedFile } from '../../views/plannedFile.ts';
import type { Tallies } from '../report/clauseLog.ts';
import { type AtSite, openSite } from './fileCheck.ts';

export interface VerifyViewsTask extends AtSite {
  /** As a build plans them from these pages. */
  readonly views: readonly PlannedFile[];
}

const pieceBytes = 1 << 20;

export function verifyViews({ views, ...site }: VerifyViewsTask): Tallies {
  const { log, files } = openSite(site);
  log.checked('V1');
  const pages = openPages(site.root);
  const expected = 'what the records of its list come to';
  const piece = Buffer.allocUnsafeSlow(pieceBytes);
  try {
    for (const view of views) {
      files.expect('V1', view.path, expected, (bytes) => holds(bytes, view));
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
