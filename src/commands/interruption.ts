/** Signals that ask the program to end (Ctrl-C): the first lets it clean up, the second ends it at once. */
import { Interrupted } from '../failure.ts';

// As shells have it: 128 and the number of the signal.
const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
// Cleaning up takes less, unless the disk hangs.
const patienceMs = 10_000;

export interface Signals {
  /** Is aborted by the first signal; before somebody asks for it, a signal ends the program at once. */
  readonly interruption: () => AbortSignal;
  /** The exit code for the signal that came. */
  readonly exitCode: () => number;
}

/** `tell` says it where nobody else will. */
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
