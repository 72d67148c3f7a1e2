/** Takes the findings of one piece: keeps the first of each severity, counts the rest. */
import { compareFindings, type Finding } from '../findings/finding.ts';
import { type RuleName, rules } from '../findings/rules.ts';

export interface PieceLog {
  readonly report: (finding: Finding) => void;
  /** Once all are reported: the first of each severity by place, and how many more of each rule there were. */
  readonly contents: () => {
    readonly kept: readonly Finding[];
    readonly uncounted: ReadonlyMap<RuleName, number>;
  };
}

/** Findings may come in any order: what is wrong with a file is seen before the records in its last part. */
export function createPieceLog(allowed: ReadonlySet<RuleName>, maxFindings: number): PieceLog {
  const kept = { error: [] as Finding[], warning: [] as Finding[] };
  const uncounted = new Map<RuleName, number>();

  const trim = (list: Finding[]) => {
    list.sort(compareFindings);
    for (const { rule } of list.splice(maxFindings)) {
      uncounted.set(rule, (uncounted.get(rule) ?? 0) + 1);
    }
  };

  return {
    report(finding) {
      const severity = allowed.has(finding.rule) ? 'warning' : rules[finding.rule].severity;
      const list = kept[severity];
      list.push(finding);
      // Twice the bound before a sort, so that a flood of findings costs little and memory stays flat.
      if (list.length > 2 * maxFindings + 16) trim(list);
    },
    contents() {
      trim(kept.error);
      trim(kept.warning);
      return { kept: [...kept.error, ...kept.warning].sort(compareFindings), uncounted };
    },
  };
}
