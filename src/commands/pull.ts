/** `phagepress pull`: keeps a copy of a site current, by what changed alone. */
import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { Failure, Interrupted } from '../base/failure.ts';
import { isOfSize } from '../base/files.ts';
import { changesIndex, releasesIndex, shortId } from '../contract/history.ts';
import { optionsOf } from '../contract/release.ts';
import { releaseFile, signatureFile } from '../contract/sitePaths.ts';
import { hostsOf } from '../hosts/hosts.ts';
import { programVersion } from '../installed.ts';
import type { BuildOptions } from '../pipeline/planSite.ts';
import { withWorkers } from '../pipeline/tasks.ts';
import { compressions } from '../publishing/compression.ts';
import { withSiteLock } from '../publishing/lock.ts';
import { readLiveRelease } from '../publishing/liveRelease.ts';
import {
  assertApart,
  assertNoReleaseFolder,
  besideSite,
  realPathOf,
  sitePathOf,
} from '../publishing/outFolder.ts';
import { emptyFolder, removeDiscarded, repairAndSweep } from '../publishing/publishSite.ts';
import { type PublicKey, readPublicKey } from '../publishing/signing.ts';
import { writing } from '../publishing/siteWriter.ts';
import { concludePull } from '../releases/concludePull.ts';
import { isAddress, openRelease, type OpenRelease } from '../releases/openRelease.ts';
import {
  type FetchStore,
  linkStatic,
  openStore,
  stepsBetween,
  UnfitCopy,
  writeChangedData,
  writeWholeData,
} from '../releases/pullData.ts';
import { isSmallInput } from '../sources/planBundles.ts';
import { printable } from '../text/json.ts';
import { allowableRules } from '../text/rules.ts';
import { formatBytes, formatCounted } from '../text/words.ts';
import { defaults } from './config.ts';
import type { Terminal } from './terminal.ts';

export interface PullOptions {
  /** An address, or the folder of a site. */
  readonly from: string;
  readonly dir: string;
  /** The key that must have signed the release. */
  readonly key?: string;
  readonly quiet?: boolean;
}

/** Pulls and reports; returns the exit code. Throws a Failure, or Interrupted; then the copy is as it was. */
export async function runPull(options: PullOptions, terminal: Terminal): Promise<number> {
  const { from, dir, quiet = false } = options;
  const signal = terminal.interruption();
  const note = (text: string) => {
    if (!quiet) terminal.err(`${printable(text)}\n`);
  };
  const out = await sitePathOf(dir);
  assertNoReleaseFolder(out, dir);
  if (!isAddress(from))
    assertApart(
      await realPathOf(from),
      await realPathOf(out),
      `The site ${from} and its copy ${dir}`,
    );
  await repairAndSweep(out);
  const work = besideSite(out, 'pulled');
  const onWait = () => note(`Waiting for another command that fetches to ${dir} …`);
  const key = options.key === undefined ? null : readPublicKey(options.key);
  const remote = await openRelease(from, signal);
  try {
    if (key !== null) await assertSigned(remote, key);
    return await withSiteLock(work, { onWait, signal }, async () => {
      const found = (await assertCopy(out)) ? await openRelease(out) : null;
      const isSound = found !== null && (await isWhole(found));
      if (found !== null && !isSound) note(`${dir} is damaged, and is made anew.`);
      const local = isSound ? found : null;
      if (local !== null && (await isCurrent(local, remote))) {
        if (!quiet)
          terminal.out(
            `${printable(dir)} is current: release ${shortId(remote.release.release)} of ${printable(from)}.\n`,
          );
        return 0;
      }
      const place = {
        store: openStore(remote, path.join(work, 'fetched')),
        folder: path.join(work, 'data'),
      };
      const own = path.join(work, 'static');
      writing(own, () => rmSync(own, { recursive: true, force: true }));
      const hasOwn = local !== null && (await linkStatic(local, own));
      const { version } = remote.release;
      if (version !== programVersion())
        note(
          `${from} was built by phagepress ${version}, and this is ${programVersion()}: files that differ are fetched.`,
        );
      const make = (data: string) => {
        const copying = { data, out, quiet, note, ...(hasOwn ? { static: own } : {}) };
        return buildCopy(remote, place.store, copying, terminal, signal);
      };
      const fromSteps = await withSteps(remote, local, place, note);
      const changed = fromSteps === null ? null : await make(place.folder);
      if (fromSteps !== null && changed === null)
        note('All records are fetched: those that the changes give are not fit for a site.');
      if (changed === null) {
        await emptyFolder(place.folder);
        await writeWholeData(remote, place);
      }
      const made = changed ?? (await make(place.folder));
      if (made === null) {
        throw new Failure('data', `The records of ${remote.where} are not fit for a site.`, {
          hint: 'Nothing was changed. Its release may be of another version of phagepress: pull it with that one.',
        });
      }
      const { unchanged, files } = made;
      const steps = changed === null ? null : fromSteps;
      writing(work, () => rmSync(work, { recursive: true, force: true }));
      await removeDiscarded(out, signal).catch(() => {});
      if (!quiet) {
        const how = steps === null ? '' : `, from ${formatCounted(steps, 'step')} of changes`;
        terminal.out(
          `${printable(dir)} is now release ${shortId(remote.release.release)} of ${printable(from)}.\n` +
            `  ${formatBytes(remote.received())} fetched${how}; ${formatCounted(files, 'file')}, ${unchanged === files ? 'all' : String(unchanged)} unchanged.\n`,
        );
      }
      return 0;
    });
  } catch (error) {
    throw error instanceof Interrupted
      ? new Interrupted(`Interrupted; ${dir} is as it was.`)
      : error;
  } finally {
    remote.close();
  }
}

