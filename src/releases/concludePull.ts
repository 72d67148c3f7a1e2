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
import {
  changesFolder,
  manifestFile,
  releaseFile,
  releasesFolder,
  signatureFile,
} from '../contract/sitePaths.ts';
import { linkInto, writing } from '../publishing/siteWriter.ts';
import { hash } from 'node:crypto';
import { type FilePair, pairFiles } from './diffReleases.ts';
import { openRelease, type OpenRelease, UnlikeRelease } from './openRelease.ts';
import type { FetchStore } from './pullData.ts';

const atOnce = 8;

interface ConcludeMeans {
  readonly store: FetchStore;
  readonly liveDir: string;
  readonly note: (text: string) => void;
}

/**
 * Call with the folder of a staged site, whose release may be another. Returns the files beside its manifest. Throws a Failure
 * for bytes that are not those of the release.
 */
export async function concludePull(
  stagingDir: string,
  built: Release,
  remote: OpenRelease,
  { store, liveDir, note }: ConcludeMeans,
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
  const written: HistoryFile[] = [];
  for (const [index, folder] of [
    [changesIndex, changesFolder],
    [releasesIndex, releasesFolder],
  ] as const) {
    try {
      for (const file of await copyHistory(index)) written.push(file);
    } catch (error) {
      // No byte of the release depends on it.
      if (!(error instanceof UnlikeRelease)) throw error;
      writing(at(folder), () => rmSync(at(folder), { recursive: true, force: true }));
      note(`${folder} is not copied: ${error.message}`);
    }
  }
  return written;

  async function copyHistory(index: string): Promise<HistoryFile[]> {
    const text = (await remote.fetch(index))?.toString();
    if (text === undefined) return [];
    const named = parseChangesIndex(text)?.release ?? parseReleasesIndex(text)?.latest;
    if (named !== remote.release.release) throw await remote.differs(index);
    put(index, Buffer.from(text));
    const own = { path: index, bytes: Buffer.byteLength(text), sha256: hash('sha256', text) };
    const files = [own];
    for (const { path: file, bytes, sha256 } of historyFiles((one) =>
      one === index ? text : null,
    )) {
      if (bytes === undefined || sha256 === undefined) continue;
      if (!linkOwn(file, sha256)) put(file, await store.get({ path: file, sha256 }));
      files.push({ path: file, bytes, sha256 });
    }
    return files;
  }

  /** Whether the file is in the live copy, or in the staged one as a file of the release. */
  function linkOwn(file: string, sha256: string): boolean {
    const inRelease = file.replace(/^releases\/[0-9a-f]+\//, '');
    return [path.join(liveDir, file), at(inRelease)].some((from) => {
      if (from === at(file) || attempt(() => lstatSync(from).isFile()) !== true) return false;
      if (hash('sha256', readOwn(from)) !== sha256) return false;
      linkInto(from, at(file));
      return true;
    });
  }
}
