import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Failure } from '../../../src/base/failure.ts';
import {
  createOverallShare,
  createTerminalProgress,
  failureToJson,
  renderFailure,
} from '../../../src/commands/terminalProgress.ts';
import { checkData } from '../../../src/pipeline/checkData.ts';
import { inProcessWorkers } from '../records/inProcessWorkers.ts';
import { tempFolder } from '../sources/tempFolder.ts';
import { mockPipe, mockTerminal } from './mockStreams.ts';

const usual = { quiet: false, plan: [], isDumb: false };

type Mock = ReturnType<typeof mockPipe>;
type Run = (progress: ReturnType<typeof createTerminalProgress>) => void;

/** What is written while a run goes on. */
function shown(
  { stream, written }: Mock,
  options: Partial<Parameters<typeof createTerminalProgress>[1]>,
  run: Run,
) {
  const progress = createTerminalProgress(stream, { ...usual, ...options });
  run(progress);
  progress.end();
  return written();
}

const reading: Run = (progress) => {
  progress.stage('Reading', 4_210_000, 'bytes');
  for (let done = 0; done < 4_210_000; done += 10_000) progress.advance(10_000);
  progress.stage('Writing', 12_345, 'records');
  progress.advance(12_345);
};

test('progress that is piped is a plain line a stage, and none for a stage with nothing to do', () => {
  expect(shown(mockPipe(), {}, reading)).toBe('Reading 4.21 MB\nWriting 12,345 records\n');
  expect(shown(mockPipe(), {}, (progress) => progress.stage('Reading', 0, 'bytes'))).toBe('');
});

test('progress that is quiet shows nothing', () => {
  for (const mock of [mockPipe(), mockTerminal(100)])
    expect(shown(mock, { quiet: true }, reading)).toBe('');
});

test('a terminal that cannot go back in a line is spared all that moves the cursor', () => {
  const text = shown(mockTerminal(100), { isDumb: true }, reading);
  expect(text).toBe('Reading 4.21 MB\nWriting 12,345 records\n');
});

test('progress that is piped says how far a stage is that lasts, and nothing once it has ended', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const plan = [
    ['Writing', 3],
    ['Flushing', 1],
  ] as const;
  const mock = mockPipe();
  shown(mock, { plan }, (progress) => {
    progress.stage('Writing', 200, 'files');
    progress.advance(100);
    vi.advanceTimersByTime(30_000);
    progress.stage('Flushing', null);
    vi.advanceTimersByTime(31_000);
  });
  vi.advanceTimersByTime(60_000);
  expect(mock.written()).toBe(
    'Writing 200 files\n' +
      ' 37 % Writing [============            ] 100 of 200 files, 3 files a second, 30.0 s left\n' +
      ' 75 % Flushing 30.0 s\n',
  );
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
    const progress = createTerminalProgress(stream, usual);
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
    const progress = createTerminalProgress(stream, usual);
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

  test('moves also while nobody can say how far a stage is, and fits a narrow terminal', () => {
    const { stream, written } = mockTerminal(40);
    const plan = [
      ['Writing bulk files', 9],
      ['Flushing to the disk', 1],
    ] as const;
    const progress = createTerminalProgress(stream, { ...usual, plan });
    progress.stage('Writing bulk files', 300_000, 'records');
    vi.advanceTimersByTime(1000);
    progress.advance(150_000);
    vi.advanceTimersByTime(1000);
    expect(written()).toContain(' 45 % Writing bulk files [=====     ]');
    progress.stage('Flushing to the disk', null);
    vi.advanceTimersByTime(3000);
    expect(written()).toMatch(/ 90 % Flushing to the disk [12]\.\d\d s/);
    progress.end();
    // eslint-disable-next-line no-control-regex
    const lines = written().split(/\u001b\[[\d?]*[A-Za-z]|\u001b[78]/);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(40);
  });

  test('ends with the check that it belongs to, also when that fails', async () => {
    const { stream } = mockTerminal(120);
    const progress = createTerminalProgress(stream, usual);
    const data = tempFolder({ 'genes/a.ndjson': '{}' });
    const limits = { maxRecordBytes: 1000, maxNesting: 10 };
    const options = {
      data,
      allowed: new Set<never>(),
      denied: new Set<never>(),
      limits,
      maxErrors: 1,
    };
    const failure = new Failure('machine', 'A worker thread ended early.');
    const workers = { ...inProcessWorkers, run: () => Promise.reject(failure) };
    const checking = checkData(options, workers, tempFolder(), progress);
    await expect(checking).rejects.toBe(failure);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('may be ended twice, and before it began', () => {
    const { stream, written } = mockTerminal(120);
    const progress = createTerminalProgress(stream, usual);
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

const plan = [
  ['Reading', 2],
  ['Writing', 1],
  ['Flushing', 1],
] as const;

test('each stage adds its share to those before it', () => {
  const share = createOverallShare(plan);
  share.begin('Reading');
  expect([share.at(0), share.at(0.5), share.at(1)]).toEqual([0, 0.25, 0.5]);
  share.begin('Writing');
  expect([share.at(0), share.at(1)]).toEqual([0.5, 0.75]);
  share.begin('Flushing');
  expect(share.at(1)).toBe(1);
});

test('it never runs backwards, whatever stages come and however far they say they are', () => {
  const steps = fc.array(
    fc.tuple(
      fc.constantFrom('Reading', 'Writing', 'Flushing', 'Other'),
      fc.double({ min: 0, max: 2, noNaN: true }),
    ),
  );
  fc.assert(
    fc.property(steps, (all) => {
      const share = createOverallShare(plan);
      let last = 0;
      for (const [stage, done] of all) {
        share.begin(stage);
        const now = share.at(done);
        expect(now).toBeGreaterThanOrEqual(last);
        expect(now).toBeLessThanOrEqual(1);
        last = now;
      }
    }),
  );
});

test('without a plan there is no share', () => {
  const share = createOverallShare([]);
  share.begin('Reading');
  expect(share.at(1)).toBe(0);
});

const failure = new Failure('usage', 'It is\nso\u001b[31m.', {
  lines: ['a.json:1: wrong', 'a.json:2: wrong'],
  hint: 'Run `phagepress build` first.',
});

test('a failure is told on lines of its own, with commands as they can be typed', () => {
  expect(renderFailure(failure, 'npx phagepress')).toBe(
    `phagepress: It is\\u000aso\\u001b[31m.
a.json:1: wrong
a.json:2: wrong
  hint: Run \`npx phagepress build\` first.
`,
  );
});

test('a failure is told to programs with its exit code', () => {
  expect(failureToJson(failure)).toEqual({
    ok: false,
    failure: {
      exitCode: 2,
      message: failure.message,
      lines: failure.lines,
      hint: 'Run `phagepress build` first.',
    },
  });
  expect(failureToJson(new Failure('machine', 'Full.'))).toEqual({
    ok: false,
    failure: { exitCode: 3, message: 'Full.' },
  });
});
