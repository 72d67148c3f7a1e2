/** Verifies that a site's folder is exactly what a build writes. */
import path from 'node:path';
import { bulkFolder } from '../../contract/bulkFiles.ts';
import type { PerCollection } from '../../contract/collectionName.ts';
import { parseRelease, type Release } from '../../contract/release.ts';
import { isStatic } from '../../contract/staticNames.ts';
import { manifestFile, releaseFile } from '../../contract/sitePaths.ts';
import type { RuleName } from '../../findings/rules.ts';
import type { Progress } from '../../progress.ts';
import { inParts } from '../../workers/inParts.ts';
import { mapTasks } from '../../workers/mapTasks.ts';
import type { Workers } from './workers.ts';
import { allowedBy } from '../manifest/allowedBy.ts';
import { checkFixedFiles } from './checkFixedFiles.ts';
import { checkRebuiltFiles } from './checkRebuiltFiles.ts';
import { checkRelease, reportNoRelease } from '../manifest/checkRelease.ts';
import { checkSiblings } from '../manifest/checkSiblings.ts';
import { type ClauseLog, createClauseLog } from '../report/clauseLog.ts';
import type { Clause } from '../report/clauses.ts';
import { createFileCheck } from './fileCheck.ts';
import { markEntry } from './markFiles.ts';
import { type ReadBuffer, readWhole, walkFolders } from './siteFolder.ts';
import { indexManifest, marks, releaseIdOf, type SiteManifest } from '../manifest/siteManifest.ts';
import { viewOf } from '../manifest/viewOf.ts';
import type { Verification } from '../report/verification.ts';
import { countPages, verifyLists } from './verifyLists.ts';

export interface FolderOptions {
  /** Absolute path of the site's folder. */
  readonly root: string;
  readonly allowed: ReadonlySet<RuleName>;
  /** A prefix of the expected release id; null for any. */
  readonly expectRelease: string | null;
}

/** Verifies a folder; whatever is in it is a finding, never an exception. */
export async function verifyFolder(
  options: FolderOptions,
  workers: Workers,
  progress: Progress,
): Promise<Verification> {
  const log = createClauseLog();
  for (const clause of askedOnly) log.remark(clause, 'a folder answers no requests');
  const bytes = readManifestBytes(options.root, log);
  const read = readReleaseFile(options.root, log);
  const release = read?.release ?? null;
  if (release !== null) {
    const manifestHash = bytes === null ? null : releaseIdOf(bytes);
    checkRelease(release, { manifestHash, expected: options.expectRelease }, releaseFile, log);
  }
  const manifest = bytes === null ? null : indexManifest(bytes, log);
  if (manifest === null) return { log, release, records: null, requests: null, sampled: false };

  const files = await markFilesOnDisk(options.root, manifest, workers, log);
  let records: PerCollection<number> | null = null;
  if (read !== null && release !== null) {
    const allowed = allowedBy(release, options.allowed);
    const folder = { ...options, allowed, manifest, release, log, workers, progress };
    progress.stage('Verifying', countPages(folder), 'pages');
    const fileCheck = createFileCheck(options.root, manifest, log);
    checkFixedFiles(release, fileCheck, log);
    records = await verifyLists(folder);
    checkRebuiltFiles(options.root, read, fileCheck, log);
    checkSiblings(release, manifest, log);
    progress.end();
  }
  const tops = release === null ? null : (release.static ?? []);
  await checkTheRest(options.root, manifest, tops, workers, log);
  checkMissing(manifest, log);
  return { log, release, records, files, requests: null, sampled: false };
}

/** Clauses that only a server can show. */
const askedOnly: readonly Clause[] = ['answers', 'A2', 'L5', 'M1', 'M2', 'M5'];

// A line takes about 130 bytes, so this is enough for ten million files.
const maxManifestBytes = 2 ** 31;
const maxReleaseBytes = 2 ** 20;

function readManifestBytes(root: string, log: ClauseLog): SharedArrayBuffer | null {
  const whole: ReadBuffer = { bytes: Buffer.alloc(0) };
  const result = readWhole(path.join(root, manifestFile), maxManifestBytes, whole);
  if (!result.ok) {
    const expected = 'the list of all files';
    log.fail('manifest', { address: manifestFile, expected, found: result.reason });
    return null;
  }
  const shared = new SharedArrayBuffer(result.bytes.length);
  Buffer.from(shared).set(result.bytes);
  return shared;
}

