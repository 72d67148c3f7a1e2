/** Runs many tasks at once, and hands their results on one by one, in the order of the tasks. */

/**
 * Runs a task for each item, and `take` with its result once those before it were taken. At most `limit` results
 * are under way or wait for their turn, so that a late one never makes the others pile up. After a failure those
 * under way are waited for before it is thrown.
 */
export async function inTurn<Item, Result>(
  items: Iterable<Item>,
  limit: number,
  run: (item: Item) => Promise<Result>,
  take: (result: Result, item: Item) => void | Promise<void>,
): Promise<void> {
  const rest = items[Symbol.iterator]();
  const waiting: { readonly item: Item; readonly result: Promise<Result> }[] = [];
  const startNext = () => {
    const next = rest.next();
    if (next.done === true) return;
    const result = run(next.value);
    // It is waited for in its turn, which may be after another failed.
    result.catch(() => {});
    waiting.push({ item: next.value, result });
  };
  try {
    for (let started = 0; started < limit; started++) startNext();
    for (let head = waiting.shift(); head !== undefined; head = waiting.shift()) {
      const result = await head.result;
      startNext();
      await take(result, head.item);
    }
  } finally {
    await Promise.allSettled(waiting.map(({ result }) => result));
  }
}
