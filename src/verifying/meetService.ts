/** Gets to know a service before it is verified: whether phagepress built it, and what it says was published. */
import { hash } from 'node:crypto';
import type { PerList } from '../contract/collectionName.ts';
import { lastPagesOf, parseRelease, type Release } from '../contract/release.ts';
import { manifestFile, openApiFile, releaseFile } from '../contract/sitePaths.ts';
import { Failure } from '../failure.ts';
import { checkRelease, tellNoRelease } from './checkRelease.ts';
import type { ClauseLog } from './clauseLog.ts';
import type { HttpClient } from './httpClient.ts';
import { type Service, targetOf } from './service.ts';
import { indexManifest, releaseIdOf, type SiteManifest } from './siteManifest.ts';
import type { AddressOptions } from './verifyAddress.ts';

export interface MetService {
  readonly service: Service;
  /** Numbers of the last pages; null where nobody says them. */
  readonly lastPages: PerList<number> | null;
  /** At the end: what else was published, and that it is still the same release. */
  readonly seeOff: () => Promise<void>;
}

// As a build has it without --max-age.
const usualMaxAge = 300;

/** Asks for `release.json` and `manifest.json`. Throws a Failure when nothing answers. */
export async function meetService(
  { baseUrl, expectRelease, maxAge }: AddressOptions,
  client: HttpClient,
  log: ClauseLog,
): Promise<MetService> {
  const address = `${baseUrl}/${releaseFile}`;
  const first = await client.ask({ target: targetOf(address) });
  if (!first.ok) {
    throw new Failure('machine', `Cannot verify ${baseUrl}: ${first.reason}.`, {
      hint: 'Is the address right, and the service up?',
    });
  }
  const { status, body } = first.reply;
  const release = status === 200 ? parseRelease(body.toString()) : null;
  const manifest = release === null ? null : await readManifest(release);
  if (release !== null) {
    const expected = { manifestHash: manifest?.id ?? null, expected: expectRelease };
    checkRelease(release, expected, address, log);
  } else if (expectRelease !== null) {
    tellNoRelease(address, `status ${status}`, log);
  } else {
    log.remark('release', 'there is none: only what SPEC.md promises is asked of the service');
  }
  const service: Service = {
    baseUrl,
    client,
    release,
    log,
    manifest: manifest?.index ?? null,
    maxAge: maxAge ?? release?.max_age ?? usualMaxAge,
  };
  return { service, lastPages: boundedPages(service), seeOff: () => seeOff(service) };

  async function readManifest(
    of: Release,
  ): Promise<{ id: string; index: SiteManifest | null } | null> {
    const where = `${baseUrl}/${manifestFile}`;
    const result = await client.ask({ target: targetOf(where) });
    if (!result.ok || result.reply.status !== 200) {
      const found = result.ok ? `status ${result.reply.status}` : result.reason;
      const expected = 'the list of what was published';
      log.fail('manifest', { address: where, expected, found });
      return null;
    }
    const shared = new SharedArrayBuffer(result.reply.body.length);
    Buffer.from(shared).set(result.reply.body);
    const id = releaseIdOf(shared);
    // Pages of another release than this manifest's cannot be held against it.
    return { id, index: id === of.release ? indexManifest(shared, log) : null };
  }
}

/** What release.json says may be any number; there are no more pages than files. */
function boundedPages({ release, manifest }: Service): PerList<number> | null {
  if (release === null) return null;
  const most = manifest === null ? Infinity : manifest.entries + 1;
  const { phages, genes, phams } = lastPagesOf(release);
  const bounded = (pages: number) => Math.min(most, Math.max(1, pages));
  return { phages: bounded(phages), genes: bounded(genes), phams: Math.min(most, phams) };
}

async function seeOff(service: Service): Promise<void> {
  const { release, manifest, baseUrl, client, log } = service;
  if (release === null) return;
  for (const id of new Set(release.schemas)) await checkFile(fileOf(id));
  await checkFile(openApiFile);
  const address = `${baseUrl}/${releaseFile}`;
  const again = await client.ask({ target: targetOf(address) });
  const after = again.ok ? parseRelease(again.reply.body.toString()) : null;
  if (after?.release === release.release) return;
  log.fail('release', {
    address: `${address}#/release`,
    expected: `${release.release}, as when verification began`,
    found: after?.release ?? 'none',
    hint: 'The site changed while it was read: verify it again.',
  });

  /** The path of a schema by its id. */
  function fileOf(id: string): string {
    return id.startsWith(`${release?.base_url}/`)
      ? id.slice((release?.base_url.length ?? 0) + 1)
      : id;
  }

  /** What is published beside the API, where every host serves plain files. */
  async function checkFile(file: string): Promise<void> {
    const entry = manifest?.find(file) ?? -1;
    if (manifest === null || entry < 0) return;
    log.checked('files');
    const where = `${baseUrl}/${file}`;
    const result = await client.ask({ target: targetOf(where) });
    const found = !result.ok
      ? result.reason
      : result.reply.status !== 200
        ? `status ${result.reply.status}`
        : hash('sha256', result.reply.body) === manifest.fileOf(entry).sha256
          ? null
          : 'other bytes';
    if (found !== null)
      log.fail('files', { address: where, expected: `the published ${file}`, found });
  }
}
