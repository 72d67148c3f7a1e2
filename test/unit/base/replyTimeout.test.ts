import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createReplyTimeout,
  reasonOfFailed,
  retryAfterMs,
  TooLong,
} from '../../../src/base/httpClient.ts';

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) }));
afterEach(() => void vi.useRealTimers());

test('Retry-After is seconds or a date; anything else is none', () => {
  expect(retryAfterMs('3')).toBe(3000);
  expect(retryAfterMs(' 0 ')).toBe(0);
  expect(retryAfterMs('Thu, 01 Jan 2026 00:01:00 GMT')).toBe(60_000);
  expect(retryAfterMs('Wed, 21 Oct 2015 07:28:00 GMT')).toBe(0);
  expect(retryAfterMs('soon')).toBeNull();
  expect(retryAfterMs('')).toBeNull();
  expect(retryAfterMs(undefined)).toBeNull();
});

test('patience ends at its time, and not before', () => {
  const { signal } = createReplyTimeout(1000);
  vi.advanceTimersByTime(999);
  expect(signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(signal.aborted).toBe(true);
  expect(reasonOfFailed(signal.reason, 1000)).toBe('no whole answer within 1 s');
});

test('patience begins anew when it is renewed, and never ends once it was ended', () => {
  const { signal, renew, end } = createReplyTimeout(1000);
  vi.advanceTimersByTime(999);
  renew();
  vi.advanceTimersByTime(999);
  expect(signal.aborted).toBe(false);
  end();
  vi.advanceTimersByTime(10_000);
  expect(signal.aborted).toBe(false);
});

test('the reason of a failure tells a body without end, a timeout and a broken connection apart', () => {
  const abort = new DOMException('aborted', 'AbortError');
  expect(reasonOfFailed(new TooLong('a body of more than 4 MB'), 500)).toBe(
    'a body of more than 4 MB',
  );
  expect(reasonOfFailed(abort, 500)).toBe('no whole answer within 0.5 s');
  expect(reasonOfFailed(new Error('socket hang up'), 500)).toBe('no answer: socket hang up');
});
