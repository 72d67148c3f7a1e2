/** What rules between records know of some records, as if each list of them were read as one piece. */
import {
  createFactCollectors,
  factsOf,
  type JoinedFacts,
} from '../../../src/records/collection.ts';
import { collections, createCrossRecordRules } from '../../../src/records/collections.ts';
import { type CollectionName, collectionNames } from '../../../src/contract/collectionName.ts';

type Records = Partial<Record<CollectionName, readonly object[]>>;

export function factsFrom(records: Records): JoinedFacts {
  const rules = createCrossRecordRules();
  collectionNames.forEach((name, rank) => {
    const facts = createFactCollectors(factsOf(collections[name]));
    records[name]?.forEach((record, line) => facts.note(record, line + 1));
    rules.note(facts.finish(), rank);
  });
  return rules.all;
}

/** Names the place of a record among those of `factsFrom`. */
export function placeOf({ rank, line }: { readonly rank: number; readonly line: number }) {
  return { file: collectionNames[rank] ?? '', line };
}
