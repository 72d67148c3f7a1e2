/** Long work on the main thread lets others have their turn: signals, the lock's renewal and what shows progress. */
import { setImmediate } from 'node:timers/promises';

// Short enough that nobody notices, long enough that turns cost nothing.
const turnMs = 20;

/** Waits for the others' turn where the last is long ago; to be asked often, at each step of the work. */
export function takeTurns(now: () => number = () => performance.now()): () => Promise<void> {
  let since = now();
  return async () => {
    if (now() - since < turnMs) return;
    await setImmediate();
    since = now();
  };
}
