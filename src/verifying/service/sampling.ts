/** Draws what is asked of a service, by a seed. */
import { hash } from 'node:crypto';

/** `size` random pages from 1 to `pages`, plus the first two and the last, sorted. */
export function samplePages(pages: number, size: number, seed: string): number[] {
  const drawn = new Set([1, Math.min(2, pages), pages]);
  const due = Math.min(pages, size + drawn.size);
  for (let draw = 0; drawn.size < due; draw++) {
    drawn.add(drawOne(pages, `${seed} ${draw}`));
  }
  return [...drawn].sort((a, b) => a - b);
}

/** A number from 1 to `end`. */
export function drawOne(end: number, seed: string): number {
  const digits = hash('sha256', seed).slice(0, 12);
  return 1 + (Number.parseInt(digits, 16) % end);
}

export interface Sampling {
  /** How many of a kind; null for the usual number. */
  readonly sample: number | null;
  readonly seed: number;
}

// Enough to include all sorts of names, few enough for a site of a million phams.
const defaultSample = 40;

/** Which of `total` files of a kind to request, from 0. */
export function sampleOf(total: number, { sample, seed }: Sampling, kind: string): number[] {
  if (total === 0) return [];
  return samplePages(total, sample ?? defaultSample, `${seed} ${kind}`).map((number) => number - 1);
}

export function sampled(entries: readonly number[], sampling: Sampling, kind: string): number[] {
  return sampleOf(entries.length, sampling, kind).flatMap((at) => entries[at] ?? []);
}
