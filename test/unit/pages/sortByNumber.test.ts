import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sortByNumber } from '../../../src/pages/sortByNumber.ts';

test('every index is in the group of its number, as they came', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(9)), (numbers) => {
      const groupOf = sortByNumber(numbers.length, (index) => numbers[index]!, 10);
      for (let group = 0; group < 10; group++) {
        const wanted = numbers.flatMap((number, index) => (number === group ? [index] : []));
        expect([...groupOf(group)]).toEqual(wanted);
      }
    }),
    { seed: 5 },
  );
});
