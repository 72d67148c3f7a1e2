/** Finds gene families by their labels. */

/** Those whose label is the text or has it, in any case: the whole label first, then those that begin with it. */
export function familiesLabelled(labels: ReadonlyMap<number, string>, text: string): number[] {
  const wanted = text.toLowerCase();
  const found: { readonly pham: number; readonly rank: number }[] = [];
  for (const [pham, label] of wanted === '' ? [] : labels) {
    const at = label.toLowerCase().indexOf(wanted);
    if (at < 0) continue;
    const isWhole = label.length === wanted.length;
    found.push({ pham, rank: isWhole ? 0 : at === 0 ? 1 : 2 });
  }
  return found.sort((a, b) => a.rank - b.rank || a.pham - b.pham).map(({ pham }) => pham);
}
