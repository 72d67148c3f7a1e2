/** Collects the findings of a run: counts all of them, keeps the first few of each severity (S5). */
import { compareFindings, type Finding } from './finding.ts';
import { rules, type RuleName } from './rules.ts';

export type Severity = 'error' | 'warning';

export interface LoggedFinding extends Finding {
  readonly severity: Severity;
}

export interface FindingReport {
  readonly errors: number;
  readonly warnings: number;
  /** By rule, in the order of the rule table; rules without a finding are absent. */
  readonly errorsByRule: ReadonlyMap<RuleName, number>;
  readonly warningsByRule: ReadonlyMap<RuleName, number>;
  /** In order of place, errors first, at most `maxKept` in all. */
  readonly kept: readonly LoggedFinding[];
}

export interface FindingLog {
  readonly add: (finding: Finding) => void;
  /** Counts findings that are not at hand. */
  readonly count: (rule: RuleName, findings: number) => void;
  readonly hasErrors: () => boolean;
  readonly report: () => FindingReport;
  /** Everything needed to make an equal log: the findings it holds, and how many more of each rule it counted. */
  readonly contents: () => {
    readonly kept: readonly Finding[];
    readonly uncounted: readonly (readonly [RuleName, number])[];
  };
}

/**
 * A log that keeps the first `maxKept` findings by place, in whatever order they come.
 * Findings of the rules in `allowed` are warnings (S3).
 */
export function createFindingLog(options: {
  readonly allowed: ReadonlySet<RuleName>;
  readonly maxKept: number;
}): FindingLog {
  const kept = { error: [] as LoggedFinding[], warning: [] as LoggedFinding[] };
  const counts = { error: new Map<RuleName, number>(), warning: new Map<RuleName, number>() };

  const trim = (list: LoggedFinding[]) => {
    list.sort(compareFindings);
    list.length = Math.min(list.length, options.maxKept);
  };

  const severityOf = (rule: RuleName): Severity =>
    options.allowed.has(rule) ? 'warning' : rules[rule].severity;

  const count = (rule: RuleName, findings: number) => {
    const byRule = counts[severityOf(rule)];
    byRule.set(rule, (byRule.get(rule) ?? 0) + findings);
  };

  return {
    count,
    add(finding) {
      const severity = severityOf(finding.rule);
      count(finding.rule, 1);
      const list = kept[severity];
      list.push({ ...finding, severity });
      // Twice the bound before a sort, so that a flood of findings costs little and memory stays flat.
      if (list.length > 2 * options.maxKept + 16) trim(list);
    },
    contents() {
      const held = [...kept.error, ...kept.warning].map(({ severity: _, ...finding }) => finding);
      const heldByRule = new Map<RuleName, number>();
      for (const { rule } of held) heldByRule.set(rule, (heldByRule.get(rule) ?? 0) + 1);
      const uncounted = [...counts.error, ...counts.warning].map(
        ([rule, all]) => [rule, all - (heldByRule.get(rule) ?? 0)] as const,
      );
      return { kept: held, uncounted: uncounted.filter(([, more]) => more > 0) };
    },
    hasErrors: () => counts.error.size > 0,
    report() {
      trim(kept.error);
      trim(kept.warning);
      return {
        errors: total(counts.error),
        warnings: total(counts.warning),
        errorsByRule: inRuleOrder(counts.error),
        warningsByRule: inRuleOrder(counts.warning),
        kept: [...kept.error, ...kept.warning].slice(0, options.maxKept),
      };
    },
  };
}

function total(counts: ReadonlyMap<RuleName, number>): number {
  let sum = 0;
  for (const count of counts.values()) sum += count;
  return sum;
}

function inRuleOrder(counts: ReadonlyMap<RuleName, number>): Map<RuleName, number> {
  const order = Object.keys(rules);
  return new Map([...counts].sort(([a], [b]) => order.indexOf(a) - order.indexOf(b)));
}
