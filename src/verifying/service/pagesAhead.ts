/** Prefetches with a bounded number of concurrent requests, and returns the results in order. */

/** Yields the result of `fetch` for each item, in order, with at most `ahead` of them in flight. */
export async function* pagesAhead<Item, Result>(
  items: Iterable<Item>,
  ahead: number,
  fetch: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const underWay: Promise<Result>[] = [];
  try {
    for (const item of items) {
      underWay.push(fetch(item));
      if (underWay.length < ahead) continue;
      const next = underWay.shift();
      if (next !== undefined) yield await next;
    }
    for (let next = underWay.shift(); next !== undefined; next = underWay.shift()) yield await next;
  } finally {
    // If the consumer stops early, later failures must not become unhandled rejections.
    await Promise.allSettled(underWay);
  }
}
