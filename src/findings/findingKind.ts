/** Kinds of findings that the summary distinguishes within a rule, and what findings are counted as. */
import type { RuleName } from './rules.ts';

/** Genes whose Length is not Stop minus Start: the first two kinds occur in real genomes. */
export const geneLengthKinds = [
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

export function isFindingKind(as: string): as is FindingKind {
  return geneLengthKinds.some((kind) => kind === as);
}

export function ruleOf(as: CountedAs): RuleName {
  return isFindingKind(as) ? 'gene-length' : as;
}
