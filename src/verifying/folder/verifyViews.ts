/** A worker's task: compares the views of a site's folder, and pages in further sizes, with its default pages. */
import { isFurtherPage } from '../../contract/sitePaths.ts';
import { openPages } from '../../pages/openPages.ts';
import { piecesOf } from '../../rendering/renderViews.ts';
import { neighbourFiles } from '../../views/neighbourText.ts';
import {
  type Planned,
  type PlannedFile,
  type PlannedList,
  plannedBytes,
} from '../../views/plannedFile.ts';
import type { Tallies } from '../report/clauseLog.ts';
import { type SiteRef, openSite, readable } from './fileCheck.ts';

export interface VerifyViewsTask extends SiteRef {
  /** As a build plans them from these pages. */
  readonly views: readonly Planned[];
}

const pieceBytes = 1 << 20;
// Larger files are not held in memory.
const heldBytes = 64 << 20;

export function verifyViews({ views, ...site }: VerifyViewsTask): Tallies {
  const { log, files } = openSite(site);
  const pages = openPages(site.root);
  const expected = 'what the records of its list come to';
  const piece = Buffer.allocUnsafeSlow(pieceBytes);
  try {
    for (const view of views) {
      if (view.kind === 'neighbours') {
        for (const { path, bytes: made } of neighbourFiles(view)) {
          log.checked('V1');
          files.expect('V1', path, expected, (bytes) => bytes.equals(made));
        }
        continue;
      }
      const clause = isFurtherPage(view.path) ? 'L7' : 'V1';
      log.checked(clause);
      const isLarge = view.kind === 'list' && plannedBytes(view) > heldBytes;
      if (isLarge && !files.hasSiblings(view.path)) {
        files.expectHashed(clause, view.path, expected, () => wanted(view));
      } else {
        files.expect(clause, view.path, expected, (bytes) => holds(bytes, view));
      }
    }
  } finally {
    pages.close();
  }
  return log.tallies;

  function wanted(file: PlannedList): Iterable<Uint8Array> {
    return readable(piecesOf(file, piece, pages.read));
  }

  function holds(bytes: Buffer, file: PlannedFile): boolean {
    if (file.kind === 'text') return bytes.equals(Buffer.from(file.text));
    let at = 0;
    for (const part of wanted(file)) {
      if (!bytes.subarray(at, at + part.length).equals(part)) return false;
      at += part.length;
    }
    return at === bytes.length;
  }
}
