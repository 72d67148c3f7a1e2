/** What a release leaves beside its manifest: its signature, what changed, and the releases that stay available. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../base/failure.ts';
import type { HistoryFile } from '../contract/history.ts';
import type { Release } from '../contract/release.ts';
import { releaseFile, releasesFolder, signatureFile } from '../contract/sitePaths.ts';
import { contains, linkedFolder, realPathOf } from '../publishing/outFolder.ts';
import { publishSite } from '../publishing/publishSite.ts';
import { readSecretKey, type SecretKey, signatureBy } from '../publishing/signing.ts';
import { formerFolders, publishLinked } from '../publishing/switchLink.ts';
import type { KnownChanges } from '../releases/diffReleases.ts';
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
  known: KnownChanges | null,
): Promise<HistoryFile[]> {
  const { out: liveDir, changes, maxRenumbered } = options;
  const { note, signal, now = Date.now } = effects;
  const former = live === null ? null : liveDir;
  if (key === null && former !== null && existsSync(path.join(former, signatureFile)))
    note(`${releaseFile} is not signed any more: --sign was left out.`);
  const hasKept = former !== null && existsSync(path.join(former, releasesFolder));
  if (!changes && options.keep === null && key === null && !hasKept) return [];
  const { putFile, stageChanges } = await import('../releases/stageChanges.ts');
  const { keepOf, stageKeptReleases } = await import('../releases/keepReleases.ts');
  const signed =
    key === null ? [] : [putFile(stagingDir, former, signatureFile, signatureBy(key, staged))];
  const about = { note, signal, now, maxRenumbered, known };
  const besides = linkedFolder(liveDir) === null ? [] : formerFolders(liveDir);
  const place = { liveDir: former, live, besides, stagingDir, staged };
  const changed = changes ? await stageChanges(place, about) : [];
  const keep = options.keep ?? (former === null ? null : keepOf(former));
  const kept = keep === null ? [] : await stageKeptReleases(place, keep, about);
  return [...signed, ...changed, ...kept];
}

/** Returns the folder of the site that was replaced; null if none is to be removed. */
export async function publishRelease(
  { dir, site: { release } }: Pick<StagedSite, 'dir' | 'site'>,
  { options, effects, lock }: Building,
): Promise<string | null> {
  const { signal, disk } = effects;
  const isLinked = options.switch === 'link' || linkedFolder(options.out) !== null;
  if (!isLinked) return publishSite(dir, options.out, { lock, signal, disk });
  const { keepOf } = await import('../releases/keepReleases.ts');
  const keep = options.keep ?? keepOf(dir) ?? 1;
  await publishLinked(dir, options.out, release, keep, { lock, signal, disk });
  return null;
}
