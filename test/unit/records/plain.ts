/** The short way for plain records. */
import { createFactCollectors, factsOf, shortcutOf } from '../../../src/records/collection.ts';
import { collections } from '../../../src/records/collections.ts';
import type { NamedCollection } from '../../../src/contract/collectionName.ts';
import type { Breach } from '../../../src/text/findings.ts';

/** The short way for records of a piece, and what collects the facts of the piece. */
export function startPiece(collection: NamedCollection) {
  const facts = createFactCollectors(factsOf(collections[collection]));
  const plain = shortcutOf(collections[collection])?.create(facts, null);
  if (plain === undefined) throw new Error(`${collection} have no shortcut`);
  return { facts, plain };
}

const matchers = { genes: startPiece('genes').plain, phages: startPiece('phages').plain };

/** Where the record that begins with the first of the bytes ends; -1 if it is not plain. */
export function plainEnd(collection: NamedCollection, bytes: Buffer): number {
  return matchers[collection].match(bytes, 0);
}

/** What the short way tells of the record that it matched last. */
export function plainBreaches(collection: NamedCollection, bytes: Buffer): readonly Breach[] {
  return matchers[collection].breaches?.(bytes) ?? [];
}
