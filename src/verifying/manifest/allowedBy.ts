/** Which rules may be broken by what was published (S3): what the build was told, and what verify is told. */
import type { Release } from '../../contract/release.ts';
import { allowableRules, type RuleName } from '../../findings/rules.ts';

export function allowedBy(
  release: Release | null,
  said: ReadonlySet<RuleName>,
): ReadonlySet<RuleName> {
  return new Set([...said, ...allowableRules.filter((rule) => release?.allowed.includes(rule))]);
}
