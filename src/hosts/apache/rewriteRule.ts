/** Writes one rule of mod_rewrite. */
import { quoteRule } from './quote.ts';

export type Condition = readonly [test: string, pattern: string];

/** A rule with its conditions; `%1` refers to a group of the last condition, `$1` to one of the rule itself. */
export function rule(
  pattern: string,
  substitution: string,
  flags: string,
  ...conditions: readonly Condition[]
): string[] {
  return [
    ...conditions.map(([test, of]) => `RewriteCond ${quoteRule(test)} ${quoteRule(of)}`),
    `RewriteRule ${quoteRule(pattern)} ${substitution} [${flags}]`,
  ];
}
