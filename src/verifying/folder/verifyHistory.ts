/** Verifies what a site tells of its former releases: its indexes, and each file that they name (H1). */
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { attempt, Failure } from '../../base/failure.ts';
import { readOwn } from '../../base/files.ts';
import {
  changesHead,
  changesIndex,
  type ChangeStep,
  historyFiles,
  type HistoryFile,
  keptAbout,
  type KeptRelease,
  parseChangesIndex,
  parseReleasesIndex,
  releasesIndex,
} from '../../contract/history.ts';
import { changesFolder, releaseFile, releasesFolder } from '../../contract/sitePaths.ts';
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
    const result = readWhole(path.join(root, file), maxIndexBytes);
    return result.ok ? result.bytes.toString() : null;
  };
  const listed = historyFiles(read);
  const known = new Map(listed.map((file) => [file.path, file]));
  const folders = [changesFolder, releasesFolder].map((folder) => folder.slice(0, -1));
  const found = [...walkFolders(root, folders, 'all')].filter(
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
    log.fail('H1', entry.path, expected, what);
  }
  const block = Buffer.allocUnsafeSlow(blockBytes);
  for (const file of listed) {
    if (file.sha256 === undefined) continue;
    const result = hashFile(path.join(root, file.path), block);
    hashedAs(file as HistoryFile, result.ok ? result : result.reason, log);
  }
  for (const step of parseChangesIndex(read(changesIndex) ?? '')?.steps ?? [])
    checkStep(root, step, log);
  const releases = parseReleasesIndex(read(releasesIndex) ?? '')?.releases ?? [];
  for (const kept of releases) await checkKept(root, kept, log);
}

/** What an index says of a step is what the lines of its file come to. */
function checkStep(
  root: string,
  { file, from, to, date, counts, families }: ChangeStep,
  log: ClauseLog,
): void {
  const bytes = attempt(() => gunzipSync(readOwn(path.join(root, file.path))));
  // Told above where it is not as its index says.
  if (bytes === undefined) return;
  const [head = '', ...lines] = bytes.toString().split('\n').slice(0, -1);
  const found = attempt(() => ({ ...(JSON.parse(head) as object), ...countLines(lines) }));
  const expected = { ...changesHead({ from, to, date }), ...withoutNone({ counts, families }) };
  if (isDeepStrictEqual(found, expected)) return;
  const address = `${changesIndex}#${file.path}`;
  log.fail('H1', address, 'what its file says', 'something else');
}

interface Counted {
  readonly counts: Readonly<Record<string, Readonly<object>>>;
  readonly families: Readonly<Record<string, number>>;
}

function countLines(lines: readonly string[]): Counted {
  const counts: Record<string, Record<string, number>> = {};
  const families: Record<string, number> = {};
  for (const line of lines) {
    const {
      collection,
      change = '',
      kind = '',
    } = JSON.parse(line) as Readonly<Record<string, string>>;
    const of = collection === 'families' ? families : (counts[collection ?? ''] ??= {});
    const name = collection === 'families' ? kind : change;
    of[name] = (of[name] ?? 0) + 1;
  }
  return { counts, families };
}

/** Without members that count nothing: the lines of a file give none. */
function withoutNone({ counts, families }: Counted): Counted {
  const some = (of: Readonly<object>) => Object.entries(of).filter(([, count]) => count !== 0);
  const each = Object.entries(counts).map(([name, of]) => [name, some(of)] as const);
  const filled = each.filter(([, of]) => of.length > 0);
  return {
    counts: Object.fromEntries(filled.map(([name, of]) => [name, Object.fromEntries(of)])),
    families: Object.fromEntries(some(families)),
  };
}

/** A kept release is what its own manifest says, whose hash is its id. */
async function checkKept(root: string, kept: KeptRelease, log: ClauseLog): Promise<void> {
  const byPath = new Map(kept.files.map((file) => [file.path.slice(kept.folder.length), file]));
  try {
    const site = await openRelease(path.join(root, kept.folder));
    for await (const { path: file, sha256 } of site.files()) {
      const own = byPath.get(file);
      if (own === undefined || own.sha256 === sha256) continue;
      const expected = `SHA-256 ${sha256}, as in the manifest of its release`;
      log.fail('H1', own.path, expected, own.sha256);
    }
    const { release_date: date = kept.date } = site.release;
    const expected = { ...keptAbout(site.release), date };
    const { files: _, folder, ...listed } = kept;
    if (isDeepStrictEqual(listed, expected)) return;
    const address = `${releasesIndex}#${folder}`;
    log.fail('H1', address, `what its ${releaseFile} says`, 'something else');
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    log.fail('H1', kept.folder, 'a kept release', error.message);
  }
}
