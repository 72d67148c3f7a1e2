/** Gets to know a service before it is verified: whether phagepress built it, and what it says was published. */
import type { PerList } from '../contract/collectionName.ts';
import { lastPagesOf, parseRelease, type Release } from '../contract/release.ts';
import { manifestFile, openApiFile, releaseFile } from '../contract/sitePaths.ts';
import { Failure } from '../failure.ts';
import { checkRelease, tellNoRelease } from './checkRelease.ts';
import type { ClauseLog } from './clauseLog.ts';
import { type HttpClient, largestBodyBytes } from './httpClient.ts';
import { isPublished, longestAnswer } from './published.ts';
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

// As a build's manifest.json begins.
const manifestHead = '{"files":[\n{"path":"';

const maxReleaseBytes = 1024 * 1024;
// As a build has it without --max-age.
const usualMaxAge = 300;

/** Asks for `release.json` and `manifest.json`. Throws a Failure when nothing answers. */
export async function meetService(
  { baseUrl, expectRelease, maxAge }: AddressOptions,
  client: HttpClient,
  freshLog: () => ClauseLog,
): Promise<MetService> {
  const log = freshLog();
  const address = `${baseUrl}/${releaseFile}`;
  const first = await client.ask({ target: targetOf(address), maxBytes: maxReleaseBytes });
  if (!first.ok && !first.isTooLong) {
    throw notReached(baseUrl, first.reason);
  }
  // What is longer than any release.json is somebody else's.
  const { status, body } = first.ok ? first.reply : { status: 404, body: Buffer.alloc(0) };
  const release = status === 200 ? parseRelease(body.toString()) : null;
  const manifest = release === null ? null : await readManifest(release);
  if (release !== null) {
    const expected = { manifestHash: manifest?.id ?? null, expected: expectRelease };
    checkRelease(release, expected, address, log);
  } else if (expectRelease !== null || (await isBroken())) {
    tellNoRelease(address, status === 200 ? 'something else' : `status ${status}`, log);
  } else {
    log.remark('release', 'there is none: only what SPEC.md promises is asked of the service');
  }
  const index = manifest?.index ?? null;
  const service: Service = {
    baseUrl,
    client,
    release,
    log,
    freshLog,
    manifest: index,
    encodings: [],
    index: '',
    maxAge: maxAge ?? release?.max_age ?? usualMaxAge,
  };
  return { service, lastPages: boundedPages(service), seeOff: () => seeOff(service) };

  /** Whether a site of phagepress lies there without the release that it should have. */
  async function isBroken(): Promise<boolean> {
    if (status === 200 && isCutShort(body)) return true;
    const where = `${baseUrl}/${manifestFile}`;
    const result = await client.ask({ target: targetOf(where), maxBytes: largestBodyBytes });
    return result.ok && result.reply.status === 200 && isManifest(result.reply.body);
  }

  async function readManifest(
    of: Release,
  ): Promise<{ id: string; index: SiteManifest | null } | null> {
    const where = `${baseUrl}/${manifestFile}`;
    const result = await client.ask({
      target: targetOf(where),
      maxBytes: longestManifest(of),
      take: 'shared',
    });
    if (!result.ok || result.reply.status !== 200) {
      const found = result.ok ? `status ${result.reply.status}` : result.reason;
      const expected = 'the list of what was published';
      log.fail('manifest', { address: where, expected, found });
      return null;
    }
    const shared = inSharedMemory(result.reply.body);
    const id = releaseIdOf(shared);
    // Pages of another release than this manifest's cannot be held against it.
    return { id, index: id === of.release ? indexManifest(shared, log) : null };
  }
}

export function notReached(baseUrl: string, reason: string): Failure {
  return new Failure('machine', `Cannot verify ${baseUrl}: ${reason}.`, {
    hint: 'Is the address right, and the service up?',
  });
}

/** Neither somebody else's JSON, nor the page that a service answers with whatever it is asked. */
function isCutShort(body: Buffer): boolean {
  const text = body.toString().trim();
  if (text.startsWith('<')) return false;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && isOurs(value);
  } catch {
    return true;
  }
}

function isOurs(value: object): boolean {
  return 'program' in value && value.program === 'phagepress';
}

function isManifest(body: Buffer): boolean {
  return body.toString('latin1', 0, manifestHead.length) === manifestHead;
}

const leastManifestBytes = 64 * 1024 * 1024;
const largestManifestBytes = 256 * 1024 * 1024;
// A record has a few files, with compressed siblings and aliases, each with a line of its own.
const manifestBytesPerRecord = 2048;

/** How long a manifest of such a release may be. */
function longestManifest({ collections: { genes, phages } }: Release): number {
  const due = leastManifestBytes + manifestBytesPerRecord * (genes.count + phages.count);
  return Math.min(largestManifestBytes, due);
}

/** As it is where it fills the memory that it lies in. */
function inSharedMemory(bytes: Buffer): SharedArrayBuffer {
  const { buffer } = bytes;
  if (buffer instanceof SharedArrayBuffer && buffer.byteLength === bytes.length) return buffer;
  const shared = new SharedArrayBuffer(bytes.length);
  Buffer.from(shared).set(bytes);
  return shared;
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
  for (const file of schemasOf(service, release)) await checkFile(file);
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

  /** What is published beside the API, where every host serves plain files. */
  async function checkFile(file: string): Promise<void> {
    if ((manifest?.find(file) ?? -1) < 0) return;
    log.checked('files');
    const where = `${baseUrl}/${file}`;
    const maxBytes = longestAnswer(service, file);
    const result = await client.ask({ target: targetOf(where), maxBytes });
    const found = !result.ok
      ? result.reason
      : result.reply.status !== 200
        ? `status ${result.reply.status}`
        : isPublished(service, file, result.reply.body) === true
          ? null
          : 'other bytes';
    if (found !== null)
      log.fail('files', { address: where, expected: `the published ${file}`, found });
  }
}

/** Every schema by its path: release.json must name those that manifest.json has. */
function schemasOf({ manifest, baseUrl, log }: Service, release: Release): string[] {
  const start = `${release.base_url}/`;
  const said = release.schemas.map((id) => (id.startsWith(start) ? id.slice(start.length) : id));
  const published: string[] = [];
  for (let entry = 0; entry < (manifest?.entries ?? 0); entry++) {
    const file = manifest?.pathOf(entry) ?? '';
    if (/^schemas\/[^/]+\.schema\.json$/.test(file)) published.push(file);
  }
  if (manifest !== null && said.join('\n') !== published.join('\n')) {
    log.fail('release', {
      address: `${baseUrl}/${releaseFile}#/schemas`,
      expected: `the schemas of manifest.json: ${published.join(', ')}`,
      found: said.length === 0 ? 'none' : said.join(', '),
    });
  }
  return published;
}
