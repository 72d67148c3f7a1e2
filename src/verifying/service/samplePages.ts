/** Draws a sample of pages, deterministic for a seed. */
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

/** A random number from 1 to `end`. */
export function drawOne(end: number, seed: string): number {
  const digits = hash('sha256', seed).slice(0, 12);
  return 1 + (Number.parseInt(digits, 16) % end);
}
