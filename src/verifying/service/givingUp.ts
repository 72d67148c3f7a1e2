/** When to send no more requests: nothing but failures comes, or the time for the whole is up. */
import { formatSeconds } from '../../text/quantities.ts';

/** Why no more requests are sent; completes "found …". */
export class GaveUp extends Error {}

export interface GivingUpOptions {
  /** How long all requests together may take; null for as long as they need. */
  readonly wholeMs: number | null;
  /** Gives up after so many failures in a row, */
  readonly maxFailures: number;
  /** or after fewer if nothing else came for so long. */
  readonly maxSilenceMs: number;
}

export interface GivingUp {
  /** Aborts with a `GaveUp`: ends what is under way, and all that would follow. */
  readonly signal: AbortSignal;
  /** Notes why a request failed, or null for an answer. Throws `GaveUp` after too many failures. */
  readonly note: (reason: string | null) => void;
  /** A server that says when it will be back is not silent until then, but does not say so for ever. */
  readonly excuse: (ms: number) => void;
  readonly end: () => void;
}

// A server that wants more time than this is down, for a verification.
export const longestPauseMs = 120_000;
// Both walks and a few requests beside them may fail for a reason of their own.
const fewFailures = 8;

export function createGivingUp({ wholeMs, maxFailures, maxSilenceMs }: GivingUpOptions): GivingUp {
  const stop = new AbortController();
  let failures = 0;
  let silentSince = performance.now();
  // How much of that silence a busy server asked for.
  let excusedMs = 0;
  const timer =
    wholeMs === null ? undefined : setTimeout(() => stop.abort(outOfTime(wholeMs)), wholeMs);
  return {
    signal: stop.signal,
    note(reason) {
      if (reason === null) {
        failures = 0;
        silentSince = performance.now();
        excusedMs = 0;
        return;
      }
      // Failures of single answers are told and gone over; nothing but failures is a service that is gone.
      failures++;
      const isSilent = performance.now() - silentSince > maxSilenceMs;
      if (failures < maxFailures && !(isSilent && failures >= fewFailures)) return;
      stop.abort(new GaveUp(`nothing but failures, ${failures} in a row, the last one: ${reason}`));
      stop.signal.throwIfAborted();
    },
    excuse(ms) {
      if (excusedMs + ms > longestPauseMs) return;
      excusedMs += ms;
      silentSince += ms;
    },
    end: () => clearTimeout(timer),
  };
}

function outOfTime(wholeMs: number): GaveUp {
  return new GaveUp(`not all of it within ${formatSeconds(wholeMs)} (--timeout)`);
}