function readReleaseFile(
  root: string,
  log: ClauseLog,
): { readonly release: Release; readonly text: string } | null {
  const result = readWhole(path.join(root, releaseFile), maxReleaseBytes, {
    bytes: Buffer.alloc(0),
  });
  const text = result.ok ? result.bytes.toString() : '';
  const release = parseRelease(text);
  if (release !== null) return { release, text };
  reportNoRelease(releaseFile, result.ok ? 'something else' : result.reason, log);
  return null;
}

// Folders of single records.
const foldersPerTask = 4096;

/** Returns the number of files. All threads walk the folders of single records, of which there may be a million. */
async function markFilesOnDisk(
  root: string,
  manifest: SiteManifest,
  workers: Workers,
  log: ClauseLog,
): Promise<number> {
  log.checked('files');
  let files = 0;
  function* small(): Generator<string[]> {
    let folders: string[] = [];
    for (const entry of walkFolders(root, [''], 'large')) {
      if (entry.kind === 'folder') {
        folders.push(entry.path);
      } else {
        files++;
        markEntry(entry, manifest, log);
      }
      if (folders.length < foldersPerTask) continue;
      yield folders;
      folders = [];
    }
    if (folders.length > 0) yield folders;
  }
  const marked = await mapTasks(small(), 2 * workers.jobs, (folders) =>
    workers.run('markFiles', { root, manifest: manifest.shared, folders }),
  );
  for (const part of marked) {
    files += part.files;
    log.merge(part.tallies);
  }
  return files;
}

// Enough parts that all threads end at about the same time.
const partsPerThread = 6;

/** Hashes all files that nothing else has read; below the API there must be none. */
async function checkTheRest(
  root: string,
  manifest: SiteManifest,
  // Names of the publisher's static files from the release; null when there is no release.
  tops: readonly string[] | null,
  workers: Workers,
  log: ClauseLog,
): Promise<void> {
  const rest: number[] = [];
  for (let entry = 0; entry < manifest.entries; entry++) {
    if (manifest.isMarked(entry, marks.claimed)) continue;
    const file = manifest.pathOf(entry);
    if (tops !== null && !isStatic(file, tops)) reportStray(file, log);
    if (manifest.isMarked(entry, marks.onDisk)) rest.push(entry);
  }
  const parts = inParts(rest, workers.jobs * partsPerThread);
  const tallies = await mapTasks(parts, workers.jobs, (part) =>
    workers.run('verifyFiles', {
      root,
      manifest: manifest.shared,
      entries: Uint32Array.from(part),
    }),
  );
  for (const part of tallies) log.merge(part);
}

function reportStray(file: string, log: ClauseLog): void {
  if (file.startsWith(bulkFolder)) {
    // If the lists are wrong, the expected bulk files are unknown.
    if (!log.tallies.B1.checked && log.tallies.B1.remark !== null) return;
    const expected = 'nothing: there is no such bulk file';
    return log.fail('B1', { address: file, expected, found: 'a file' });
  }
  if (!file.startsWith('api/')) {
    const expected = 'nothing: a build writes no such file';
    return log.fail('files', { address: file, expected, found: 'a file' });
  }
  if (viewOf(file) !== null) {
    // If the lists are wrong, the expected views are unknown.
    if (!log.tallies.V1.checked && log.tallies.V1.remark !== null) return;
    const expected = 'nothing: there is no such view';
    return log.fail('V1', { address: file, expected, found: 'a file' });
  }
  const clause = /^api\/[^/]+\/page\//.test(file) ? 'L7' : 'D1';
  const expected = 'nothing: there is no such page or record';
  log.fail(clause, { address: file, expected, found: 'a file' });
}

function checkMissing(manifest: SiteManifest, log: ClauseLog): void {
  for (let entry = 0; entry < manifest.entries; entry++) {
    if (manifest.isMarked(entry, marks.onDisk)) continue;
    const address = manifest.pathOf(entry);
    log.fail('files', { address, expected: 'the file that manifest.json names', found: 'none' });
  }
}
