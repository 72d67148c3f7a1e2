/** Lets long work on the main thread yield to the event loop: to signals, the lock's renewal and progress. */
import { setImmediate } from 'node:timers/promises';

// Too short to be noticed, long enough that yielding costs almost nothing.
const turnMs = 20;

/** Returns a function that yields if it last did so long ago; await it at each step of the work. */
export function takeTurns(now: () => number = () => performance.now()): () => Promise<void> {
  let since = now();
  return async () => {
    if (now() - since < turnMs) return;
    await setImmediate();
    since = now();
  };
}
