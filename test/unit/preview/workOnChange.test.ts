import { expect, test } from 'vitest';
import { workOnChange } from '../../../src/preview/watch.ts';

/** A watcher whose changes the test makes. */
function handWatcher() {
  let count = 0;
  let wake = () => {};
  const covered: string[] = [];
  return {
    covered,
    change() {
      count += 1;
      wake();
    },
    cover: (paths: readonly string[]) => void covered.push(paths.join(' ')),
    changes: () => count,
    async until(known: number, signal: AbortSignal) {
      if (count <= known) await new Promise<void>((resolve) => (wake = resolve));
      signal.throwIfAborted();
    },
    close: () => {},
  };
}

test('a round follows a change once nothing is written during a pause, and rounds never overlap', async () => {
  const watcher = handWatcher();
  const ending = new AbortController();
  const told: string[] = [];
  let pauses = 0;
  let rounds = 0;
  const working = workOnChange(watcher, {
    sources: ['config'],
    signal: ending.signal,
    async pause() {
      pauses += 1;
      told.push('pause');
      // Writes go on during the first two.
      if (pauses <= 2) watcher.change();
      await Promise.resolve();
    },
    async work(cover) {
      rounds += 1;
      told.push(`begin ${rounds}`);
      cover(['data']);
      // Something changes while the first round is at work: that leads to the second.
      if (rounds === 1) watcher.change();
      if (rounds === 2) {
        ending.abort(new Error('enough'));
        watcher.change();
      }
      await Promise.resolve();
      told.push(`end ${rounds}`);
    },
  });
  await expect(working).rejects.toThrow('enough');
  expect(told).toEqual(['begin 1', 'end 1', 'pause', 'pause', 'pause', 'begin 2', 'end 2']);
  // The configuration before it is read, and all before the data is.
  expect(watcher.covered.slice(0, 2)).toEqual(['config', 'config data']);
});
