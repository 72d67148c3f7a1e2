/** Shows progress on standard error: a bar on a terminal, plain lines for a pipe or a dumb terminal. */
import type * as CliProgress from 'cli-progress';
import { createRequire } from 'node:module';
import { onExit } from 'signal-exit';
import { exitCodes, type Failure } from '../base/failure.ts';
import type { Progress, ProgressPlan, ProgressUnit } from '../base/progress.ts';
import { printable } from '../text/json.ts';
import { asCalled, formatBytes, formatCount, formatCounted, formatSeconds } from '../text/words.ts';

/** One line about the progress of a stage, as detailed as the width allows. */
export interface StageState {
  readonly name: string;
  readonly done: number;
  /** Null if the total is unknown. */
  readonly total: number | null;
  readonly unit: ProgressUnit;
  readonly elapsedMs: number;
  /** Progress over all stages, 0 to 1; null if they are not known. */
  readonly overall: number | null;
}

const [longBar, shortBar] = [24, 10];

/**
 * ` 42 % Reading [=====    ] 210 MB of 490 MB, 120 MB a second, 2.33 s left`: the percentage is the command's, the
 * rest the stage's. Shorter than `columns`.
 */
export function describeStage(state: StageState, columns: number): string {
  const texts = [...versionsOf(state)];
  const shortest = texts.at(-1) ?? '';
  return texts.find((text) => text.length < columns) ?? shortest.slice(0, Math.max(0, columns - 1));
}

/** From the longest to the shortest. */
function* versionsOf(state: StageState): Generator<string> {
  const { done, total, unit, elapsedMs } = state;
  const head = headOf(state);
  if (total === null) {
    yield `${head} ${formatSeconds(elapsedMs)}`;
  } else {
    const already = unit === 'bytes' ? formatBytes(done) : formatCount(done);
    const counts = `${already} of ${amount(total, unit)}`;
    if (done > 0 && elapsedMs > 0) {
      const perSecond = amount(Math.round((done / elapsedMs) * 1000), unit);
      const left = formatSeconds((Math.max(0, total - done) / done) * elapsedMs);
      yield `${head} ${barOf(state, longBar)} ${counts}, ${perSecond} a second, ${left} left`;
      yield `${head} ${barOf(state, shortBar)} ${counts}, ${left} left`;
    }
    yield `${head} ${barOf(state, longBar)} ${counts}`;
    yield `${head} ${barOf(state, shortBar)} ${counts}`;
    yield `${head} ${barOf(state, shortBar)}`;
  }
  yield head;
}

function headOf({ name, overall }: StageState): string {
  return overall === null ? name : `${String(Math.floor(overall * 100)).padStart(3)} % ${name}`;
}

/** Progress of the stage, 0 to 1; 0 without a total. */
function shareOf({ done, total }: Pick<StageState, 'done' | 'total'>): number {
  if (total === null) return 0;
  return total === 0 ? 1 : Math.min(1, done / total);
}

function barOf(state: StageState, columns: number): string {
  const filled = Math.round(shareOf(state) * columns);
  return `[${'='.repeat(filled)}${' '.repeat(columns - filled)}]`;
}

/** `490 MB` or `1,234 records`. */
function amount(units: number, unit: ProgressUnit): string {
  return unit === 'bytes' ? formatBytes(units) : formatCounted(units, unit.slice(0, -1));
}

interface ProgressOptions {
  /** Shows nothing. */
  readonly quiet: boolean;
  /** The stages in advance; empty if they are not known. */
  readonly plan: ProgressPlan;
  /** A terminal that cannot move the cursor back (TERM=dumb). */
  readonly isDumb: boolean;
}

/** Progress for a stream. */
export function createTerminalProgress(
  stream: NodeJS.WriteStream,
  { quiet, plan, isDumb }: ProgressOptions,
): Progress {
  if (quiet) return { stage() {}, advance() {}, end() {} };
  return stream.isTTY && !isDumb ? barProgress(stream, plan) : lineProgress(stream, plan);
}

type Stage = Pick<StageState, 'name' | 'total' | 'unit'>;

