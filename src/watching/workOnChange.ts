/** Does a piece of work once, and again after each change of what it is made of. */
import type { SourceWatcher } from './sourceWatcher.ts';

interface Work {
  /** What to watch, even if the work fails before it knows what else to. */
  readonly sources: readonly string[];
  /** Works with what lies there now. `cover` is told of more to watch before that is read. */
  readonly work: (cover: (more: readonly string[]) => void) => Promise<void>;
  /** Passes the time in which writes may go on. Throws the signal's reason. */
  readonly pause: () => Promise<void>;
  readonly signal: AbortSignal;
}

/**
 * Works until the signal is aborted, and throws its reason; one round at a time. A round waits until nothing was
 * written during a pause. What changes during a round leads to another.
 */
export async function workOnChange(
  watcher: SourceWatcher,
  { sources, work, pause, signal }: Work,
): Promise<never> {
  let all = sources;
  const cover = (more: readonly string[]) => {
    all = [...sources, ...more];
    watcher.cover(all);
  };
  for (;;) {
    watcher.cover(all);
    const known = watcher.changes();
    await work(cover);
    await watcher.until(known, signal);
    let seen: number;
    do {
      seen = watcher.changes();
      await pause();
      // Folders that came meanwhile are watched, too, so that it is known when they are complete.
      watcher.cover(all);
    } while (watcher.changes() !== seen);
  }
}
