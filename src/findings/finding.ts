/** What is wrong with the data, and where: a value, not an exception (S5). */
import { compareText } from '../text/compareText.ts';
import type { FindingKind } from './findingKind.ts';
import type { RuleName } from './rules.ts';

export interface Finding {
  readonly rule: RuleName;
  /** Where those of a rule are of several kinds. */
  readonly kind?: FindingKind;
  /** The source as the user can open it, or the folder that is wrong. */
  readonly file: string;
  /** From 1; 0 when the whole file is meant. */
  readonly line: number;
  /** JSON pointer into the record; empty when the whole record is meant. */
  readonly pointer: string;
  /** Completes "expected …". */
  readonly expected: string;
  /** Completes "found …". */
  readonly found: string;
  /** What to do about it. */
  readonly hint?: string;
}

/** A finding whose record is known but not yet the file and line it stands at. */
export type Breach = Omit<Finding, 'file' | 'line'>;

/** How many faults of a kind are told of one record: it may have millions. */
export const maxToldOfRecord = 1000;

/** Orders findings by place; those of one place by rule and text, so that the order is total. */
export function compareFindings(a: Finding, b: Finding): number {
  return (
    compareText(a.file, b.file) ||
    a.line - b.line ||
    compareText(a.pointer, b.pointer) ||
    compareText(a.rule, b.rule) ||
    compareText(a.expected, b.expected) ||
    compareText(a.found, b.found)
  );
}
