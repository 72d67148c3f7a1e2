import fc from 'fast-check';
import { expect, test } from 'vitest';
import { childPointer, namesIn, shownPointer } from '../../../src/json/pointer.ts';

test.each([
  ['', 'a', '/a'],
  ['/a', 'b/c', '/a/b~1c'],
  ['/a', 'b~c', '/a/b~0c'],
  ['/a', '~1', '/a/~01'],
  ['', '', '/'],
  ['/results', 0, '/results/0'],
])('below %j the member %j is %j', (parent, member, pointer) => {
  expect(childPointer(parent, member)).toBe(pointer);
});

test('the names in a pointer are those it was made of', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (names) => {
      const pointer = names.reduce(childPointer, '');
      expect(namesIn(pointer)).toEqual(names);
    }),
  );
});

test('a pointer of few and short names is shown whole', () => {
  expect(shownPointer([])).toBe('');
  expect(shownPointer(['a/b', 0, '~', ''])).toBe('/a~1b/0/~0/');
  expect(shownPointer(['x'.repeat(80), 'y'])).toBe(`/${'x'.repeat(80)}/y`);
});

test('long names are cut, and so is a long way in', () => {
  expect(shownPointer(['x'.repeat(81), 'y'])).toBe(`/${'x'.repeat(80)}…/y`);
  expect(shownPointer(Array.from({ length: 1000 }, () => 'abc'))).toBe(`${'/abc'.repeat(100)}…`);
});

test('a cut does not break a character in two', () => {
  expect(shownPointer([`x${'🧬'.repeat(80)}`])).toBe(`/x${'🧬'.repeat(39)}…`);
});
