import fc from 'fast-check';
import { expect, test } from 'vitest';
import { childPointer, namesIn, shownPointer } from '../../../src/text/json.ts';

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

test.each([
  [[], ''],
  [['a/b', 0, '~', ''], '/a~1b/0/~0/'],
  [['x'.repeat(80), 'y'], `/${'x'.repeat(80)}/y`],
  // Long names are cut, and so is a long way in; a cut does not break a character in two.
  [['x'.repeat(81), 'y'], `/${'x'.repeat(80)}…/y`],
  [Array.from({ length: 1000 }, () => 'abc'), `${'/abc'.repeat(100)}…`],
  [[`x${'🧬'.repeat(80)}`], `/x${'🧬'.repeat(39)}…`],
])('the pointer of %j is shown as %s', (names, shown) => {
  expect(shownPointer(names)).toBe(shown);
});
