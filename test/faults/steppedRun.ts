/** Runs the program so that it can be caught at an exact step, and told from every other process. */
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type CliResult, exitOf, patienceMs, startCli } from '../integration/runCli.ts';

/** The `nth` call, within a thread, of a function of node:fs whose first argument matches `path`. */
export interface Step {
  readonly call: string;
  /** A regular expression. */
  readonly path: string;
  readonly nth?: number;
}

export interface RunOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly unprivileged?: boolean;
  /** Waits just before this step, for a test to change the world meanwhile. */
  readonly stopAt?: Step;
  /** Is killed just before this step. */
  readonly killAt?: Step;
}

export interface SteppedRun {
  readonly pid: number;
  /** What it has said on standard error so far. */
  readonly complaints: () => string;
  /** Once it has ended, by itself or not. */
  readonly ended: Promise<CliResult & { readonly signal: NodeJS.Signals | null }>;
  /** Resolves when the thread waits that came to `stopAt`; throws when it ended without getting there. */
  readonly untilStopped: () => Promise<void>;
  /** Lets it go on from `stopAt`. */
  readonly resume: () => void;
  /** Puts all of it to sleep, as a lid does that is shut; it wakes when it is sent SIGCONT. */
  readonly putToSleep: () => Promise<void>;
  readonly send: (signal: NodeJS.Signals) => void;
  /** Processes that are still there of those that it started and of itself. */
  readonly survivors: () => number[];
}

const hook = path.join(import.meta.dirname, 'stepHook.cjs');
const pollMs = 5;

/** Starts the program. */
export function startStepped(args: readonly string[], options: RunOptions): SteppedRun {
  const { cwd, env = {}, unprivileged = false, stopAt, killAt } = options;
  const mark = randomUUID();
  const step = stopAt ?? killAt;
  const flag = path.join(tmpdir(), `phagepress-step-${mark}`);
  const stepEnvironment: Record<string, string> =
    step === undefined
      ? {}
      : {
          NODE_OPTIONS: `--require ${hook}`,
          PHAGEPRESS_STEP: JSON.stringify({
            nth: 1,
            ...step,
            action: stopAt === undefined ? 'kill' : 'wait',
            flag,
          }),
        };
  const child = startCli(args, {
    cwd,
    unprivileged,
    env: { ...env, ...stepEnvironment, PHAGEPRESS_TEST_MARK: mark },
  });
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (said.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said.stderr += chunk.toString()));
  const closed = new Promise((resolve) => child.once('close', resolve));
  const pid = child.pid ?? 0;

  return {
    pid,
    complaints: () => said.stderr,
    ended: closed.then(async () => {
      for (const file of [flag, `${flag}.go`]) rmSync(file, { force: true });
      return { status: await exitOf(child), ...said, signal: child.signalCode };
    }),
    async untilStopped() {
      await until(() => existsSync(flag) || child.exitCode !== null || child.signalCode !== null);
      if (!existsSync(flag)) {
        throw new Error(`it ended before ${step?.call} ${step?.path}: ${said.stderr}`);
      }
    },
    resume: () => writeFileSync(`${flag}.go`, ''),
    async putToSleep() {
      child.kill('SIGSTOP');
      await until(() => stateOf(pid) === 'T');
    },
    send: (signal) => void child.kill(signal),
    survivors: () => processesWith(mark),
  };
}

/** Runs the program to its end; expects that nothing of it is left. */
export async function runStepped(args: readonly string[], options: RunOptions) {
  const run = startStepped(args, options);
  const result = await run.ended;
  await untilGone(run);
  return result;
}

/** Resolves when no process of the run is left; throws when they stay. */
export async function untilGone(run: SteppedRun): Promise<void> {
  await until(() => run.survivors().length === 0);
}

/** Waits for what must come true soon; throws when it does not. */
export async function until(isTrue: () => boolean): Promise<void> {
  const end = performance.now() + patienceMs;
  while (!isTrue()) {
    if (performance.now() > end) throw new Error(`still not so: ${isTrue.toString()}`);
    await delay(pollMs);
  }
}

/** `T` for one that is stopped, `Z` for a zombie; empty for none. */
function stateOf(pid: number): string {
  try {
    return /\) (\S)/.exec(readFileSync(`/proc/${pid}/stat`, 'latin1'))?.[1] ?? '';
  } catch {
    return '';
  }
}

function processesWith(mark: string): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => environmentOf(pid).includes(mark));
}

function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    // It has just ended, or belongs to somebody else.
    return '';
  }
}
