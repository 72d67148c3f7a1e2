/** How many bytes runs have on disk: those of their records, and of what they keep beside these. */
import type { MergedRun } from './runCursor.ts';

export function bytesOfRuns(runs: readonly MergedRun[]): number {
  return runs.flatMap(({ blocks }) => blocks).reduce((sum, { bytes }) => sum + bytes, 0);
}
