/** What is in memory still, for tests of what may not be held. */
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Those that something still holds. */
export async function heldOf(objects: readonly WeakRef<object>[]): Promise<object[]> {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  // What was looked at in this turn is not collected, nor what was in use when a collection began that is under way.
  for (const _ of ['under way', 'whole']) {
    await setImmediate();
    collectGarbage();
  }
  return objects.flatMap((object) => object.deref() ?? []);
}
