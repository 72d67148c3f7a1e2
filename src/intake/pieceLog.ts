/** Collects the findings of one piece: keeps the first of each severity, counts the rest. */
import { compareFindings, type Finding } from '../findings/finding.ts';
import { type CountedAs, countedAs } from '../findings/findingKind.ts';
import { type RuleChoices, type Severity, severityOf } from '../findings/rules.ts';

export interface PieceLog {
  readonly report: (finding: Finding) => void;
  /** Reports a finding that is shown once per file. */
  readonly reportOnce: (finding: Finding) => void;
  /**
   * Call after each record that may have been reported; `isRefused` if it was without a finding of its own. False once
   * more than `maxRefused` were refused.
   */
  readonly endRecord: (isRefused?: boolean) => boolean;
  readonly refused: () => number;
  /** Call when all are reported: the first of each severity by place, and the number of the others. */
  readonly contents: () => {
    readonly kept: readonly Finding[];
    readonly uncounted: ReadonlyMap<CountedAs, number>;
    /** Faults of the whole file, which its other pieces may report, too. */
    readonly ofFile: readonly Finding[];
  };
}

/** Findings may arrive in any order: a fault of a file may be found before those of its last records. */
export function createPieceLog(
  choices: RuleChoices,
  maxFindings: number,
  maxRefused = Infinity,
): PieceLog {
  const kept = { error: [] as Finding[], warning: [] as Finding[] };
  const uncounted = new Map<CountedAs, number>();

  // The last that is kept, once there are too many.
  const last: { error?: Finding | undefined; warning?: Finding | undefined } = {};

  const countOnly = (finding: Finding) => {
    const as = countedAs(finding);
    uncounted.set(as, (uncounted.get(as) ?? 0) + 1);
  };
  const trim = (severity: Severity) => {
    const list = kept[severity].sort(compareFindings);
    list.splice(maxFindings).forEach(countOnly);
    last[severity] = list.at(-1);
  };

  const ofFile: Finding[] = [];
  let hasError = false;
  let refused = 0;

  return {
    reportOnce: (finding) => void ofFile.push(finding),
    report(finding) {
      const severity = severityOf(finding.rule, choices);
      hasError ||= severity === 'error';
      const bound = last[severity];
      if (bound !== undefined && compareFindings(bound, finding) < 0) return countOnly(finding);
      const list = kept[severity];
      list.push(finding);
      // Trimmed only at twice the bound, so that the sort's cost is amortised and memory stays bounded.
      if (list.length > 2 * maxFindings + 16) trim(severity);
    },
    endRecord(isRefused = hasError) {
      if (isRefused) refused++;
      hasError = false;
      return refused <= maxRefused;
    },
    refused: () => refused,
    contents() {
      trim('error');
      trim('warning');
      return { kept: [...kept.error, ...kept.warning].sort(compareFindings), uncounted, ofFile };
    },
  };
}
