/** Runs a bounded number of requests ahead of whoever takes their answers, which come in order. */

/** Gives what `fetch` makes of each item in the order of the items, with at most `ahead` of them under way. */
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
    // Whoever has seen enough must not be surprised by one that fails later.
    await Promise.allSettled(underWay);
  }
}
