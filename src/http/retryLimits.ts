/** Decides when to stop sending requests: too many consecutive failures, or the overall timeout. */
import { formatSeconds } from '../text/quantities.ts';

/** Why no more requests are sent; completes "found …". */
export class ServiceAbandoned extends Error {}

export interface RetryLimitOptions {
  /** The overall timeout; null for none. */
  readonly wholeMs: number | null;
  /** Gives up after this many consecutive failures, */
  readonly maxFailures: number;
  /** or after fewer if there has been no success for this long. */
  readonly maxSilenceMs: number;
}

// A server that asks for a longer pause counts as down.
export const longestPauseMs = 120_000;
// Both walks and a few concurrent requests may fail for unrelated reasons.
const fewFailures = 8;

export function createRetryLimits({ wholeMs, maxFailures, maxSilenceMs }: RetryLimitOptions) {
  const stop = new AbortController();
  let failures = 0;
  let silentSince = performance.now();
  // The part of the silence that a busy server asked for.
  let excusedMs = 0;
  const timer =
    wholeMs === null ? undefined : setTimeout(() => stop.abort(outOfTime(wholeMs)), wholeMs);
  return {
    /** Aborts with a `ServiceAbandoned`: cancels pending requests, and all later ones. */
    signal: stop.signal,
    /** Records a failure's reason, or null for a success. Throws `ServiceAbandoned` after too many failures. */
    note(reason: string | null): void {
      if (reason === null) {
        failures = 0;
        silentSince = performance.now();
        excusedMs = 0;
        return;
      }
      // Single failures are reported and skipped; nothing but failures means that the service is down.
      failures++;
      const isSilent = performance.now() - silentSince > maxSilenceMs;
      if (failures < maxFailures && !(isSilent && failures >= fewFailures)) return;
      stop.abort(
        new ServiceAbandoned(`nothing but failures, ${failures} in a row, the last one: ${reason}`),
      );
      stop.signal.throwIfAborted();
    },
    /** Extends the silence by a Retry-After pause, up to a total limit. */
    excuse(ms: number): void {
      if (excusedMs + ms > longestPauseMs) return;
      excusedMs += ms;
      silentSince += ms;
    },
    end: () => clearTimeout(timer),
  };
}

function outOfTime(wholeMs: number): ServiceAbandoned {
  return new ServiceAbandoned(`not all of it within ${formatSeconds(wholeMs)} (--timeout)`);
}