/** Throws a Failure unless the key has signed the release. */
async function assertSigned(remote: OpenRelease, key: PublicKey): Promise<void> {
  const signature = (await remote.fetch(signatureFile))?.toString() ?? null;
  const fault = key.faultOf(remote.releaseBytes, signature);
  if (fault === null) return;
  const message = `${remote.where} is not trusted: expected a ${signatureFile} by the key of --key, found ${fault}.`;
  throw new Failure('data', message, {
    hint: 'Nothing was changed. Ask the publisher for the key, or whether the site was altered.',
  });
}

/** Whether a copy has the release, and all that is told beside it. */
async function isCurrent(local: OpenRelease, remote: OpenRelease): Promise<boolean> {
  if (local.release.release !== remote.release.release) return false;
  for (const file of [releaseFile, changesIndex, releasesIndex, signatureFile]) {
    const [own, theirs] = [await local.fetch(file), await remote.fetch(file)];
    if (own?.toString() !== theirs?.toString()) return false;
  }
  return true;
}

/** Whether there is a copy at `out`. Throws a Failure for anything else. */
async function assertCopy(out: string): Promise<boolean> {
  try {
    return (await readLiveRelease(out)) !== null;
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'usage') throw error;
    throw new Failure('usage', error.message, {
      hint: 'Nothing was changed: a pull replaces the whole folder. Name a new or empty folder, or a copy in which nothing else lies.',
    });
  }
}

/** Whether the files of a copy are there with their sizes. */
async function isWhole(local: OpenRelease): Promise<boolean> {
  try {
    for await (const { path: file, bytes } of local.files())
      if (!isOfSize(path.join(local.where, file), bytes)) return false;
    return true;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return false;
  }
}

/** Writes the data of the copy with what changed since; returns in how many steps, null where that cannot be told. */
async function withSteps(
  remote: OpenRelease,
  local: OpenRelease | null,
  place: Parameters<typeof writeWholeData>[1],
  note: (text: string) => void,
): Promise<number | null> {
  if (local === null) return null;
  const steps = await stepsBetween(remote, local);
  if (steps === null) {
    note(
      `All records are fetched: ${remote.where} tells no changes since ${shortId(local.release.release)}.`,
    );
    return null;
  }
  await emptyFolder(place.folder);
  try {
    await writeChangedData(remote, local, steps, place);
    return steps.length;
  } catch (error) {
    if (!(error instanceof UnfitCopy) && !(error instanceof Failure)) throw error;
    note(`All records are fetched: ${error.message}`);
    return null;
  }
}

/** Builds the copy of the data with the options of the release, and fetches what the build did not make; null for unfit records. */
async function buildCopy(
  remote: OpenRelease,
  store: FetchStore,
  { data, out, quiet, note, ...own }: Copying,
  terminal: Terminal,
  signal: AbortSignal,
) {
  const { release } = remote;
  const options: BuildOptions = {
    ...optionsOf(release),
    data,
    out,
    ...own,
    hosts: hostsOf(release),
    linkGenomes: false,
    linkTo: null,
    precompress: compressions.filter((name) => release.precompress.includes(name)),
    releaseDate: release.release_date ?? null,
    allowed: new Set(allowableRules),
    denied: new Set(),
    maxErrors: defaults.maxErrors,
    maxRefused: 0,
    limits: { maxRecordBytes: 2 ** 28, maxNesting: 1000 },
    maxDrop: 100,
    maxRenumbered: 100,
    changes: release.changes === true,
    keep: null,
    switch: null,
    sign: null,
    cache: false,
    checkLive: true,
  };
  const jobs = isSmallInput(data, options.geneFiles) ? 0 : availableParallelism();
  const outcome = await withWorkers(
    jobs,
    async (workers) => {
      const { buildSite, buildStages } = await import('../pipeline/buildSite.ts');
      const progress = terminal.progress({ quiet }, buildStages);
      const conclude = (stagingDir: string, built: typeof release) =>
        concludePull(stagingDir, built, remote, { store, liveDir: out, note });
      return buildSite(options, { workers, progress, note: () => {}, signal, conclude });
    },
    signal,
  );
  return outcome.site;
}

interface Copying {
  readonly data: string;
  readonly out: string;
  readonly static?: string;
  readonly quiet: boolean;
  readonly note: (text: string) => void;
}
