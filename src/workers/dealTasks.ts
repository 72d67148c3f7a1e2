/** Runs many tasks of unequal size in parallel, so that all threads end at about the same time. */
import { mapTasks } from './mapTasks.ts';

/** Like `mapTasks`, but starts the most expensive items first; the results are in the order of the items. */
export async function dealTasks<Item, Result>(
  items: readonly Item[],
  limit: number,
  costOf: (item: Item) => number,
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const dearestFirst = items
    .map((item, at) => ({ item, at, cost: costOf(item) }))
    .sort((a, b) => b.cost - a.cost || a.at - b.at);
  const results: Result[] = [];
  await mapTasks(dearestFirst, limit, async ({ item, at }) => {
    results[at] = await run(item);
  });
  return results;
}
