/** Takes the findings of one piece: keeps the first of each severity, counts the rest. */
import { compareFindings, type Finding } from '../findings/finding.ts';
import { type CountedAs, countedAs } from '../findings/findingKind.ts';
import { type RuleChoices, severityOf } from '../findings/rules.ts';

export interface PieceLog {
  readonly report: (finding: Finding) => void;
  /** Reports what is told once of a file. */
  readonly reportOnce: (finding: Finding) => void;
  /** Once all are reported: the first of each severity by place, and how many more there were. */
  readonly contents: () => {
    readonly kept: readonly Finding[];
    readonly uncounted: ReadonlyMap<CountedAs, number>;
    /** What is wrong with the file as a whole, which its other pieces may tell, too. */
    readonly ofFile: readonly Finding[];
  };
}

/** Findings may come in any order: what is wrong with a file is seen before the records in its last part. */
export function createPieceLog(choices: RuleChoices, maxFindings: number): PieceLog {
  const kept = { error: [] as Finding[], warning: [] as Finding[] };
  const uncounted = new Map<CountedAs, number>();

  const trim = (list: Finding[]) => {
    list.sort(compareFindings);
    for (const finding of list.splice(maxFindings)) {
      const as = countedAs(finding);
      uncounted.set(as, (uncounted.get(as) ?? 0) + 1);
    }
  };

  const ofFile: Finding[] = [];

  return {
    reportOnce: (finding) => void ofFile.push(finding),
    report(finding) {
      const list = kept[severityOf(finding.rule, choices)];
      list.push(finding);
      // Twice the bound before a sort, so that a flood of findings costs little and memory stays flat.
      if (list.length > 2 * maxFindings + 16) trim(list);
    },
    contents() {
      trim(kept.error);
      trim(kept.warning);
      return { kept: [...kept.error, ...kept.warning].sort(compareFindings), uncounted, ofFile };
    },
  };
}
