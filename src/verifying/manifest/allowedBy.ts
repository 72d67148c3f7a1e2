/**
 * Which rules the published data may break (S3): those that the build allowed, and those that verify is told to
 * allow.
 */
import type { Release } from '../../contract/release.ts';
import { allowableRules, type RuleName } from '../../findings/rules.ts';

export function allowedBy(
  release: Release | null,
  said: ReadonlySet<RuleName>,
): ReadonlySet<RuleName> {
  return new Set([...said, ...allowableRules.filter((rule) => release?.allowed.includes(rule))]);
}
