/** A service under verification: its address, its HTTP client, and what is known of it. */
import { attempt, Failure } from '../../base/failure.ts';
import { type HttpClient, largestBodyBytes, targetOf } from '../../base/httpClient.ts';
import type { Keeps } from '../../contract/capabilities.ts';
import {
  type CollectionName,
  collectionNames,
  leastPages,
  type ListName,
  perCollection,
  type PerList,
  perList,
  recordFilesOf,
} from '../../contract/collectionName.ts';
import { unsafeNameReason } from '../../contract/recordName.ts';
import { lastPagesOf, parseRelease, type Release } from '../../contract/release.ts';
import {
  listFile,
  manifestFile,
  pageFile,
  recordFile,
  releaseFile,
} from '../../contract/sitePaths.ts';
import type { Compression } from '../../publishing/compression.ts';
import type { PublicKey } from '../../publishing/signing.ts';
import { collections } from '../../records/collections.ts';
import type { RuleName } from '../../text/rules.ts';
import { type ClauseLog, lenientLog } from '../clauses.ts';
import type { FoundRecord } from '../listCheck.ts';
import { compareWithManifest, indexManifest, inSharedMemory, releaseIdOf } from '../manifest.ts';
import { checkRelease, checkReleaseText, reportNoRelease } from '../release.ts';
import type { SiteManifest } from '../siteManifest.ts';
import { unpackServed } from './unpackServed.ts';
import type { KnownSite } from '../tableRow.ts';

export interface Service {
  readonly baseUrl: string;
  readonly client: HttpClient;
  readonly release: Release | null;
  readonly manifest: SiteManifest | null;
  readonly encodings: readonly Compression[];
  /** What to append to an address that ends in `/`: nothing, or a file name if the host has no directory index. */
  readonly index: '' | 'index.json';
  readonly maxAge: number;
  readonly log: ClauseLog;
  /** Creates a log of the same leniency for concurrent checks; its tallies are merged later. */
  readonly freshLog: () => ClauseLog;
}

// What the interface requires of every service; the rest is phagepress's own contract.
const promisedByAll: ReadonlySet<string> = new Set(
  'answers A1 L2 count L3 L4 S2 S3 M1 M2'.split(' '),
);

/** The log for what the interface promises: departures from other clauses are only noted for somebody else's service. */
export function promisedLog({ release, log }: Pick<Service, 'release' | 'log'>): ClauseLog {
  return release === null ? lenientLog(log, (clause) => promisedByAll.has(clause)) : log;
}

export function contractLog(service: Service, log: ClauseLog): ClauseLog {
  return service.release === null ? lenientLog(log, () => false) : log;
}

export interface AddressOptions {
  readonly baseUrl: string;
  readonly connections: number;
  readonly allowed: ReadonlySet<RuleName>;
  readonly expectRelease: string | null;
  readonly maxAge: number | null;
  readonly sample: number | null;
  readonly seed: number;
  /** The key that must have signed the release; null for any or none. */
  readonly key?: PublicKey | null;
  /** The capabilities of the service's host; departures from the rest are noted. */
  readonly keeps: Keeps;
}

/** Probes a service before it is verified: whether phagepress built it, and what was published. */
export interface FetchedRelease {
  readonly service: Service;
  readonly lastPages: PerList<number> | null;
}

// The start of every manifest.json that a build writes.
const manifestHead = '{"files":[\n{"path":"';

const maxReleaseBytes = 1024 * 1024;
const defaultMaxAge = 300;

