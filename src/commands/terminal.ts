/** What a command may do to the world it was started in, besides files. */
import type { Progress } from '../progress.ts';

export interface Terminal {
  /** Writes to standard output. */
  readonly out: (text: string) => void;
  /** Writes to standard error. */
  readonly err: (text: string) => void;
  readonly progress: (options: { readonly quiet: boolean }) => Progress;
  /** Milliseconds from any fixed moment. */
  readonly now: () => number;
  /** Resolves when the user asks the program to end (Ctrl-C). */
  readonly interrupted: () => Promise<void>;
}
