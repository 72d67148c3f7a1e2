/** The effects that a command may have other than on files. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Interrupted, reasonOf } from '../base/failure.ts';
import type { Progress, ProgressPlan } from '../base/progress.ts';

export interface Terminal {
  readonly out: (text: string) => void;
  /** Writes output for other programs to standard output: unchanged, except on a terminal. */
  readonly file: (text: string) => void;
  readonly err: (text: string) => void;
  /** How the program was called, such as `npx phagepress`. */
  readonly calledAs: string;
  /** Runs npm in a folder; `fault` says in a line what went wrong, and is null if nothing did. */
  readonly npm: (
    args: readonly string[],
    cwd: string,
  ) => Promise<{ readonly fault: string | null }>;
  /** `plan` names the stages in advance. */
  readonly progress: (options: { readonly quiet: boolean }, plan: ProgressPlan) => Progress;
  /** Milliseconds since an arbitrary fixed time. */
  readonly now: () => number;
  /**
   * Aborted when a signal asks the program to end. A command that has called this cleans up and throws Interrupted, or
   * ends in its own way; until then a signal ends the program at once.
   */
  readonly interruption: () => AbortSignal;
}

// As in shells: 128 plus the number of the signal.
const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
// Cleaning up takes less time than this, unless the disk hangs.
const patienceMs = 10_000;

export interface Signals {
  /** Aborted by the first signal. Until this is called, a signal ends the program at once. */
  readonly interruption: () => AbortSignal;
  readonly exitCode: () => number;
}

/**
 * Listens for signals that ask the program to end (Ctrl-C): the first lets it clean up, the second ends it at once.
 * `tell` is called when a signal ends the program at once, which nothing else reports.
 */
export function listenForSignals(tell: () => void): Signals {
  let interruption: AbortController | null = null;
  let exitCode: number = exitCodes.SIGINT;
  const hear = (code: number) => {
    exitCode = code;
    if (interruption === null) tell();
    if (interruption === null || interruption.signal.aborted) process.exit(code);
    interruption.abort(new Interrupted('Interrupted.'));
    setTimeout(() => process.exit(code), patienceMs).unref();
  };
  for (const [signal, code] of Object.entries(exitCodes)) process.on(signal, () => hear(code));
  return {
    interruption() {
      interruption ??= new AbortController();
      return interruption.signal;
    },
    exitCode: () => exitCode,
  };
}

/** Runs npm, which every Node brings along. */
export const runNpm: Terminal['npm'] = async (args, cwd) => {
  try {
    await promisify(execFile)('npm', [...args], { cwd });
    return { fault: null };
  } catch (error) {
    const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
    const [line] =
      stderr.match(
        /^npm (?:error|ERR!) (?!(?:code|errno|syscall|path|dest) |A complete log).+$/m,
      ) ?? [];
    return { fault: line ?? reasonOf(error) };
  }
};
