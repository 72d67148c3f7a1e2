/** Runs some work once, and again after each change of its sources. */
import type { SourceWatcher } from './sourceWatcher.ts';

interface Work {
  /** What to watch, even if the work fails before it finds out more. */
  readonly sources: readonly string[];
  /** Works on the current files. It calls `cover` with more paths to watch before it reads them. */
  readonly work: (cover: (more: readonly string[]) => void) => Promise<void>;
  /** Waits in case a series of writes continues. Throws the signal's reason. */
  readonly pause: () => Promise<void>;
  readonly signal: AbortSignal;
}

/**
 * Works until the signal is aborted, and throws its reason; one round at a time. A round starts once nothing was
 * written during a pause. A change during a round starts another.
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
      // Folders that appeared in the meantime are watched, too, so that it is known when they are complete.
      watcher.cover(all);
    } while (watcher.changes() !== seen);
  }
}