/** The current stage, which can be described at any time. */
function createWatch(plan: ProgressPlan) {
  const share = createOverallShare(plan);
  let stage: Stage | null = null;
  let done = 0;
  let startedAt = 0;
  return {
    begin(next: Stage): void {
      stage = next;
      done = 0;
      startedAt = performance.now();
      share.begin(next.name);
    },
    advance(units: number): void {
      done += units;
    },
    end(): void {
      stage = null;
    },
    /** Null between stages. */
    state(): StageState | null {
      if (stage === null) return null;
      const overall = plan.length === 0 ? null : share.at(shareOf({ done, total: stage.total }));
      return { ...stage, done, elapsedMs: performance.now() - startedAt, overall };
    },
  };
}

// A person watches a terminal; a pipe usually is a log.
const betweenLinesMs = { terminal: 5000, pipe: 30_000 };

function lineProgress(stream: NodeJS.WriteStream, plan: ProgressPlan): Progress {
  const watch = createWatch(plan);
  let timer: NodeJS.Timeout | null = null;
  const tell = () => {
    const state = watch.state();
    if (state !== null) stream.write(`${describeStage(state, Infinity)}\n`);
  };
  const end = () => {
    if (timer !== null) clearInterval(timer);
    timer = null;
    watch.end();
  };
  return {
    stage(name, total, unit = 'files') {
      end();
      if (total === 0) return;
      watch.begin({ name, total, unit });
      timer = setInterval(tell, stream.isTTY ? betweenLinesMs.terminal : betweenLinesMs.pipe);
      timer.unref();
      // Without a total, a line is printed only once the stage takes long.
      if (total !== null) stream.write(`${name} ${amount(total, unit)}\n`);
    },
    advance: (units) => watch.advance(units),
    end,
  };
}

const usualColumns = 80;

// Loaded lazily, since most runs draw no bar, and synchronously, since a stage begins at once.
const require = createRequire(import.meta.url);
const loadBar = (): typeof CliProgress => require('cli-progress');

function barProgress(stream: NodeJS.WriteStream, plan: ProgressPlan): Progress {
  const watch = createWatch(plan);
  const { SingleBar } = loadBar();
  let bar: CliProgress.SingleBar | null = null;
  // A signal must not leave the terminal with its cursor hidden.
  onExit(() => bar?.stop());
  const end = () => {
    bar?.stop();
    bar = null;
    watch.end();
  };
  const format = () => {
    const state = watch.state();
    return state === null ? '' : describeStage(state, stream.columns ?? usualColumns);
  };
  const options = { stream, format, hideCursor: true, clearOnComplete: true, gracefulExit: false };
  return {
    stage(name, total, unit = 'files') {
      end();
      watch.begin({ name, total, unit });
      bar = new SingleBar({ ...options, fps: 10 });
      bar.start(total ?? 1, 0);
    },
    advance(units) {
      watch.advance(units);
      bar?.increment(units);
    },
    end,
  };
}

/** The progress of a command over all its stages; it never decreases. */
export function createOverallShare(plan: ProgressPlan) {
  const total = plan.reduce((sum, [, weight]) => sum + weight, 0);
  let before = 0;
  let weight = 0;
  let reached = 0;
  return {
    /** Starts a stage; a stage outside the plan adds nothing. */
    begin(stage: string): void {
      const at = plan.findIndex(([name]) => name === stage);
      const behind = at < 0 ? 0 : plan.slice(0, at).reduce((sum, [, one]) => sum + one, 0);
      before = total === 0 ? 0 : behind / total;
      weight = total === 0 ? 0 : (plan[at]?.[1] ?? 0) / total;
    },
    /** The command's progress, 0 to 1, for the stage's progress, 0 to 1. */
    at(done: number): number {
      // A stage that is skipped or restarted must not lower the progress shown.
      reached = Math.max(reached, before + weight * Math.min(1, done));
      return reached;
    },
  };
}

/** What failed and what to do; `calledAs` is how the program was called, for commands in the hint. */
export function renderFailure({ message, lines, hint }: Failure, calledAs: string): string {
  const shown = [`phagepress: ${message}`, ...lines];
  if (hint !== undefined) shown.push(`  hint: ${asCalled(hint, calledAs)}`);
  return shown.map((line) => `${printable(line)}\n`).join('');
}

/** The JSON output of a command that failed before there was a report. */
export function failureToJson({ kind, message, lines, hint }: Failure) {
  const failure = {
    exitCode: exitCodes[kind],
    message,
    ...(lines.length === 0 ? {} : { lines }),
    ...(hint === undefined ? {} : { hint }),
  };
  return { ok: false, failure };
}
