import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createOverallShare } from '../../../src/commands/terminalProgress.ts';

const plan = [
  ['Reading', 2],
  ['Writing', 1],
  ['Flushing', 1],
] as const;

test('each stage adds its share to those before it', () => {
  const share = createOverallShare(plan);
  share.begin('Reading');
  expect([share.at(0), share.at(0.5), share.at(1)]).toEqual([0, 0.25, 0.5]);
  share.begin('Writing');
  expect([share.at(0), share.at(1)]).toEqual([0.5, 0.75]);
  share.begin('Flushing');
  expect(share.at(1)).toBe(1);
});

test('it never runs backwards, whatever stages come and however far they say they are', () => {
  const steps = fc.array(
    fc.tuple(
      fc.constantFrom('Reading', 'Writing', 'Flushing', 'Other'),
      fc.double({ min: 0, max: 2, noNaN: true }),
    ),
  );
  fc.assert(
    fc.property(steps, (all) => {
      const share = createOverallShare(plan);
      let last = 0;
      for (const [stage, done] of all) {
        share.begin(stage);
        const now = share.at(done);
        expect(now).toBeGreaterThanOrEqual(last);
        expect(now).toBeLessThanOrEqual(1);
        last = now;
      }
    }),
  );
});

test('without a plan there is no share', () => {
  const share = createOverallShare([]);
  share.begin('Reading');
  expect(share.at(1)).toBe(0);
});
