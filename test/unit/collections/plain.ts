/** Asks the short way for plain records, and holds what it says against the long way. */
import { expect } from 'vitest';
import { factsOf, type PlainRecords, shortcutOf } from '../../../src/collections/collection.ts';
import { collections } from '../../../src/collections/collections.ts';
import { createFactCollectors } from '../../../src/collections/fact.ts';
import type { NamedCollection } from '../../../src/contract/collectionName.ts';
import { validate } from '../validation/validate.ts';

/** The short way for records of a piece, and what collects the facts of the piece. */
function startPiece(collection: NamedCollection) {
  const facts = createFactCollectors(factsOf(collections[collection]));
  const plain = shortcutOf(collections[collection])?.create(facts, null);
  if (plain === undefined) throw new Error(`${collection} have no shortcut`);
  return { facts, plain };
}

const matchers: Record<NamedCollection, PlainRecords> = {
  genes: startPiece('genes').plain,
  phages: startPiece('phages').plain,
};
// What lies around a record must not matter.
const before = Buffer.from('"}\u2028é{"GeneID":"');
const behind = Buffer.from('\n"GeneID":1234');

/** Where the record that begins with the first of the bytes ends; -1 if it is not plain. */
export function plainEnd(collection: NamedCollection, bytes: Buffer): number {
  return matchers[collection].match(bytes, 0);
}

/** Matches a record's bytes among others; gives where it ended, from its own start. */
export function matchBytes(collection: NamedCollection, record: Uint8Array) {
  const bytes = Buffer.concat([before, record, behind]);
  const end = matchers[collection].match(bytes, before.length);
  return { bytes, end: end < 0 ? -1 : end - before.length };
}

/** Whether the record is taken; fails when it is, and the long way does not give the very same. */
export function isTaken(collection: NamedCollection, record: Uint8Array): boolean {
  const { bytes, end } = matchBytes(collection, record);
  if (end < 0) return false;
  const text = Buffer.from(record).toString('utf8', 0, end);
  const { record: valid, findings } = validate(collection, text);
  expect(findings, text).toEqual([]);
  expect(valid?.json).toBe(text);
  const { keyStart, keyEnd } = matchers[collection].key;
  expect(bytes.toString('utf8', keyStart, keyEnd)).toBe(valid?.key);
  const noted = startPiece(collection);
  noted.plain.match(bytes, before.length);
  noted.plain.note(bytes, 7);
  const wanted = startPiece(collection);
  wanted.facts.note(valid?.value, 7);
  expect(noted.facts.finish()).toEqual(wanted.facts.finish());
  return true;
}

export type Edit = readonly [at: number, how: number, byte: number];

/** Replaces, inserts or takes away single bytes. */
export function edited(record: Buffer, edits: readonly Edit[]): Buffer {
  const bytes = [...record];
  for (const [at, how, byte] of edits) {
    const place = at % (bytes.length + 1);
    if (how === 0) bytes.splice(place, 1, byte);
    else if (how === 1) bytes.splice(place, 0, byte);
    else bytes.splice(place, 1);
  }
  return Buffer.from(bytes);
}
