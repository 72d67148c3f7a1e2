import { expect, test } from 'vitest';
import { degreesOf } from '../../../../src/web/pages/phageFields.tsx';

test.each([
  ['59.7011 N', 90, 59.7011],
  ['10.7626 W', 180, -10.7626],
  ['-33.5', 90, -33.5],
  ['33.5 S', 90, -33.5],
  ['91 N', 90, null],
  ['', 90, null],
  ['12"><script>', 90, null],
  ['1e1 N', 90, null],
])('"%s" is a place where it is degrees', (text, limit, degrees) => {
  expect(degreesOf(text, limit)).toBe(degrees);
});
