/** Runs many tasks in parallel, and passes on their results in the order of the tasks. */

/**
 * Runs a task for each item, and `take` with each result in the order of the items. At most `limit` results are in
 * progress or waiting, so that a slow task does not let the others pile up. After a failure, running tasks are
 * awaited before it is thrown.
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
    // It is awaited in its turn, maybe only after another failed: until then, no unhandled rejection.
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
