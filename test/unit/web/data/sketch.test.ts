import { expect, test } from 'vitest';
import { reverseComplement } from '../../../../src/web/data/sequences.ts';
import { mashDistance, sketchOf } from '../../../../src/web/data/sketch.ts';
import { basesOf } from '../someBases.ts';

/** With one of so many bases another, wherever chance has it. */
function changed(bases: string, oneOf: number): string {
  const chance = basesOf(bases.length * 6, oneOf);
  const least = 4096 / oneOf;
  return Array.from(bases, (base, at) => {
    const drawn = Array.from(chance.slice(at * 6, at * 6 + 6), (one) => 'ACGT'.indexOf(one));
    const isOther = drawn.reduce((sum, digit) => sum * 4 + digit, 0) < least;
    return isOther ? 'ACGT'['CGTA'.indexOf(base)]! : base;
  }).join('');
}

const genome = basesOf(60_000, 7);
const sketch = sketchOf(genome);

test('a sketch has a thousand hashes in order, whichever strand and place a genome begins with', () => {
  expect(sketch).toHaveLength(1000);
  expect([...sketch]).toEqual([...new Set(sketch)].sort((a, b) => a - b));
  expect(sketchOf(reverseComplement(genome))).toEqual(sketch);
  expect(sketchOf(genome.toLowerCase())).toEqual(sketch);
  const turned = sketchOf(genome.slice(30_000) + genome.slice(0, 30_000));
  expect(mashDistance(turned, sketch)).toBeLessThan(0.001);
});

test.each([
  [100, 0.01],
  [50, 0.02],
  [20, 0.05],
])('genomes with one of %d bases changed are about %d apart', (oneOf, expected) => {
  const distance = mashDistance(sketch, sketchOf(changed(genome, oneOf)));
  expect(distance).toBeGreaterThan(expected * 0.8);
  expect(distance).toBeLessThan(expected * 1.2);
});

test('genomes are 0 from themselves, and 1 from what shares no word with them', () => {
  expect(mashDistance(sketch, sketch)).toBe(0);
  expect(mashDistance(sketch, sketchOf(basesOf(60_000, 8)))).toBe(1);
  for (const none of ['', 'ACGT', 'N'.repeat(100)])
    expect(mashDistance(sketchOf(none), sketch)).toBe(1);
});

test('words with an unknown base count for nothing', () => {
  const [before, after] = [genome.slice(0, 5000), genome.slice(5000, 9000)];
  const broken = new Set(sketchOf(`${before}N${after}`));
  // All but those that run over the place.
  const whole = sketchOf(before + after);
  expect([...whole].filter((hash) => !broken.has(hash)).length).toBeLessThanOrEqual(15);
  // A part of a genome: the words in common are a share of those of both.
  expect(mashDistance(sketchOf(before), sketchOf(before + after))).toBeGreaterThan(0.01);
});
