import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createGivingUp, GaveUp, longestPauseMs } from '../../../src/http/givingUp.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const patient = { wholeMs: null, maxFailures: 20, maxSilenceMs: 60_000 };

/** How many of so many failures in a row are taken before the service is given up. */
function failuresTaken(givingUp: ReturnType<typeof createGivingUp>, most = 100): number {
  for (let taken = 1; taken <= most; taken++) {
    try {
      givingUp.note('refused');
    } catch {
      return taken;
    }
  }
  return most;
}

describe('nothing but failures', () => {
  test('end it after so many in a row, with the last reason, and stop what is under way', () => {
    const givingUp = createGivingUp(patient);
    expect(failuresTaken(givingUp, 19)).toBe(19);
    expect(givingUp.signal.aborted).toBe(false);
    expect(() => givingUp.note('status 503')).toThrow(
      new GaveUp('nothing but failures, 20 in a row, the last one: status 503'),
    );
    expect(givingUp.signal.reason).toBeInstanceOf(GaveUp);
  });

  test('begin anew with each success', () => {
    const givingUp = createGivingUp(patient);
    failuresTaken(givingUp, 19);
    givingUp.note(null);
    expect(failuresTaken(givingUp)).toBe(20);
  });

  test('end it after a few where nothing has succeeded for long', () => {
    const givingUp = createGivingUp(patient);
    vi.advanceTimersByTime(60_001);
    expect(failuresTaken(givingUp)).toBe(8);
  });

  test('are no silence up to its very limit, nor soon after a success', () => {
    const atLimit = createGivingUp(patient);
    vi.advanceTimersByTime(60_000);
    expect(failuresTaken(atLimit)).toBe(20);
    const afterSuccess = createGivingUp(patient);
    vi.advanceTimersByTime(60_001);
    afterSuccess.note(null);
    expect(failuresTaken(afterSuccess)).toBe(20);
  });
});

describe('a pause that the server asked for', () => {
  test('is no silence', () => {
    const givingUp = createGivingUp(patient);
    givingUp.excuse(30_000);
    vi.advanceTimersByTime(90_000);
    expect(failuresTaken(givingUp)).toBe(20);
  });

  test('is excused up to a limit in all, which a success sets back', () => {
    const givingUp = createGivingUp(patient);
    givingUp.excuse(longestPauseMs);
    givingUp.excuse(1);
    vi.advanceTimersByTime(60_000 + longestPauseMs + 1);
    expect(failuresTaken(givingUp)).toBe(8);

    const again = createGivingUp(patient);
    again.excuse(longestPauseMs);
    again.note(null);
    again.excuse(longestPauseMs);
    vi.advanceTimersByTime(60_000 + longestPauseMs);
    expect(failuresTaken(again)).toBe(20);
  });
});

describe('the time for all of it', () => {
  test('stops everything when it is over, and says so', () => {
    const { signal } = createGivingUp({ ...patient, wholeMs: 90_000 });
    vi.advanceTimersByTime(89_999);
    expect(signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(signal.reason).toEqual(new GaveUp('not all of it within 90.0 s (--timeout)'));
  });

  test('is not kept waiting for once all is done', () => {
    const { signal, end } = createGivingUp({ ...patient, wholeMs: 1000 });
    end();
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(2000);
    expect(signal.aborted).toBe(false);
  });
});
