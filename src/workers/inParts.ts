/** Splits a list into at most `parts` chunks for threads, in order and of about the same length; none is empty. */
export function inParts<Item>(items: readonly Item[], parts: number): Item[][] {
  const length = Math.max(1, Math.ceil(items.length / parts));
  return Array.from({ length: Math.ceil(items.length / length) }, (_, index) =>
    items.slice(index * length, (index + 1) * length),
  );
}
