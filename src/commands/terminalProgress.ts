/** Shows progress on standard error: a bar on a terminal, plain lines for a pipe or a dumb terminal. */
import type * as CliProgress from 'cli-progress';
import { createRequire } from 'node:module';
import { onExit } from 'signal-exit';
import { exitCodes, type Failure } from '../base/failure.ts';
import type { Progress, ProgressPlan, ProgressUnit } from '../base/progress.ts';
import { printable } from '../text/json.ts';
import { asCalled, formatBytes, formatCount, formatCounted, formatSeconds } from '../text/words.ts';

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
 * One line about the progress of a stage, as detailed as the width allows: ` 42 % Reading [=====    ] 210 MB of 490 MB,
 * 120 MB a second, 2.33 s left`: the percentage is the command's, the rest the stage's. Shorter than `columns`.
 */
export function describeStage(state: StageState, columns: number): string {
  const texts = [...versionsOf(state)];
  const shortest = texts.at(-1) ?? '';
  return texts.find((text) => text.length < columns) ?? shortest.slice(0, Math.max(0, columns - 1));
}

/** From the longest to the shortest. */
function* versionsOf(state: StageState): Generator<string> {
  const { name, done, total, unit, elapsedMs, overall } = state;
  const head =
    overall === null ? name : `${String(Math.floor(overall * 100)).padStart(3)} % ${name}`;
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

type Stage = Pick<StageState, 'name' | 'total' | 'unit'>;

/** `plan` names the stages in advance, if they are known; a dumb terminal (TERM=dumb) cannot move the cursor back. */
export function createTerminalProgress(
  stream: NodeJS.WriteStream,
  options: { readonly quiet: boolean; readonly plan: ProgressPlan; readonly isDumb: boolean },
): Progress {
  const { quiet, plan, isDumb } = options;
  if (quiet) return { stage() {}, advance() {}, end() {} };
  const share = createOverallShare(plan);
  let stage: Stage | null = null;
  let done = 0;
  let startedAt = 0;
  /** How far the stage is; empty between stages. */
  const text = (columns: number): string => {
    if (stage === null) return '';
    const overall = plan.length === 0 ? null : share.at(shareOf({ done, total: stage.total }));
    const elapsedMs = performance.now() - startedAt;
    return describeStage({ ...stage, done, elapsedMs, overall }, columns);
  };
  const shown = stream.isTTY && !isDumb ? showBar(stream, text) : showLines(stream, text);
  const end = () => {
    shown.end();
    stage = null;
  };
  return {
    stage(name, total, unit = 'files') {
      end();
      stage = { name, total, unit };
      done = 0;
      startedAt = performance.now();
      share.begin(name);
      shown.begin(stage);
    },
    advance(units) {
      done += units;
      shown.advance(units);
    },
    end,
  };
}

interface Shown extends Omit<Progress, 'stage'> {
  readonly begin: (stage: Stage) => void;
}

// A person watches a terminal; a pipe usually is a log.
const betweenLinesMs = { terminal: 5000, pipe: 30_000 };

function showLines(stream: NodeJS.WriteStream, text: (columns: number) => string): Shown {
  let timer: NodeJS.Timeout | undefined;
  return {
    begin({ name, total, unit }) {
      if (total === 0) return;
      const pauseMs = stream.isTTY ? betweenLinesMs.terminal : betweenLinesMs.pipe;
      timer = setInterval(() => stream.write(`${text(Infinity)}\n`), pauseMs).unref();
      // Without a total, a line is printed only once the stage takes long.
      if (total !== null) stream.write(`${name} ${amount(total, unit)}\n`);
    },
    advance() {},
    end: () => clearInterval(timer),
  };
}

const defaultColumns = 80;

// Loaded lazily, since most runs draw no bar, and synchronously, since a stage begins at once.
const require = createRequire(import.meta.url);

function showBar(stream: NodeJS.WriteStream, text: (columns: number) => string): Shown {
  const { SingleBar }: typeof CliProgress = require('cli-progress');
  let bar: CliProgress.SingleBar | null = null;
  // A signal must not leave the terminal with its cursor hidden.
  onExit(() => bar?.stop());
  const format = () => text(stream.columns ?? defaultColumns);
  const options = { stream, format, hideCursor: true, clearOnComplete: true, gracefulExit: false };
  return {
    begin({ total }) {
      bar = new SingleBar({ ...options, fps: 10 });
      bar.start(total ?? 1, 0);
    },
    advance: (units) => bar?.increment(units),
    end() {
      bar?.stop();
      bar = null;
    },
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
      const behind = plan.slice(0, Math.max(0, at)).reduce((sum, [, one]) => sum + one, 0);
      before = behind / (total || 1);
      weight = (plan[at]?.[1] ?? 0) / (total || 1);
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
