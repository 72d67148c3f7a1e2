/** The findings from the merged order: keys that repeat, or differ only by case (S3). */
import { nameCaseFinding } from '../collections/nameCase.ts';
import type { Variant } from '../collections/variantLedger.ts';
import { type CollectionName, sortFields } from '../contract/collectionName.ts';
import { foldName } from '../contract/recordName.ts';
import type { Finding } from '../findings/finding.ts';
import {
  comparePlaces,
  type Locate,
  type RecordPlace,
  showPlace,
} from '../findings/recordPlace.ts';
import type { RuleName } from '../findings/rules.ts';
import { showString } from '../json/showToken.ts';

export interface RepeatedKey {
  readonly key: string;
  readonly first: RecordPlace;
  readonly again: RecordPlace;
}

/** The finding for a record whose key repeats an earlier one, against `rule`; names both places. */
export function repeatedKeyFinding(
  collection: CollectionName,
  rule: RuleName,
  { key, first, again }: RepeatedKey,
  locate: Locate,
): Finding {
  const [field] = sortFields[collection];
  return {
    rule,
    ...locate(again),
    pointer: `/${field}`,
    expected: `a ${field} that no other record has`,
    found: `${showString(key)}, which is also at ${showPlace(locate(first))}`,
  };
}

/** Findings for keys that differ only by case, each compared with the first in source order. */
export function* nameCaseFindings(
  collection: CollectionName,
  suspects: readonly { readonly key: string; readonly place: RecordPlace }[],
  locate: Locate,
): Generator<Finding> {
  const firsts = new Map<string, Variant<string>>();
  for (const { key, place } of suspects.toSorted((a, b) => comparePlaces(a.place, b.place))) {
    const variant = { value: key, place };
    const first = firsts.get(foldName(key));
    if (first === undefined) firsts.set(foldName(key), variant);
    else yield nameCaseFinding(`/${sortFields[collection][0]}`, first, variant, locate);
  }
}
