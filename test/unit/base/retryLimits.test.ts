import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createRetryLimits,
  ServiceAbandoned,
  longestPauseMs,
} from '../../../src/base/httpClient.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const patient = { wholeMs: null, maxFailures: 20, maxSilenceMs: 60_000 };

/** How many of so many failures in a row are taken before the service is given up. */
function failuresTaken(retryLimits: ReturnType<typeof createRetryLimits>, most = 100): number {
  for (let taken = 1; taken <= most; taken++) {
    try {
      retryLimits.note('refused');
    } catch {
      return taken;
    }
  }
  return most;
}

describe('nothing but failures', () => {
  test('end it after so many in a row, with the last reason, and stop what is under way', () => {
    const retryLimits = createRetryLimits(patient);
    expect(failuresTaken(retryLimits, 19)).toBe(19);
    expect(retryLimits.signal.aborted).toBe(false);
    expect(() => retryLimits.note('status 503')).toThrow(
      new ServiceAbandoned('nothing but failures, 20 in a row, the last one: status 503'),
    );
    expect(retryLimits.signal.reason).toBeInstanceOf(ServiceAbandoned);
  });

  test('begin anew with each success', () => {
    const retryLimits = createRetryLimits(patient);
    failuresTaken(retryLimits, 19);
    retryLimits.note(null);
    expect(failuresTaken(retryLimits)).toBe(20);
  });

  test('end it after a few where nothing has succeeded for long', () => {
    const retryLimits = createRetryLimits(patient);
    vi.advanceTimersByTime(60_001);
    expect(failuresTaken(retryLimits)).toBe(8);
  });

  test('are no silence up to its very limit, nor soon after a success', () => {
    const atLimit = createRetryLimits(patient);
    vi.advanceTimersByTime(60_000);
    expect(failuresTaken(atLimit)).toBe(20);
    const afterSuccess = createRetryLimits(patient);
    vi.advanceTimersByTime(60_001);
    afterSuccess.note(null);
    expect(failuresTaken(afterSuccess)).toBe(20);
  });
});

test('a pause that the server asked for is no silence', () => {
  const retryLimits = createRetryLimits(patient);
  retryLimits.excuse(30_000);
  vi.advanceTimersByTime(90_000);
  expect(failuresTaken(retryLimits)).toBe(20);
});

test('a pause that the server asked for is excused up to a limit in all, which a success sets back', () => {
  const retryLimits = createRetryLimits(patient);
  retryLimits.excuse(longestPauseMs);
  retryLimits.excuse(1);
  vi.advanceTimersByTime(60_000 + longestPauseMs + 1);
  expect(failuresTaken(retryLimits)).toBe(8);

  const again = createRetryLimits(patient);
  again.excuse(longestPauseMs);
  again.note(null);
  again.excuse(longestPauseMs);
  vi.advanceTimersByTime(60_000 + longestPauseMs);
  expect(failuresTaken(again)).toBe(20);
});

test('the time for all of it stops everything when it is over, and says so', () => {
  const { signal } = createRetryLimits({ ...patient, wholeMs: 90_000 });
  vi.advanceTimersByTime(89_999);
  expect(signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(signal.reason).toEqual(new ServiceAbandoned('not all of it within 90.0 s (--timeout)'));
});

test('the time for all of it is not kept waiting for once all is done', () => {
  const { signal, end } = createRetryLimits({ ...patient, wholeMs: 1000 });
  end();
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(2000);
  expect(signal.aborted).toBe(false);
});
