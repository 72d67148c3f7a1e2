/** The stretch of genomes that is in view: in the address, in a zoom, around a gene, and as keys go from gene to gene. */
import type { Gene } from '../data/records.ts';
import { margin, type Placed, type Placement, type Span, spansOn } from './track.ts';

/** In bases: where it begins, and where it ends. */
export type Stretch = readonly [number, number];

/** What `from` and `to` of an address say, within these ends; null where they are no stretch of it. */
export function stretchOf(query: string, [first, last]: Stretch): Stretch | null {
  const asked = new URLSearchParams(query);
  const from = Math.max(Math.round(Number(asked.get('from') ?? '0')), first);
  const to = Math.min(Math.round(Number(asked.get('to') ?? 'NaN')), last);
  return from < to ? [from, to] : null;
}

/** The stretch with as much room on both sides: so far a comparison is moved, near enough. */
export function withRoom([first, last]: Stretch): Stretch {
  return [2 * first - last, 2 * last - first];
}

/** What an address says of a stretch; null is all. */
export function stretchChoices(stretch: Stretch | null) {
  const [from, to] = (stretch ?? []).map((base) => String(Math.round(base)));
  return { from: from ?? null, to: to ?? null };
}

const spareBases = 3000;

/**
 * A gene with what is beside it. Of one through the origin it is where that starts: a map that has both of its parts has
 * all of the genome. The end may lie behind that of the genome.
 */
export function stretchAround({ start, stop }: Pick<Gene, 'start' | 'stop'>): Stretch {
  return [Math.max(0, start - spareBases), (start <= stop ? stop : start) + spareBases];
}

/** The stretch moved and widened until it lies in a genome and has as many bases as are in view at least. */
export function within([from, to]: Stretch, length: number, fewest: number): Stretch {
  const span = Math.min(Math.max(to - from, Math.min(fewest, length)), length);
  const first = Math.min(Math.max(from, 0), length - span);
  return [first, first + span];
}

/** How far the whole is enlarged, and how far it is moved to the left or right then, in pixels. */
type Zoom = Readonly<{ k: number; x: number }>;

export function zoomOf([from, to]: Stretch, [first, last]: Stretch, width: number): Zoom {
  const k = (last - first) / (to - from);
  const inner = width - 2 * margin;
  return { k, x: margin - k * (margin + ((from - first) / (last - first)) * inner) };
}

/** What is in view; null where that is all, but for rounding. */
export function zoomedTo({ k, x }: Zoom, [first, last]: Stretch, width: number): Stretch | null {
  if (Math.abs(k - 1) < 1e-9 && Math.abs(x) < 1e-6) return null;
  const inner = width - 2 * margin;
  const from = first + (((margin - x) / k - margin) / inner) * (last - first);
  return [from, from + (last - first) / k];
}

/** The stretch to show next: the one before where they are the same but for rounding, so that it is not drawn again. */
export function moved(next: Stretch | null): (before: Stretch | null) => Stretch | null {
  return (before) => {
    if (next === null || before === null) return next;
    return next.every((base, end) => Math.abs(base - (before[end] ?? base)) < 0.01) ? before : next;
  };
}

export interface Stop<Item> {
  readonly item: Item;
  /** Where it is; of two parts that of its start comes first. */
  readonly spans: readonly [Span, ...Span[]];
}

/** From left to right. */
export function stopsOf<Item extends Placed>(placement: Placement, items: readonly Item[]) {
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
export function nearestTo<Item>(stops: readonly Stop<Item>[], other: Stop<unknown>) {
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
