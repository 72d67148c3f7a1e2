import { expect, test } from 'vitest';
import { countBefore } from '../../../src/base/sortKeys.ts';

test('the place is found wherever it is, also before and behind all', () => {
  for (let length = 0; length < 9; length++) {
    for (let count = 0; count <= length; count++) {
      expect(countBefore(length, (place) => place < count)).toBe(count);
    }
  }
});
