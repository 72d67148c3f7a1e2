/** Signals that ask the program to end (Ctrl-C): the first lets it clean up, the second ends it at once. */
import { Interrupted } from '../failure.ts';

// As in shells: 128 plus the number of the signal.
const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
// Cleaning up takes less time than this, unless the disk hangs.
const patienceMs = 10_000;

export interface Signals {
  /** Aborted by the first signal. Until this is called, a signal ends the program at once. */
  readonly interruption: () => AbortSignal;
  readonly exitCode: () => number;
}

/** `tell` is called when a signal ends the program at once, which nothing else reports. */
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
