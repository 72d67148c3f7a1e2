/** The stretch of a genome, or of several on one scale, that is in view: in the address, in a zoom, and around a gene. */
import type { Gene } from '../data/records.ts';
import { margin } from './track.ts';

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
export function stretchChoices(stretch: Stretch | null): {
  readonly from: string | null;
  readonly to: string | null;
} {
  const [from, to] = stretch ?? [null, null];
  return {
    from: from === null ? null : String(Math.round(from)),
    to: to === null ? null : String(Math.round(to)),
  };
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
interface Zoom {
  readonly k: number;
  readonly x: number;
}

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
