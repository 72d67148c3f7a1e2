/** What is wrong with the data, and where: a value, not an exception (S5). */
import { locateValues } from './json.ts';
import { type RuleChoices, type RuleName, rules, type Severity, severityOf } from './rules.ts';
import { compareText } from './order.ts';

/** Genes whose Length is not Stop minus Start: the first two kinds occur in real genomes. */
const geneLengthKinds = [
  'through-the-origin',
  'in-two-parts',
  'start-and-stop-swapped',
  'unexplained',
] as const;

export type FindingKind = (typeof geneLengthKinds)[number];

/** The kind if there is one, else the rule. */
export type CountedAs = RuleName | FindingKind;

export function countedAs(finding: {
  readonly rule: RuleName;
  readonly kind?: FindingKind;
}): CountedAs {
  return finding.kind ?? finding.rule;
}

function isFindingKind(as: string): as is FindingKind {
  return geneLengthKinds.some((kind) => kind === as);
}

export function ruleOf(as: CountedAs): RuleName {
  return isFindingKind(as) ? 'gene-length' : as;
}

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

/** The place of a record during intake: enough for findings and for the order of equal keys. */
export interface RecordPlace {
  /** Rank of the record's piece in source order (S1). */
  readonly rank: number;
  /** Line, counted from the start of the piece. */
  readonly line: number;
}

/** A place as a finding names it. */
export interface FilePlace {
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/** Maps a place during intake to the place in the file. */
export type Locate = (place: RecordPlace) => FilePlace;

/** Source order (S1). */
export function comparePlaces(a: RecordPlace, b: RecordPlace): number {
  return a.rank - b.rank || a.line - b.line;
}

/** A place within a message: `genes/a.ndjson:3`. */
export function showPlace({ file, line }: FilePlace): string {
  return `${file}:${line}`;
}

/** The offset of the key of each pointer; for a missing field, of its object. `text` must be valid JSON. */
export function offsetsOf(text: string, pointers: readonly string[]): number[] {
  if (pointers.length === 0) return [];
  const spans = locateValues(text, pointers);
  return pointers.map((pointer) => {
    for (let path = pointer; path !== ''; path = path.slice(0, path.lastIndexOf('/'))) {
      const span = spans.get(path);
      if (span !== undefined) return path === pointer ? span.key : span.start;
    }
    return 0;
  });
}

/** The source text of the value at each pointer that exists. `text` must be valid JSON. */
export function tokensAt(text: string, pointers: readonly string[]): ReadonlyMap<string, string> {
  if (pointers.length === 0) return new Map();
  const spans = locateValues(text, pointers);
  return new Map([...spans].map(([pointer, { start, end }]) => [pointer, text.slice(start, end)]));
}

/** Returns a counter of the line breaks before an offset in `text`; offsets must not decrease. */
export function createLineCounter(text: string): (offset: number) => number {
  let breaks = 0;
  let next = text.indexOf('\n');
  return (offset) => {
    for (; next >= 0 && next < offset; next = text.indexOf('\n', next + 1)) breaks++;
    return breaks;
  };
}

/** Number of line breaks before an offset in `text`. */
export function lineBreaksBefore(text: string, offset: number): number {
  return createLineCounter(text)(offset);
}

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
 * A log that counts all findings and keeps the first `maxKept` of each severity by place, in whatever order they arrive
 * (S5). The user's choices decide
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
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
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
