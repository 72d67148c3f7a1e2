/** Verifies what a site tells of its former releases: its indexes, and each file that they name (H1). */
import path from 'node:path';
import { Failure } from '../../base/failure.ts';
import {
  changesIndex,
  historyFiles,
  type HistoryFile,
  type KeptRelease,
  parseReleasesIndex,
  releasesIndex,
} from '../../contract/history.ts';
import { changesFolder, releasesFolder } from '../../contract/sitePaths.ts';
import type { Release } from '../../contract/release.ts';
import { openRelease } from '../../releases/openRelease.ts';
import { isLitter } from '../../text/words.ts';
import type { ClauseLog } from '../clauses.ts';
import { checkHistoryIndex, hashedAs } from '../history.ts';
import { blockBytes, hashFile, readWhole, walkFolders } from './fileCheck.ts';

const maxIndexBytes = 2 ** 28;

/** Whatever is in the folder is a finding, never an exception. */
export async function verifyHistory(root: string, release: Release, log: ClauseLog): Promise<void> {
  const read = (file: string) => {
    const result = readWhole(path.join(root, file), maxIndexBytes, { bytes: Buffer.alloc(0) });
    return result.ok ? result.bytes.toString() : null;
  };
  const listed = historyFiles(read);
  const known = new Map(listed.map((file) => [file.path, file]));
  const found = [...walkFolders(root, [changesFolder, releasesFolder].map(noSlash), 'all')].filter(
    ({ kind, path: file }) => kind !== 'other' || file.includes('/'),
  );
  if (listed.length === 0 && found.length === 0 && release.changes !== true) return;
  log.checked('H1');
  for (const index of [changesIndex, releasesIndex] as const)
    checkHistoryIndex(index, read(index), release, log);
  for (const entry of found) {
    if (known.has(entry.path) || isLitter(path.basename(entry.path))) continue;
    const expected = 'no such file: the index of its folder names none';
    const what = entry.kind === 'other' ? entry.what : 'a file';
    log.fail('H1', { address: entry.path, expected, found: what });
  }
  const block = Buffer.allocUnsafeSlow(blockBytes);
  for (const file of listed) {
    if (file.sha256 === undefined) continue;
    const result = hashFile(path.join(root, file.path), block);
    hashedAs(file as HistoryFile, result.ok ? result : result.reason, log);
  }
  const releases = parseReleasesIndex(read(releasesIndex) ?? '')?.releases ?? [];
  for (const kept of releases) await checkKept(root, kept, log);
}

function noSlash(folder: string): string {
  return folder.slice(0, -1);
}

/** A kept release is what its own manifest says, whose hash is its id. */
async function checkKept(root: string, kept: KeptRelease, log: ClauseLog): Promise<void> {
  const said = new Map(kept.files.map((file) => [file.path.slice(kept.folder.length), file]));
  try {
    const site = await openRelease(path.join(root, kept.folder));
    for await (const { path: file, sha256 } of site.files()) {
      const own = said.get(file);
      if (own === undefined || own.sha256 === sha256) continue;
      const expected = `SHA-256 ${sha256}, as in the manifest of its release`;
      log.fail('H1', { address: own.path, expected, found: own.sha256 });
    }
    if (site.release.release === kept.release) return;
    const expected = `the release ${kept.release}`;
    log.fail('H1', { address: kept.folder, expected, found: site.release.release });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    log.fail('H1', { address: kept.folder, expected: 'a kept release', found: error.message });
  }
}
