import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createTerminalProgress,
  describe as describeProgress,
} from '../../../src/reporting/terminalProgress.ts';
import { checkData } from '../../../src/checkData.ts';
import { Failure } from '../../../src/failure.ts';
import { tempFolder } from '../sources/tempFolder.ts';
import { inProcessWorkers } from '../validation/inProcessWorkers.ts';
import { mockPipe, mockTerminal } from './mockStreams.ts';

describe('what a stage is described as', () => {
  test.each([
    [0, 0, 'Reading [                        ] 0 B of 480 MB'],
    [0, 500, 'Reading [                        ] 0 B of 480 MB'],
    [240e6, 0, 'Reading [============            ] 240 MB of 480 MB'],
    [
      120e6,
      1000,
      'Reading [======                  ] 120 MB of 480 MB, 120 MB a second, 3.00 s left',
    ],
    [
      480e6,
      4000,
      'Reading [========================] 480 MB of 480 MB, 120 MB a second, 0.00 s left',
    ],
  ])('after %i bytes in %i ms: %s', (done, elapsedMs, text) => {
    expect(describeProgress('Reading', done, 480e6, 'bytes', elapsedMs)).toBe(text);
  });

  test('counts records as such', () => {
    expect(describeProgress('Writing', 250_000, 1_000_000, 'records', 60_000)).toBe(
      'Writing [======                  ] 250,000 records of 1,000,000 records, 4,167 records a second, 3 min 0 s left',
    );
  });

  test('of nothing to do is done', () => {
    expect(describeProgress('Writing', 0, 0, 'records', 5)).toBe(
      'Writing [========================] 0 records of 0 records',
    );
  });

  test('never has less than no time left, also when there was more to do than was known', () => {
    expect(describeProgress('Reading', 200, 100, 'bytes', 1000)).toMatch(
      /^Reading \[={24}\] .*, 0\.00 s left$/,
    );
  });
});

describe('progress that is piped', () => {
  test('is a plain line a stage', () => {
    const { stream, written } = mockPipe();
    const progress = createTerminalProgress(stream, { quiet: false });
    progress.stage('Reading', 4_210_000, 'bytes');
    for (let done = 0; done < 4_210_000; done += 10_000) progress.advance(10_000);
    progress.stage('Writing', 12_345, 'records');
    progress.advance(12_345);
    progress.end();
    expect(written()).toBe('Reading 4.21 MB\nWriting 12,345 records\n');
  });

  test('has no line for a stage with nothing to do', () => {
    const { stream, written } = mockPipe();
    const progress = createTerminalProgress(stream, { quiet: false });
    progress.stage('Reading', 0, 'bytes');
    progress.end();
    expect(written()).toBe('');
  });
});

describe('progress that is quiet', () => {
  test.each([
    ['a pipe', mockPipe],
    ['a terminal', () => mockTerminal(100)],
  ])('shows nothing on %s', (_what, mock) => {
    const { stream, written } = mock();
    const progress = createTerminalProgress(stream, { quiet: true });
    progress.stage('Reading', 100, 'bytes');
    progress.advance(100);
    progress.end();
    expect(written()).toBe('');
  });
});

describe('progress on a terminal', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('shows counts, rate and time left as they change', () => {
    const { stream, written } = mockTerminal(120);
    const progress = createTerminalProgress(stream, { quiet: false });
    progress.stage('Reading', 400e6, 'bytes');
    expect(written()).toContain('Reading [                        ] 0 B of 400 MB');
    vi.advanceTimersByTime(1000);
    progress.advance(50e6);
    progress.advance(50e6);
    vi.advanceTimersByTime(1000);
    expect(written()).toMatch(
      /Reading \[={6} {18}\] 100 MB of 400 MB, [0-9.]+ MB a second, [0-9.]+ s left/,
    );
    progress.end();
  });

  test('leaves nothing behind: the line is cleared, the cursor back, no timer runs', () => {
    const { stream, written } = mockTerminal(120);
    const progress = createTerminalProgress(stream, { quiet: false });
    progress.stage('Reading', 100, 'bytes');
    progress.stage('Writing', 100, 'records');
    progress.advance(100);
    progress.end();
    expect(vi.getTimerCount()).toBe(0);
    expect(written().split('\u001b[?25l').length).toBe(written().split('\u001b[?25h').length);
    const behindLastText = written().slice(written().lastIndexOf('Writing'));
    expect(behindLastText).toContain('\u001b[2K');
    expect(written()).not.toContain('\n');
  });

  test('starts each stage from nothing', () => {
    const { stream, written } = mockTerminal(120);
    const progress = createTerminalProgress(stream, { quiet: false });
    progress.stage('Reading', 100, 'bytes');
    progress.advance(60);
    progress.stage('Writing', 100, 'records');
    expect(written()).toContain('Writing [                        ] 0 records of 100 records');
    vi.advanceTimersByTime(1000);
    progress.advance(50);
    vi.advanceTimersByTime(1000);
    expect(written()).toContain('] 50 records of 100 records, ');
    progress.end();
  });

  test('ends with the check that it belongs to, also when that fails', async () => {
    const { stream } = mockTerminal(120);
    const progress = createTerminalProgress(stream, { quiet: false });
    const data = tempFolder({ 'genes/a.ndjson': '{}' });
    const limits = { maxRecordBytes: 1000, maxNesting: 10 };
    const options = { data, allowed: new Set<never>(), limits, maxErrors: 1 };
    const failure = new Failure('machine', 'A worker thread ended early.');
    const workers = { ...inProcessWorkers, run: () => Promise.reject(failure) };
    const checking = checkData(options, workers, tempFolder(), progress);
    await expect(checking).rejects.toBe(failure);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('may be ended twice, and before it began', () => {
    const { stream, written } = mockTerminal(120);
    const progress = createTerminalProgress(stream, { quiet: false });
    progress.end();
    expect(written()).toBe('');
    progress.stage('Reading', 100, 'bytes');
    progress.end();
    const once = written();
    progress.end();
    progress.advance(1);
    expect(written()).toBe(once);
  });
});
