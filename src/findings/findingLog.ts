/** Collects the findings of a run: counts all of them, keeps the first few of each severity (S5). */
import { compareFindings, type Finding } from './finding.ts';
import {
  type CountedAs,
  countedAs,
  type FindingKind,
  geneLengthKinds,
  ruleOf,
} from './findingKind.ts';
import { type RuleChoices, type RuleName, rules, type Severity, severityOf } from './rules.ts';

export interface LoggedFinding extends Finding {
  readonly severity: Severity;
}

export interface FindingReport {
  readonly errors: number;
  readonly warnings: number;
  /** By rule, in the order of the rule table; rules without findings are absent. */
  readonly errorsByRule: ReadonlyMap<RuleName, number>;
  readonly warningsByRule: ReadonlyMap<RuleName, number>;
  /** Number of findings of each kind, for the rule that has kinds; kinds without findings are absent. */
  readonly kinds: ReadonlyMap<FindingKind, number>;
  /** In order of place, errors first, at most `maxKept` in total. */
  readonly kept: readonly LoggedFinding[];
}

export type FindingLog = ReturnType<typeof createFindingLog>;

/**
 * A log that keeps the first `maxKept` findings by place, in whatever order they arrive. The user's choices decide
 * which are warnings (S3).
 */
export function createFindingLog(options: RuleChoices & { readonly maxKept: number }) {
  const kept = { error: [] as LoggedFinding[], warning: [] as LoggedFinding[] };
  const counts = { error: new Map<CountedAs, number>(), warning: new Map<CountedAs, number>() };

  const trim = (list: LoggedFinding[]) => {
    list.sort(compareFindings);
    list.length = Math.min(list.length, options.maxKept);
  };

  const count = (as: CountedAs, findings: number) => {
    const byName = counts[severityOf(ruleOf(as), options)];
    byName.set(as, (byName.get(as) ?? 0) + findings);
  };

  return {
    /** Counts findings without keeping them. */
    count,
    add(finding: Finding): void {
      const severity = severityOf(finding.rule, options);
      count(countedAs(finding), 1);
      const list = kept[severity];
      list.push({ ...finding, severity });
      // Trimmed only at twice the bound, so that the sort's cost is amortised and memory stays bounded.
      if (list.length > 2 * options.maxKept + 16) trim(list);
    },
    /** Everything needed to recreate the log: the findings it keeps, and the number of the others. */
    contents() {
      const held = [...kept.error, ...kept.warning].map(({ severity: _, ...finding }) => finding);
      const heldAs = new Map<CountedAs, number>();
      for (const one of held) heldAs.set(countedAs(one), (heldAs.get(countedAs(one)) ?? 0) + 1);
      const uncounted = [...counts.error, ...counts.warning].map(
        ([as, all]) => [as, all - (heldAs.get(as) ?? 0)] as const,
      );
      return { kept: held, uncounted: uncounted.filter(([, more]) => more > 0) };
    },
    hasErrors: () => counts.error.size > 0,
    /** Rules whose findings are warnings only because they were allowed, in the order of the rule table. */
    allowedBreaches: () =>
      [...inRuleOrder(counts.warning).keys()].filter((rule) => rules[rule].severity === 'error'),
    report(): FindingReport {
      trim(kept.error);
      trim(kept.warning);
      return {
        errors: total(counts.error),
        warnings: total(counts.warning),
        errorsByRule: inRuleOrder(counts.error),
        warningsByRule: inRuleOrder(counts.warning),
        kinds: kindsIn([...counts.error, ...counts.warning]),
        kept: [...kept.error, ...kept.warning].slice(0, options.maxKept),
      };
    },
  };
}

function total(counts: ReadonlyMap<CountedAs, number>): number {
  let sum = 0;
  for (const count of counts.values()) sum += count;
  return sum;
}

function kindsIn(counts: readonly (readonly [CountedAs, number])[]): Map<FindingKind, number> {
  const found = new Map(counts);
  const kinds = geneLengthKinds.filter((kind) => found.has(kind));
  return new Map(kinds.map((kind) => [kind, found.get(kind) ?? 0]));
}

function inRuleOrder(counts: ReadonlyMap<CountedAs, number>): Map<RuleName, number> {
  const byRule = new Map<RuleName, number>();
  for (const [as, count] of counts) byRule.set(ruleOf(as), (byRule.get(ruleOf(as)) ?? 0) + count);
  const order = Object.keys(rules);
  return new Map([...byRule].sort(([a], [b]) => order.indexOf(a) - order.indexOf(b)));
}
