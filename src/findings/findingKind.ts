/** The kinds of findings of one rule that are told apart in the summary, and what findings are counted as. */
import type { RuleName } from './rules.ts';

/** Genes whose Length is not Stop minus Start: the first two kinds are real ones, in many genomes. */
export const geneLengthKinds = [
  'through-the-origin',
  'in-two-parts',
  'start-and-stop-swapped',
  'unexplained',
] as const;

export type FindingKind = (typeof geneLengthKinds)[number];

/** A kind where there is one, and the rule where there is none. */
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
