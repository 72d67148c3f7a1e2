/** The size of runs on disk: the bytes of their records and of their indexes. */
import type { MergedRun } from './runCursor.ts';

export function bytesOfRuns(runs: readonly MergedRun[]): number {
  return runs.flatMap(({ blocks }) => blocks).reduce((sum, { bytes }) => sum + bytes, 0);
}
