/** The findings from the merged order: keys that repeat, or differ only by case (S3). */
import { type CollectionName, sortFields } from '../contract/collectionName.ts';
import { foldName } from '../contract/recordName.ts';
import {
  comparePlaces,
  type Finding,
  type Locate,
  type RecordPlace,
  showPlace,
} from '../text/findings.ts';
import { showString } from '../text/json.ts';
import type { RuleName } from '../text/rules.ts';
import type { NamedPlace, Variant } from './collection.ts';
import { nameCaseFinding } from './phageNames.ts';

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

/** A host, as far as this rule is concerned: its display name, and why it cannot serve a given name. */
interface Hiding {
  readonly title: string;
  readonly hides: (name: string) => string | null;
}

/** One finding per place and host. */
export function* hostNameFindings(
  names: Iterable<NamedPlace>,
  hosts: readonly Hiding[],
  locate: Locate,
): Generator<Finding> {
  if (hosts.length === 0) return;
  for (const { name, pointer, place } of names) {
    for (const { hides, title } of hosts) {
      const reason = hides(name);
      if (reason === null) continue;
      yield {
        rule: 'host-name',
        ...locate(place),
        pointer,
        expected: `a name that ${title} can serve`,
        found: `${showString(name)}, which ${reason}`,
        hint: 'Choose another --host, or say --allow host-name to publish it all the same.',
      };
    }
  }
}
