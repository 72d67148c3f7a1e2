/** The effects that a command may have other than on files. */
import type { Progress, ProgressPlan } from '../progress.ts';

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
