/** Makes a staged copy of a release equal to it in every byte: what a build did not make is fetched. */
import { lstatSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { attempt } from '../base/failure.ts';
import { makeFolder, readOwn } from '../base/files.ts';
import { mapTasks } from '../base/threads.ts';
import {
  changesIndex,
  historyFiles,
  type HistoryFile,
  parseChangesIndex,
  parseReleasesIndex,
  releasesIndex,
} from '../contract/history.ts';
import type { Release } from '../contract/release.ts';
import { manifestFile, releaseFile, signatureFile } from '../contract/sitePaths.ts';
import { linkOrCopy, writing } from '../publishing/siteWriter.ts';
import { hash } from 'node:crypto';
import { type FilePair, pairFiles } from './diffReleases.ts';
import { openRelease, type OpenRelease } from './openRelease.ts';
import type { FetchStore } from './pullData.ts';

const atOnce = 8;

/**
 * Call with the folder of a staged site, whose release may be another. Returns the files beside its manifest. Throws a Failure
 * for bytes that are not those of the release.
 */
export async function concludePull(
  stagingDir: string,
  built: Release,
  remote: OpenRelease,
  { store, liveDir }: { readonly store: FetchStore; readonly liveDir: string },
): Promise<HistoryFile[]> {
  const at = (file: string) => path.join(stagingDir, file);
  const put = (file: string, bytes: Uint8Array) =>
    writing(at(file), () => {
      makeFolder(path.dirname(at(file)));
      // It may be a link to a file of the live site.
      rmSync(at(file), { force: true });
      writeFileSync(at(file), bytes);
    });
  if (built.release !== remote.release.release) {
    const staged = await openRelease(stagingDir);
    const differing: FilePair[] = [];
    for await (const pair of pairFiles(staged.files(), remote.files()))
      if (pair.before?.sha256 !== pair.after?.sha256) differing.push(pair);
    await mapTasks(differing, atOnce, async ({ path: file, after }) => {
      if (after === null) writing(at(file), () => rmSync(at(file)));
      else put(file, await store.get(after));
    });
    put(manifestFile, await store.get({ path: manifestFile, sha256: remote.release.release }));
  }
  // Not in the manifest, and not to be trusted for more than what it says: the manifest has its hash.
  put(releaseFile, remote.releaseBytes);
  const signature = await remote.fetch(signatureFile);
  if (signature !== null) put(signatureFile, signature);
  const texts = new Map<string, string>();
  for (const index of [changesIndex, releasesIndex]) {
    const bytes = await remote.fetch(index);
    if (bytes === null) continue;
    const text = bytes.toString();
    const told = parseChangesIndex(text)?.release ?? parseReleasesIndex(text)?.latest;
    if (told !== remote.release.release) throw await remote.differs(index);
    texts.set(index, text);
  }
  const listed = historyFiles((file) => texts.get(file) ?? null);
  const written: HistoryFile[] = [];
  for (const { path: file, bytes, sha256 } of listed) {
    const text = texts.get(file);
    if (text !== undefined) {
      put(file, Buffer.from(text));
      written.push({ path: file, bytes: Buffer.byteLength(text), sha256: hash('sha256', text) });
    }
    if (bytes === undefined || sha256 === undefined) continue;
    if (!linkOwn(file, sha256)) put(file, await store.get({ path: file, sha256 }));
    written.push({ path: file, bytes, sha256 });
  }
  return written;

  /** Whether the file is in the live copy, or in the staged one as a file of the release. */
  function linkOwn(file: string, sha256: string): boolean {
    const inRelease = file.replace(/^releases\/[0-9a-f]+\//, '');
    return [path.join(liveDir, file), at(inRelease)].some((from) => {
      if (from === at(file) || attempt(() => lstatSync(from).isFile()) !== true) return false;
      if (hash('sha256', readOwn(from)) !== sha256) return false;
      writing(at(file), () => {
        makeFolder(path.dirname(at(file)));
        linkOrCopy(from, at(file));
      });
      return true;
    });
  }
}
