/** The rule that names differ by more than case: a case-insensitive file system cannot hold both (A3). */
import type { Finding } from '../findings/finding.ts';
import { type Locate, showPlace } from '../findings/recordPlace.ts';
import { showString } from '../json/showToken.ts';
import type { Variant, VariantLedger } from './variantLedger.ts';

export function nameCaseFinding(
  pointer: string,
  first: Variant<string>,
  other: Variant<string>,
  locate: Locate,
): Finding {
  return {
    rule: 'name-case',
    ...locate(other.place),
    pointer,
    expected: `a name that differs from others by more than case`,
    found: `${showString(other.value)}, beside ${showString(first.value)} at ${showPlace(locate(first.place))}`,
  };
}

/** Yields a finding for each spelling after the first. */
export function* namesThatDifferByCase(
  groups: ReturnType<VariantLedger<string, string>['contested']>,
  pointer: string,
  locate: Locate,
): Generator<Finding> {
  for (const [, [first, ...others]] of groups) {
    for (const other of others) {
      if (first !== undefined) yield nameCaseFinding(pointer, first, other, locate);
    }
  }
}
