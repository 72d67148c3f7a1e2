/** What a release leaves beside its manifest: its signature, what changed, and the releases that stay available. */
import path from 'node:path';
import { Failure } from '../base/failure.ts';
import { readOwn } from '../base/files.ts';
import type { HistoryFile } from '../contract/history.ts';
import type { Release } from '../contract/release.ts';
import { releaseFile, signatureFile } from '../contract/sitePaths.ts';
import { contains, linkedFolder, realPathOf } from '../publishing/outFolder.ts';
import { publishSite } from '../publishing/publishSite.ts';
import { readSecretKey, type SecretKey } from '../publishing/signing.ts';
import type { Building, BuildOptions } from './planSite.ts';
import type { StagedSite } from './stageSite.ts';

/** What signs the release. Throws a Failure for a key that would be published, or none that can be used. */
export async function signerOf({ sign, static: own }: BuildOptions): Promise<SecretKey | null> {
  if (sign === null) return null;
  if (own !== undefined && contains(await realPathOf(own), await realPathOf(sign))) {
    throw new Failure('usage', `The key ${sign} lies in ${own}, whose files are published.`, {
      hint: 'Nothing was touched. Move the key elsewhere.',
    });
  }
  return readSecretKey(sign);
}

/** What is told of former releases, in files that are not in the manifest. */
export async function stageHistory(
  { options, effects, live, key }: Pick<Building, 'options' | 'effects' | 'live' | 'key'>,
  stagingDir: string,
  staged: Release,
): Promise<HistoryFile[]> {
  const { out: liveDir, changes, keep, maxRenumbered } = options;
  const { note, signal, now = Date.now } = effects;
  if (!changes && keep === null && key === null) return [];
  const former = live === null ? null : liveDir;
  const { putFile, stageChanges } = await import('../releases/stageChanges.ts');
  const sign = (by: SecretKey) =>
    by.sign(readOwn(path.join(stagingDir, releaseFile)), `release ${staged.release}`);
  const signed = key === null ? [] : [putFile(stagingDir, former, signatureFile, sign(key))];
  const { stageKeptReleases } = await import('../releases/keepReleases.ts');
  const with_ = { note, signal, now, maxRenumbered };
  const place = { liveDir: former, live, stagingDir, staged };
  const told = changes ? await stageChanges(place, with_) : [];
  const kept = keep === null ? [] : await stageKeptReleases(place, keep, with_);
  return [...signed, ...told, ...kept];
}

/** Returns the folder of the site that was replaced; null if none is to be removed. */
export async function publishRelease(
  { dir, site: { release } }: Pick<StagedSite, 'dir' | 'site'>,
  { options, effects, lock }: Building,
): Promise<string | null> {
  const { signal, disk } = effects;
  const isLinked = options.switch === 'link' || linkedFolder(options.out) !== null;
  if (!isLinked) return publishSite(dir, options.out, { lock, signal, disk });
  const { publishLinked } = await import('../publishing/switchLink.ts');
  const keep = options.keep ?? 1;
  await publishLinked(dir, options.out, release, keep, { lock, signal, disk });
  return null;
}
