import { expect, test } from 'vitest';
import { type BulkPart, groupBytes, isSamePart } from '../../../src/bulk/bulkParts.ts';
import { perCollection } from '../../../src/contract/collectionName.ts';

const nothing = perCollection(() => new Set<number>());
/** Page, first byte and end of each record. */
const places = Uint32Array.of(1, 40, 90, 2, 40, 100);

const block = (changes: object = {}): BulkPart => {
  return { kind: 'block', collection: 'genes', isFirst: true, places, ...changes };
};
const group = (changes: object = {}): BulkPart => {
  const phage = { name: 'Quillon', genomeLength: 5, places, ...changes };
  return { kind: 'group', isFirst: true, phages: [phage] };
};

test('a part is the same as before only where its records stand as they did', () => {
  expect(isSamePart(block(), block(), nothing)).toBe(true);
  expect(isSamePart(block(), undefined, nothing)).toBe(false);
  expect(isSamePart(block(), group(), nothing)).toBe(false);
  for (const other of [places.slice(0, 3), Uint32Array.of(1, 40, 90, 2, 40, 101)])
    expect(isSamePart(block(), block({ places: other }), nothing)).toBe(false);
});

test('a part with a record on a page that was rendered again is another', () => {
  for (const part of [block(), group()]) {
    expect(isSamePart(part, part, { ...nothing, genes: new Set([2]) })).toBe(false);
    expect(isSamePart(part, part, { ...nothing, phages: new Set([2]) })).toBe(true);
    // A byte that is a number of a page, too.
    expect(isSamePart(part, part, { ...nothing, genes: new Set([40, 90]) })).toBe(true);
  }
});

test('a group is another when a phage of it is called otherwise, or its genome is longer', () => {
  expect(isSamePart(group(), group(), nothing)).toBe(true);
  expect(isSamePart(group(), group({ name: null }), nothing)).toBe(false);
  expect(isSamePart(group(), group({ genomeLength: 6 }), nothing)).toBe(false);
  expect(isSamePart(group(), { kind: 'group', isFirst: true, phages: [] }, nothing)).toBe(false);
});

test('a group has the bytes of all its records', () => {
  const part = group();
  expect(part.kind === 'group' && groupBytes(part)).toBe(50 + 60);
});
