/** Runs many tasks, and leaves none of them running behind. */

/**
 * Runs a task for each item, at most `limit` at a time; gives the results in the order of the items. After
 * a failure no other task is started, and those under way are waited for before it is thrown: nothing may
 * still write into a folder that somebody else goes on with.
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
  // Items that are made as they are asked for may hold something open.
  rest.return?.();
  if (failures.length > 0) throw failures[0];
  return results;
}
