/** Probes a service before it is verified: whether phagepress built it, and what was published. */
import { collectionNames, type PerList } from '../../contract/collectionName.ts';
import { lastPagesOf, parseRelease, type Release } from '../../contract/release.ts';
import { manifestFile, releaseFile } from '../../contract/sitePaths.ts';
import { attempt, Failure } from '../../failure.ts';
import { checkRelease, reportNoRelease } from '../manifest/checkRelease.ts';
import { checkReleaseText } from '../manifest/checkReleaseText.ts';
import type { ClauseLog } from '../report/clauseLog.ts';
import { compareWithManifest } from '../manifest/compareWithManifest.ts';
import { type HttpClient, largestBodyBytes } from '../../http/httpClient.ts';
import { type Service, targetOf } from './service.ts';
import { indexManifest, inSharedMemory, releaseIdOf } from '../manifest/indexManifest.ts';
import type { AddressOptions } from './addressOptions.ts';

export interface FetchedRelease {
  readonly service: Service;
  /** The numbers of the last pages; null if unknown. */
  readonly lastPages: PerList<number> | null;
}

// The start of every manifest.json that a build writes.
const manifestHead = '{"files":[\n{"path":"';

const maxReleaseBytes = 1024 * 1024;
// The default of --max-age.
const usualMaxAge = 300;

/** Requests `release.json` and `manifest.json`. Throws a Failure when nothing answers. */
export async function fetchRelease(
  { baseUrl, expectRelease, maxAge }: AddressOptions,
  client: HttpClient,
  freshLog: () => ClauseLog,
): Promise<FetchedRelease> {
  const log = freshLog();
  const address = `${baseUrl}/${releaseFile}`;
  const first = await client.ask({ target: targetOf(address), maxBytes: maxReleaseBytes });
  if (!first.ok && !first.isTooLong) throw notReached(baseUrl, first.reason);
  // Anything longer than a release.json belongs to another program.
  const { status, body } = first.ok ? first.reply : { status: 404, body: Buffer.alloc(0) };
  const said = status === 200 ? parseRelease(body.toString()) : null;
  const manifest = said === null ? null : await readManifest(said);
  if (said !== null) {
    const expected = { manifestHash: manifest?.id ?? null, expected: expectRelease };
    checkRelease(said, expected, address, log);
    checkReleaseText(said, body.toString(), address, log);
  } else if (expectRelease !== null || (await isBroken())) {
    reportNoRelease(address, status === 200 ? 'something else' : `status ${status}`, log);
  } else {
    log.remark(
      'release',
      'there is none: only what the interface promises is asked of the service',
    );
  }
  const index = manifest?.index ?? null;
  const held =
    said === null || index === null ? null : compareWithManifest(said, index, address, log);
  const release = held?.release ?? said;
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
  return { service, lastPages: held?.lastPages ?? (said && lastPagesOf(said)) };

  /** Whether this is a phagepress site whose release.json is missing or damaged. */
  async function isBroken(): Promise<boolean> {
    if (status === 200 && isCutShort(body)) return true;
    const where = `${baseUrl}/${manifestFile}`;
    const result = await client.ask({ target: targetOf(where), maxBytes: largestBodyBytes });
    if (!result.ok || result.reply.status !== 200) return false;
    return result.reply.body.toString('latin1', 0, manifestHead.length) === manifestHead;
  }

  async function readManifest(of: Release) {
    const where = `${baseUrl}/${manifestFile}`;
    const maxBytes = longestManifest(of);
    const result = await client.ask({ target: targetOf(where), maxBytes, take: 'shared' });
    if (!result.ok || result.reply.status !== 200) {
      const found = result.ok ? `status ${result.reply.status}` : result.reason;
      const expected = 'the list of what was published';
      log.fail('manifest', { address: where, expected, found });
      return null;
    }
    const shared = inSharedMemory(result.reply.body);
    const id = releaseIdOf(shared);
    // The pages cannot be compared with the manifest of another release.
    return { id, index: id === of.release ? indexManifest(shared, log) : null };
  }
}

export function notReached(baseUrl: string, reason: string): Failure {
  return new Failure('machine', `Cannot verify ${baseUrl}: ${reason}.`, {
    hint: 'Is the address right, and the service up?',
  });
}

/** Whether a body is a damaged release.json, and not other JSON or a catch-all page. */
function isCutShort(body: Buffer): boolean {
  const text = body.toString().trim();
  if (text.startsWith('<')) return false;
  const value: unknown = attempt((): unknown => JSON.parse(text));
  if (value === undefined) return true;
  if (typeof value !== 'object' || value === null) return false;
  return 'program' in value && value.program === 'phagepress';
}

const leastManifestBytes = 64 * 1024 * 1024;
const largestManifestBytes = 256 * 1024 * 1024;
// A record has a few files, including compressed siblings and aliases, with a line each.
const manifestBytesPerRecord = 2048;

/** The maximum size of the manifest of such a release. */
function longestManifest({ collections }: Release): number {
  const records = collectionNames.reduce((sum, name) => sum + (collections[name]?.count ?? 0), 0);
  const due = leastManifestBytes + manifestBytesPerRecord * records;
  return Math.min(largestManifestBytes, due);
}
