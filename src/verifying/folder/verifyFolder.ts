/** Verifies that a site's folder is exactly what a build writes. */
import path from 'node:path';
import { attempt } from '../../base/failure.ts';
import { readOwn, readStart, textIn } from '../../base/files.ts';
import type { Progress } from '../../base/progress.ts';
import { inChunks, inParts, mapTasks } from '../../base/threads.ts';
import { aliasFolder, fileOfPhage, isStatic } from '../../contract/aliases.ts';
import { dataPackageFile, isBulkPath } from '../../contract/bulkFiles.ts';
import type { PerPublished } from '../../contract/collectionName.ts';
import { optionsOf, parseRelease, type Release, viewPagesIn } from '../../contract/release.ts';
import {
  fileTops,
  isFurtherPage,
  isHtmlPage,
  manifestFile,
  openApiFile,
  releaseFile,
  signatureFile,
} from '../../contract/sitePaths.ts';
import type { PublicKey } from '../../publishing/signing.ts';
import { type SiteFile, textFile } from '../../describing/fixedFiles.ts';
import { openApiOf } from '../../describing/openApi.ts';
import { publishedSchemas } from '../../records/schemas.ts';
import type { RuleName } from '../../text/rules.ts';
import { type Clause, type ClauseLog, createClauseLog, type Verification } from '../clauses.ts';
import { indexManifest, inSharedMemory, releaseIdOf } from '../manifest.ts';
import {
  allowedBy,
  checkRelease,
  checkReleaseText,
  checkSignature,
  checkSiblings,
  firstDifference,
  fixedFiles,
  isKnownRelease,
  rebuiltFiles,
  reportNoRelease,
  versionHint,
} from '../release.ts';
import { marks, type SiteManifest, viewOf } from '../siteManifest.ts';
import { createFileCheck, type FileCheck, markEntry, readWhole, walkFolders } from './fileCheck.ts';
import type { FolderContext, ReleaseContext, Workers } from './tasks.ts';
import { countPages, verifyLists } from './verifyLists.ts';
import { verifyHistory } from './verifyHistory.ts';
import { unpackFolder } from './unpackFolder.ts';

// Rebuilds the files that are derived from `release.json`, the schemas and the first records, and compares: the
// OpenAPI description, the welcome page, `_headers`, the schemas, the files of hosts, and `release.json` itself.

/** Call after the lists and views have been checked. `text` is that of `release.json`. */
export function checkRebuiltFiles(
  root: string,
  { release, text }: { readonly release: Release; readonly text: string },
  files: FileCheck,
  log: ClauseLog,
): void {
  checkReleaseText(release, text, releaseFile, log);
  const isKnown = isKnownRelease(log);
  // Invalid records cannot give examples for the description.
  const readPackage = () => textIn(path.join(root, dataPackageFile));
  const description = isKnown ? describe(root, release) : textFile(openApiFile, '');
  for (const due of [description, ...rebuiltFiles(release, root, log, readPackage)]) {
    const bytes = files.claim(due.path);
    if (bytes === null) {
      log.fail('files', due.path, 'the file of a build', 'no such file', versionHint(release));
    } else if (isKnown) {
      reportDifference(due, bytes, release, log);
    }
  }
}

function describe(root: string, release: Release): SiteFile {
  const site = { ...optionsOf(release), ...viewPagesIn(release) };
  // In a folder everything is a finding and never an exception; an unreadable file is reported elsewhere.
  const read = (file: string, maxBytes: number) =>
    attempt(() => readStart(path.join(root, file), maxBytes)) ?? null;
  return openApiOf(
    site,
    publishedSchemas(site.collections, release.allowed, site.fieldNames),
    read,
  );
}

function reportDifference(due: SiteFile, bytes: Buffer, release: Release, log: ClauseLog): void {
  if (bytes.equals(due.bytes)) return;
  const { line, expected, found } = firstDifference(
    Buffer.from(due.bytes).toString(),
    bytes.toString(),
  );
  log.fail('release', `${due.path}:${line}`, expected, found, versionHint(release));
}

interface FolderOptions {
  readonly root: string;
  readonly allowed: ReadonlySet<RuleName>;
  readonly expectRelease: string | null;
  /** The key that must have signed the release; null for any or none. */
  readonly key?: PublicKey | null;
}

