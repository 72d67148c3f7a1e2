/** What a command may do to the world it was started in, besides files. */
import type { Progress, ProgressPlan } from '../progress.ts';

export interface Terminal {
  /** Writes to standard output. */
  readonly out: (text: string) => void;
  /** Writes to standard output what another program reads: as it is, but on a screen. */
  readonly file: (text: string) => void;
  /** Writes to standard error. */
  readonly err: (text: string) => void;
  /** How the program was called, such as `npx phagepress`. */
  readonly calledAs: string;
  /** `plan` names the stages to come. */
  readonly progress: (options: { readonly quiet: boolean }, plan: ProgressPlan) => Progress;
  /** Milliseconds from any fixed moment. */
  readonly now: () => number;
  /**
   * Is aborted when a signal asks the program to end. Whoever has asked for it cleans up and throws Interrupted, or
   * ends as it likes; until then a signal ends the program at once.
   */
  readonly interruption: () => AbortSignal;
}
