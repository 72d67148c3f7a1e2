/** Timeouts of single requests, and the messages for failed ones. */
import { reasonOf } from '../failure.ts';
import { TooLong } from './readReply.ts';

/** A signal that aborts at a timeout, which can be restarted. */
export function createReplyTimeout(timeoutMs: number) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new OutOfTime()), timeoutMs);
  return {
    signal: controller.signal,
    renew: () => void timer.refresh(),
    end: () => clearTimeout(timer),
  };
}

class OutOfTime extends Error {}

/** Why there is no response; completes "found …". */
export function reasonOfFailed(error: unknown, timeoutMs: number): string {
  if (error instanceof TooLong) return error.message;
  // The error of an abort has the signal's reason as its cause.
  if (error instanceof OutOfTime || (error instanceof Error && error.name === 'AbortError')) {
    return `no whole answer within ${timeoutMs / 1000} s`;
  }
  return `no answer: ${reasonOf(error)}`;
}

/** The delay of `Retry-After`, in seconds or as a date; null if absent or invalid. */
export function retryAfterMs(value: string | undefined): number | null {
  if (value === undefined) return null;
  if (/^\s*[0-9]+\s*$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}
