/** How an address is verified. */
import type { Keeps } from '../../contract/capabilities.ts';
import type { RuleName } from '../../findings/rules.ts';

export interface AddressOptions {
  /** As `parseBaseUrl` gives it (A1). */
  readonly baseUrl: string;
  readonly connections: number;
  readonly allowed: ReadonlySet<RuleName>;
  readonly expectRelease: string | null;
  /** Seconds that are expected of `max-age`; null for what release.json says. */
  readonly maxAge: number | null;
  /** How many pages of each list to read; null for all. */
  readonly sample: number | null;
  readonly seed: number;
  /** What the host of the service can keep of the contract; the rest is noted. Null: all of it. */
  readonly keeps: Keeps | null;
}
