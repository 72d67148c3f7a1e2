/** The progress of a command over all its stages; it never decreases. */
import type { ProgressPlan } from '../progress.ts';

export function createOverallShare(plan: ProgressPlan) {
  const total = plan.reduce((sum, [, weight]) => sum + weight, 0);
  let before = 0;
  let weight = 0;
  let reached = 0;
  return {
    /** Starts a stage; a stage outside the plan adds nothing. */
    begin(stage: string): void {
      const at = plan.findIndex(([name]) => name === stage);
      const behind = at < 0 ? 0 : plan.slice(0, at).reduce((sum, [, one]) => sum + one, 0);
      before = total === 0 ? 0 : behind / total;
      weight = total === 0 ? 0 : (plan[at]?.[1] ?? 0) / total;
    },
    /** The command's progress, 0 to 1, for the stage's progress, 0 to 1. */
    at(done: number): number {
      // A stage that is skipped or restarted must not lower the progress shown.
      reached = Math.max(reached, before + weight * Math.min(1, done));
      return reached;
    },
  };
}
