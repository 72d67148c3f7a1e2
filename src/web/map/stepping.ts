/** How keys go from gene to gene of a track: in the order in which they are seen, also on one that is turned round. */
import type { Stretch } from './stretch.ts';
import { type Placed, type Placement, type Span, spansOn } from './track.ts';

export interface Stop<Item> {
  readonly item: Item;
  /** Where it is; of two parts that of its start comes first. */
  readonly spans: readonly [Span, ...Span[]];
}

/** From left to right. */
export function stopsOf<Item extends Placed>(
  placement: Placement,
  items: readonly Item[],
): readonly Stop<Item>[] {
  return items
    .map((item) => ({ item, spans: spansOn(placement, item) }))
    .sort(({ spans: [a] }, { spans: [b] }) => a.from - b.from || a.to - b.to);
}

/** The one `by` further to the right, or the last before an end; without `current` the first in view. */
export function stepFrom<Item>(
  stops: readonly Stop<Item>[],
  current: Item | null,
  by: number,
  [from, to]: Stretch,
): Stop<Item> | undefined {
  const at = current === null ? -1 : stops.findIndex(({ item }) => item === current);
  if (at !== -1) return stops[Math.min(Math.max(at + by, 0), stops.length - 1)];
  const isInView = ({ spans }: Stop<Item>) =>
    spans.some((span) => span.to > from && span.from < to);
  return stops.find(isInView) ?? stops[0];
}

/** The one whose middle is nearest to that of another, such as of a gene on the track above. */
export function nearestTo<Item>(
  stops: readonly Stop<Item>[],
  other: Stop<unknown>,
): Stop<Item> | undefined {
  const wanted = middleOf(other);
  const distance = (stop: Stop<Item>) => Math.abs(middleOf(stop) - wanted);
  return stops.reduce<Stop<Item> | undefined>(
    (best, stop) => (best === undefined || distance(stop) < distance(best) ? stop : best),
    undefined,
  );
}

function middleOf({ spans: [{ from, to }] }: Stop<unknown>): number {
  return (from + to) / 2;
}

// What is in view is known but for rounding.
const tolerance = 0.5;

/** The stretch, as long as the one in view, to show for it to be seen; null where it, or a part of it, is seen whole. */
export function stretchFor(stop: Stop<unknown>, [from, to]: Stretch): Stretch | null {
  const isSeen = stop.spans.some(
    (span) => span.from >= from - tolerance && span.to <= to + tolerance,
  );
  if (isSeen) return null;
  const [middle, half] = [middleOf(stop), (to - from) / 2];
  return [middle - half, middle + half];
}
