/** The options for verifying an address. */
import type { Keeps } from '../../contract/capabilities.ts';
import type { RuleName } from '../../findings/rules.ts';

export interface AddressOptions {
  /** As returned by `parseBaseUrl` (A1). */
  readonly baseUrl: string;
  readonly connections: number;
  readonly allowed: ReadonlySet<RuleName>;
  readonly expectRelease: string | null;
  /** The expected `max-age` in seconds; null for that of release.json. */
  readonly maxAge: number | null;
  /** The number of pages to read from each list; null for all. */
  readonly sample: number | null;
  readonly seed: number;
  /** The capabilities of the service's host; departures from the rest are noted. Null: all of them. */
  readonly keeps: Keeps | null;
}
