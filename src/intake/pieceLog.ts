/** Takes the findings of one piece: keeps the first of each severity, counts the rest. */
import type { Finding } from '../findings/finding.ts';
import { type RuleName, rules } from '../findings/rules.ts';

export interface PieceLog {
  readonly report: (finding: Finding) => void;
  readonly kept: readonly Finding[];
  readonly uncounted: ReadonlyMap<RuleName, number>;
}

/** Findings must come in the order of their lines, so that the first are those to keep. */
export function createPieceLog(allowed: ReadonlySet<RuleName>, maxFindings: number): PieceLog {
  const kept: Finding[] = [];
  const uncounted = new Map<RuleName, number>();
  const room = { error: maxFindings, warning: maxFindings };
  return {
    kept,
    uncounted,
    report(finding) {
      const severity = allowed.has(finding.rule) ? 'warning' : rules[finding.rule].severity;
      if (room[severity] > 0) {
        room[severity]--;
        kept.push(finding);
      } else {
        uncounted.set(finding.rule, (uncounted.get(finding.rule) ?? 0) + 1);
      }
    },
  };
}
