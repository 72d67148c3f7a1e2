/** What is wrong with the data, and where: a value, not an exception (S5). */
import { compareText } from '../text/compareText.ts';
import type { FindingKind } from './findingKind.ts';
import type { RuleName } from './rules.ts';

export interface Finding {
  readonly rule: RuleName;
  /** For rules with several kinds of findings. */
  readonly kind?: FindingKind;
  /** The source as the user can open it, or the folder at fault. */
  readonly file: string;
  /** From 1; 0 for the whole file. */
  readonly line: number;
  /** JSON pointer into the record; empty for the whole record. */
  readonly pointer: string;
  /** Completes "expected …". */
  readonly expected: string;
  /** Completes "found …". */
  readonly found: string;
  /** What to do about it. */
  readonly hint?: string;
}

/** A finding within a record, before its file and line are known. */
export type Breach = Omit<Finding, 'file' | 'line'>;

/** Upper bound on the findings of a kind in one record, which may have millions. */
export const maxReportedOfRecord = 1000;

/** Orders findings by place, then by rule and text: a total order. */
export function compareFindings(a: Finding, b: Finding): number {
  return (
    (a.file === b.file ? 0 : compareText(a.file, b.file)) ||
    a.line - b.line ||
    compareText(a.pointer, b.pointer) ||
    compareText(a.rule, b.rule) ||
    compareText(a.expected, b.expected) ||
    compareText(a.found, b.found)
  );
}
