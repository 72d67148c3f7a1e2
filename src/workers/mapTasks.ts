/** Runs many tasks in parallel, and leaves none of them running. */

/**
 * Runs a task for each item, at most `limit` at a time; returns the results in the order of the items. After a
 * failure no further task is started, and running ones are awaited before it is thrown: nothing may still write
 * into a folder that the caller goes on to use.
 */
export async function mapTasks<Item, Result>(
  items: Iterable<Item>,
  limit: number,
  run: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const failures: unknown[] = [];
  const rest = items[Symbol.iterator]();
  let started = 0;
  const work = async () => {
    while (failures.length === 0) {
      try {
        const next = rest.next();
        if (next.done === true) return;
        const index = started++;
        results[index] = await run(next.value, index);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: limit }, work));
  // A generator may hold something open.
  rest.return?.();
  if (failures.length > 0) throw failures[0];
  return results;
}
