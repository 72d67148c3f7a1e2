/** A service under verification: its address, its HTTP client, and what is known of it. */
import type { Release } from '../../contract/release.ts';
import type { Compression } from '../../publishing/compression.ts';
import { type ClauseLog, lenientLog } from '../report/clauseLog.ts';
import type { Clause } from '../report/clauses.ts';
import type { HttpClient } from '../../http/httpClient.ts';
import type { SiteManifest } from '../manifest/siteManifest.ts';

export interface Service {
  /** As returned by `parseBaseUrl` (A1). */
  readonly baseUrl: string;
  readonly client: HttpClient;
  /** Its release.json; null for a service that phagepress did not build. */
  readonly release: Release | null;
  readonly manifest: SiteManifest | null;
  /** The content encodings that it supports for its lists. */
  readonly encodings: readonly Compression[];
  /** What to append to an address that ends in `/`: nothing, or a file name if the host has no directory index. */
  readonly index: '' | 'index.json';
  /** The expected `max-age` in seconds (M5). */
  readonly maxAge: number;
  readonly log: ClauseLog;
  /** Creates a log of the same leniency for concurrent checks; its tallies are merged later. */
  readonly freshLog: () => ClauseLog;
}

// What the interface requires of every service; the rest is phagepress's own contract.
const promisedByAll: ReadonlySet<Clause> = new Set<Clause>([
  'answers',
  'A1',
  'L2',
  'count',
  'L3',
  'L4',
  'S2',
  'S3',
  'M1',
  'M2',
]);

/** The log for what the interface promises: departures from other clauses are only noted for somebody else's service. */
export function promisedLog({ release, log }: Pick<Service, 'release' | 'log'>): ClauseLog {
  return release === null ? lenientLog(log, (clause) => promisedByAll.has(clause)) : log;
}

/** The log for what only the contract requires. */
export function contractLog(service: Service, log: ClauseLog): ClauseLog {
  return service.release === null ? lenientLog(log, () => false) : log;
}

/** The request target of an address: everything after its host, unmodified. */
export function targetOf(address: string): string {
  const target = address.replace(/^https?:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  return target.startsWith('/') ? target : `/${target}`;
}
