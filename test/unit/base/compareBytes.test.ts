import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareBytes } from '../../../src/base/sortKeys.ts';

test('stretches of bytes compare as the bytes on their own would', () => {
  const some = fc.uint8Array({ maxLength: 4, max: 3 });
  fc.assert(
    fc.property(some, some, some, some, (before, a, between, b) => {
      const left = Buffer.concat([before, a, between]);
      const right = Buffer.concat([between, b, before]);
      const compared = compareBytes(
        left,
        before.length,
        before.length + a.length,
        right,
        between.length,
        between.length + b.length,
      );
      expect(Math.sign(compared)).toBe(Buffer.compare(a, b));
    }),
    { seed: 12, numRuns: 500 },
  );
});
