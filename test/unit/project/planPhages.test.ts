import { expect, test } from 'vitest';
import { foldName, unsafeNameReason } from '../../../src/contract/recordName.ts';
import { fromDeck, nameCapacity, phageNamer, Random } from '../../../src/project/planPhages.ts';

test('seeds, purposes and numbers each lead to other draws', () => {
  const first = [
    new Random(1, 'gene', 2, 3),
    new Random(2, 'gene', 2, 3),
    new Random(1 + 2 ** 32, 'gene', 2, 3),
    new Random(1, 'pham', 2, 3),
    new Random(1, 'gene', 3, 3),
    new Random(1, 'gene', 2, 4),
  ].map((random) => [random.next(), random.next()].join());
  expect(new Set(first).size).toBe(first.length);
});

test('a deck is drawn whole before it is shuffled again', () => {
  const deck = ['a', 'b', 'b', 'c'];
  const rounds = [0, 1, 2, 3, 4, 5].map((round) =>
    deck.map((_, place) => fromDeck(deck, 1, 'lineage', round * deck.length + place)),
  );
  for (const round of rounds) expect(round.toSorted()).toEqual(deck);
  expect(new Set(rounds.map((round) => round.join())).size).toBeGreaterThan(1);
});

test('picking from nothing is an error, not undefined', () => {
  expect(() => new Random(1, 'gene').pick([])).toThrow(RangeError);
});

const lastNames = 1000;
const someNumbers = [
  ...Array.from({ length: 30_000 }, (_, index) => index),
  ...Array.from({ length: lastNames }, (_, index) => nameCapacity - lastNames + index),
];

test('no two phages have names that are equal when case is folded', () => {
  const nameOf = phageNamer(5);
  const folded = new Set(someNumbers.map((number) => foldName(nameOf(number))));
  expect(folded.size).toBe(someNumbers.length);
});

test('every name is a safe file name of plain letters and digits', () => {
  const nameOf = phageNamer(Number.MAX_SAFE_INTEGER);
  const names = someNumbers.map((number) => nameOf(number));
  expect(names.filter((name) => unsafeNameReason(name) !== null)).toEqual([]);
  expect(names.filter((name) => !/^[A-Z][a-z]{5,}[0-9]*$/.test(name))).toEqual([]);
});
