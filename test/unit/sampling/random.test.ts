import { expect, test } from 'vitest';
import { fromDeck, Random } from '../../../src/sampling/random.ts';

const draws = (random: Random): number[] => Array.from({ length: 5 }, () => random.next());

test('the draws of a seed are these on every machine', () => {
  expect(draws(new Random(1, 'gene', 2, 3))).toEqual([
    2702650357, 3373861191, 3363916102, 182710328, 2006465499,
  ]);
});

test('seeds, purposes and numbers each lead to other draws', () => {
  const first = [
    new Random(1, 'gene', 2, 3),
    new Random(2, 'gene', 2, 3),
    new Random(1 + 2 ** 32, 'gene', 2, 3),
    new Random(1, 'pham', 2, 3),
    new Random(1, 'gene', 3, 3),
    new Random(1, 'gene', 2, 4),
  ].map((random) => draws(random).join());
  expect(new Set(first).size).toBe(first.length);
});

test('between reaches both ends and nothing beyond them', () => {
  const random = new Random(7, 'gene');
  const seen = new Set(Array.from({ length: 500 }, () => random.between(3, 6)));
  expect([...seen].toSorted((a, b) => a - b)).toEqual([3, 4, 5, 6]);
});

test('a deck is fromDeck whole before it is shuffled again', () => {
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
