/** A progress that shows nothing, and what it was told. */
import type { Progress } from '../../src/base/progress.ts';

export function watchedProgress() {
  const seen = { stages: [] as Parameters<Progress['stage']>[], advanced: 0, ended: 0 };
  const progress: Progress = {
    stage: (...told) => void seen.stages.push(told),
    advance: (by) => void (seen.advanced += by),
    end: () => void seen.ended++,
  };
  return { progress, seen };
}