/** Requests `release.json` and `manifest.json`. Throws a Failure when nothing answers. */
export async function fetchRelease(
  options: AddressOptions,
  client: HttpClient,
  freshLog: () => ClauseLog,
): Promise<FetchedRelease> {
  const { baseUrl, expectRelease, maxAge, sample, seed, connections } = options;
  const log = freshLog();
  const address = `${baseUrl}/${releaseFile}`;
  const first = await client.ask({ target: targetOf(address), maxBytes: maxReleaseBytes });
  if (!first.ok && !first.isTooLong) throw notReached(baseUrl, first.reason);
  // Anything longer than a release.json belongs to another program.
  const { status, body } = first.ok ? first.reply : { status: 404, body: Buffer.alloc(0) };
  const stated = status === 200 ? parseRelease(body.toString()) : null;
  const manifest = stated === null ? null : await readManifest(stated);
  if (stated !== null) {
    const expected = { manifestHash: manifest?.id ?? null, expected: expectRelease };
    checkRelease(stated, expected, address, log);
    checkReleaseText(stated, body.toString(), address, log);
  } else if (expectRelease !== null || (await isBroken())) {
    reportNoRelease(address, status === 200 ? 'something else' : `status ${status}`, log);
  } else {
    log.remark(
      'release',
      'there is none: only what the interface promises is asked of the service',
    );
  }
  const listed = manifest?.index ?? null;
  const served = { baseUrl, client, connections, sample, seed, log };
  const index = listed === null ? null : await unpackServed(listed, served);
  const held =
    stated === null || index === null ? null : compareWithManifest(stated, index, address, log);
  const release = held?.release ?? stated;
  const service: Service = {
    baseUrl,
    client,
    release,
    log,
    freshLog,
    manifest: index,
    encodings: [],
    index: '',
    maxAge: maxAge ?? release?.max_age ?? defaultMaxAge,
  };
  return { service, lastPages: held?.lastPages ?? (stated && lastPagesOf(stated)) };

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
      log.fail('manifest', where, expected, found);
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
function longestManifest({ collections: listed }: Release): number {
  const records = collectionNames.reduce((sum, name) => sum + (listed[name]?.count ?? 0), 0);
  const due = leastManifestBytes + manifestBytesPerRecord * records;
  return Math.min(largestManifestBytes, due);
}

export type SiteFinds = ReturnType<typeof createSiteFinds>;

type Chosen = Pick<
  KnownSite,
  'aliases' | 'bulk' | 'caseInsensitiveNames' | 'pages' | 'pageSets' | 'viewPages' | 'views'
>;

interface SiteChoices extends Partial<Pick<KnownSite, 'otherLetters'>>, Chosen {
  readonly geneFiles: boolean;
  readonly isTaken: (file: string) => boolean;
}

const maxSingles = 20;
// Names without percent-encoding: the table has odd names of its own.
const plainName = /^[A-Za-z0-9_-]+$/;

/** Keeps from a walk what later requests need: some pages, and some records with their keys and bytes. */
export function createSiteFinds(lastPages: PerList<number> | null) {
  const bodies = new Map<string, Buffer>();
  const singles = perCollection((): { readonly key: string; readonly bytes: Buffer }[] => []);
  const plain = perCollection((): string[] => []);
  const last: Record<ListName, number> = {
    ...perList((list) => leastPages(list)),
  };

  return {
    onPage(list: ListName, number: number, bytes: Buffer): void {
      last[list] = Math.max(last[list], number);
      const isWanted = number <= 2 || number === (lastPages?.[list] ?? last[list]);
      if (!isWanted) return;
      // While the end of a list is unknown, only the last page so far is kept.
      if (lastPages === null && number > 3) bodies.delete(pageFile(list, number - 1));
      bodies.set(pageFile(list, number), bytes);
      if (number === 1) bodies.set(listFile(list), bytes);
    },
    onRecord(collection: CollectionName, number: number, record: FoundRecord): void {
      const { key, index, bytes, isRepeated } = record;
      if (isRepeated || unsafeNameReason(key) !== null) return;
      const names = plain[collection];
      const isFirstPlain = names.length < 2 && plainName.test(key);
      const isSpread =
        index === 0 && lastPages !== null && isOneOfFew(number, lastPages[collection]);
      if (isFirstPlain) names.push(key);
      if (!isFirstPlain && !isSpread) return;
      const copy = Buffer.from(bytes);
      bodies.set(recordFile(collection, key), copy);
      singles[collection].push({ key, bytes: copy });
    },
    bytesOf: (file: string) => bodies.get(file) ?? null,
    singles: (collection: CollectionName) => singles[collection],
    plainPhage: () => plain.phages[0],
    site({ geneFiles, isTaken, ...known }: SiteChoices): KnownSite {
      const [phage] = plain.phages;
      const hasFiles = recordFilesOf(geneFiles);
      return {
        lastPages: lastPages ?? last,
        records: perCollection((name) => (hasFiles[name] ? plain[name] : [])),
        unknown: perCollection((name) => unknownName(name, isTaken)),
        otherLetters: phage === undefined ? null : inOtherLetters(phage, isTaken),
        ...known,
      };
    },
  };
}

/** Whether a page is in a small sample that is spread over all pages. */
function isOneOfFew(number: number, pages: number): boolean {
  const step = Math.ceil(pages / maxSingles);
  return number === pages || number % step === 1 % step;
}

function unknownName(collection: CollectionName, isTaken: (file: string) => boolean): string {
  let free = collections[collection].missingKey;
  const isThere = (one: string) => isTaken(recordFile(collection, one));
  while (isThere(free) || isThere(free.toLowerCase())) free += '9';
  return free;
}

function inOtherLetters(name: string, isTaken: (file: string) => boolean): string | null {
  const lower = name.toLowerCase();
  const other = lower === name ? name.toUpperCase() : lower;
  return other === name || isTaken(recordFile('phages', other)) ? null : other;
}
