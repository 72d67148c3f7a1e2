/** Where labels stand beside a track so that no two overlap. */

export interface Label {
  readonly text: string;
  /** Where it would stand best, in pixels. */
  readonly x: number;
  /** Labels of greater weight get their place first. */
  readonly weight: number;
}

export interface PlacedLabel {
  readonly label: Label;
  /** Its middle. */
  readonly x: number;
  /** 0 is nearest to the track. */
  readonly lane: number;
}

const gapPixels = 8;

/**
 * Gives each label the lowest lane in which it is free between `left` and `right`; a label without a free place is left
 * out. The order of the result is that of `labels`.
 */
export function placeLabels(
  labels: readonly Label[],
  lanes: number,
  [left, right]: readonly [number, number],
  widthOf: (text: string) => number,
): readonly PlacedLabel[] {
  const taken: [number, number][][] = Array.from({ length: lanes }, () => []);
  const order = labels
    .map((label, index) => ({ label, index }))
    .sort((a, b) => b.label.weight - a.label.weight || a.index - b.index);
  const placed: (PlacedLabel & { readonly index: number })[] = [];
  for (const { label, index } of order) {
    const half = widthOf(label.text) / 2 + gapPixels / 2;
    if (label.x < left || label.x > right || 2 * half > right - left) continue;
    const x = Math.min(Math.max(label.x, left + half), right - half);
    const lane = taken.findIndex((spans) =>
      spans.every(([from, to]) => x + half <= from || x - half >= to),
    );
    if (lane === -1) continue;
    taken[lane]?.push([x - half, x + half]);
    placed.push({ label, x, lane, index });
  }
  return placed.sort((a, b) => a.index - b.index).map(({ label, x, lane }) => ({ label, x, lane }));
}
