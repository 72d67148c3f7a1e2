import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inParts } from '../../../src/base/threads.ts';

test('the parts of a list are all of it, in order, and no more of them than wanted', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.integer({ min: 1, max: 20 }), (items, wanted) => {
      const parts = inParts(items, wanted);
      expect(parts.flat()).toEqual(items);
      expect(parts.length).toBeLessThanOrEqual(wanted);
      expect(parts.every((part) => part.length > 0)).toBe(true);
    }),
  );
});
