/** A service that is verified by its answers: where it is, how it is asked, and what is known of it. */
import type { Release } from '../../contract/release.ts';
import type { Compression } from '../../publishing/compression.ts';
import { type ClauseLog, lenientLog } from '../report/clauseLog.ts';
import type { Clause } from '../report/clauses.ts';
import type { HttpClient } from './httpClient.ts';
import type { SiteManifest } from '../manifest/siteManifest.ts';

export interface Service {
  /** As `parseBaseUrl` gives it (A1). */
  readonly baseUrl: string;
  readonly client: HttpClient;
  /** What it says of itself; null for a service that phagepress did not build. */
  readonly release: Release | null;
  readonly manifest: SiteManifest | null;
  /** Those in which it sends its lists to clients that take them. */
  readonly encodings: readonly Compression[];
  /** What stands behind an address that ends in `/`: nothing, or the name of its file where the host has no index. */
  readonly index: '' | 'index.json';
  /** Seconds of `max-age` that are expected (M5). */
  readonly maxAge: number;
  readonly log: ClauseLog;
  /** A log of the same leniency for what is looked at beside other things; its tallies are merged later. */
  readonly freshLog: () => ClauseLog;
}

// What SPEC.md says of every service; the rest is the contract of phagepress alone.
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

/** The log for what SPEC.md may promise: other clauses are only noted for a service of somebody else's. */
export function promisedLog({ release, log }: Pick<Service, 'release' | 'log'>): ClauseLog {
  return release === null ? lenientLog(log, (clause) => promisedByAll.has(clause)) : log;
}

/** The log for what only the contract promises. */
export function contractLog(service: Service, log: ClauseLog): ClauseLog {
  return service.release === null ? lenientLog(log, () => false) : log;
}

/** The request target of an address at the service: everything behind its host, as it is written. */
export function targetOf(address: string): string {
  const target = address.replace(/^https?:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  return target.startsWith('/') ? target : `/${target}`;
}