/** Verifies a folder; whatever is in it is a finding, never an exception. */
export async function verifyFolder(
  { root, allowed, expectRelease, key = null }: FolderOptions,
  workers: Workers,
  progress: Progress,
): Promise<Verification> {
  const log = createClauseLog();
  for (const clause of askedOnly) log.remark(clause, 'a folder answers no requests');
  const bytes = readManifestBytes(root, log);
  const read = readReleaseFile(root, log);
  const release = read?.release ?? null;
  if (release !== null) {
    const manifestHash = bytes === null ? null : releaseIdOf(bytes);
    checkRelease(release, { manifestHash, expected: expectRelease }, releaseFile, log);
    const at = (file: string) => attempt(() => readOwn(path.join(root, file))) ?? null;
    checkSignature(key, at(releaseFile), at(signatureFile), log);
  }
  const listed = bytes === null ? null : indexManifest(bytes, log);
  if (listed === null) return { log, release, records: null, requests: null, sampled: false };

  const contextOf = (of: SiteManifest): FolderContext => {
    const site = { root, manifest: of.shared };
    return { site, manifest: of, files: createFileCheck(root, of, log), log, workers };
  };
  const loose = contextOf(listed);
  const files = await markFilesOnDisk(loose);
  const { manifest, ofPages } = await unpackFolder(loose);
  const folder = contextOf(manifest);
  let records: PerPublished<number> | null = null;
  if (read !== null && release !== null) {
    const known = { ...folder, ofPages, release, allowed: allowedBy(release, allowed), progress };
    progress.stage('Verifying', countPages(known), 'pages');
    checkFixedFiles(known);
    records = await verifyLists(known);
    checkRebuiltFiles(root, read, folder.files, log);
    checkSiblings(release, manifest, log);
    progress.end();
  }
  if (release !== null) await verifyHistory(root, release, log);
  await checkTheRest(folder, release === null ? null : (release.static ?? []));
  for (let entry = 0; entry < manifest.entries; entry++) {
    if (manifest.isMarked(entry, marks.onDisk)) continue;
    const address = manifest.pathOf(entry);
    log.fail('files', address, 'the file that manifest.json names', 'none');
  }
  return { log, release, records, files, requests: null, sampled: false };
}

function checkFixedFiles({ release, files, log }: ReleaseContext): void {
  for (const { clause, path: file, bytes } of fixedFiles(release.base_url, release)) {
    log.checked(clause);
    files.expect(clause, file, Buffer.from(bytes).toString(), bytes);
  }
}

/** Clauses that only a server can show. */
const askedOnly: readonly Clause[] = ['answers', 'A2', 'L5', 'M1', 'M2', 'M5'];

// A line takes about 130 bytes, so this is enough for ten million files.
const maxManifestBytes = 2 ** 31;
const maxReleaseBytes = 2 ** 20;

function readManifestBytes(root: string, log: ClauseLog): SharedArrayBuffer | null {
  const result = readWhole(path.join(root, manifestFile), maxManifestBytes);
  if (!result.ok) {
    log.fail('manifest', manifestFile, 'the list of all files', result.reason);
    return null;
  }
  return inSharedMemory(result.bytes);
}

function readReleaseFile(
  root: string,
  log: ClauseLog,
): { readonly release: Release; readonly text: string } | null {
  const result = readWhole(path.join(root, releaseFile), maxReleaseBytes);
  const text = result.ok ? result.bytes.toString() : '';
  const release = parseRelease(text);
  if (release !== null) return { release, text };
  reportNoRelease(releaseFile, result.ok ? 'something else' : result.reason, log);
  return null;
}

const foldersPerTask = 4096;

/** Returns the number of files. All threads walk the folders of single records, of which there may be a million. */
async function markFilesOnDisk({ site, manifest, workers, log }: FolderContext): Promise<number> {
  log.checked('files');
  let files = 0;
  function* small(): Generator<string> {
    for (const entry of walkFolders(site.root, [''], 'large')) {
      if (entry.kind === 'folder') {
        yield entry.path;
      } else {
        files++;
        markEntry(entry, manifest, log);
      }
    }
  }
  const marked = await mapTasks(inChunks(small(), foldersPerTask), 2 * workers.jobs, (folders) =>
    workers.run('markFiles', { ...site, folders }),
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
  { site, manifest, workers, log }: FolderContext,
  // Names of the publisher's static files from the release; null when there is no release.
  tops: readonly string[] | null,
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
    workers.run('verifyFiles', { ...site, entries: Uint32Array.from(part) }),
  );
  for (const part of tallies) log.merge(part);
}

function reportStray(file: string, log: ClauseLog): void {
  const [clause, why] = strayAs(file);
  // If the lists are wrong, the expected views, bulk files and aliases are unknown.
  const isUnknown = (of: Clause) => !log.tallies[of].checked && log.tallies[of].remark !== null;
  if ((clause === 'B1' || clause === 'V1' || clause === 'D3') && isUnknown(clause)) return;
  if (fileOfPhage(file) !== null && isUnknown('D3')) return;
  if (isStatic(file, fileTops({ html: true })) && isUnknown('V1')) return;
  log.fail(clause, file, `nothing: ${why}`, 'a file');
}

/** The clause that an unclaimed file violates, and why it should not be there. */
function strayAs(file: string): [clause: Clause, why: string] {
  if (isBulkPath(file)) return ['B1', 'there is no such bulk file'];
  if (isHtmlPage(file)) return ['W1', 'there is no such phage or cluster'];
  if (file.startsWith(aliasFolder)) return ['D3', 'phages have no such other names'];
  if (!file.startsWith('api/')) return ['files', 'a build writes no such file'];
  if (isFurtherPage(file)) return ['L7', 'there is no such page'];
  if (viewOf(file) !== null) return ['V1', 'there is no such view'];
  const clause = /^api\/[^/]+\/page\//.test(file) ? 'L7' : 'D1';
  return [clause, 'there is no such page or record'];
}
