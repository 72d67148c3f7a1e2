/** How far a command is with all of its stages; it never runs backwards. */
import type { ProgressPlan } from '../progress.ts';

export interface OverallShare {
  /** Begins a stage; one that the plan does not have adds nothing. */
  readonly begin: (stage: string) => void;
  /** How far the command is, 0 to 1, when that stage is so far, 0 to 1. */
  readonly at: (done: number) => number;
}

export function createOverallShare(plan: ProgressPlan): OverallShare {
  const total = plan.reduce((sum, [, weight]) => sum + weight, 0);
  let before = 0;
  let weight = 0;
  let reached = 0;
  return {
    begin(stage) {
      const at = plan.findIndex(([name]) => name === stage);
      const behind = at < 0 ? 0 : plan.slice(0, at).reduce((sum, [, one]) => sum + one, 0);
      before = total === 0 ? 0 : behind / total;
      weight = total === 0 ? 0 : (plan[at]?.[1] ?? 0) / total;
    },
    at(done) {
      // A stage that is skipped, or begun again, must not take back what was shown.
      reached = Math.max(reached, before + weight * Math.min(1, done));
      return reached;
    },
  };
}
