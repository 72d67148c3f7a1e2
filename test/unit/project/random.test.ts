import { expect, test } from 'vitest';
import { fromDeck, Random } from '../../../src/project/planPhages.ts';

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
