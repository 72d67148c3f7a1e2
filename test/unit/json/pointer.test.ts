import fc from 'fast-check';
import { expect, test } from 'vitest';
import { childPointer, namesIn, shownPointer, valueAt } from '../../../src/json/pointer.ts';

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

test('the value at a pointer is found through objects and arrays', () => {
  const root = { a: [{ 'b/c': 1 }, { '~': 2 }], '': 3 };
  expect(valueAt(root, '')).toBe(root);
  expect(valueAt(root, '/a/0/b~1c')).toBe(1);
  expect(valueAt(root, '/a/1/~0')).toBe(2);
  expect(valueAt(root, '/')).toBe(3);
});

test.each(['/b', '/a/2', '/a/0/x', '/a/0/b/c', '/constructor', '/__proto__', '/a/length/x'])(
  'there is nothing at %s',
  (pointer) => {
    expect(valueAt({ a: [{ b: 1 }] }, pointer)).toBeUndefined();
  },
);

test('what a value inherits is not in it', () => {
  expect(valueAt({}, '/toString')).toBeUndefined();
  expect(valueAt(JSON.parse('{"__proto__":7}'), '/__proto__')).toBe(7);
});

test('any member is found again at its pointer', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1 }), (keys) => {
      const root: unknown = keys.reduceRight<unknown>(
        (inner, key) => Object.fromEntries([[key, inner]]),
        'found',
      );
      expect(valueAt(root, keys.reduce(childPointer, ''))).toBe('found');
    }),
  );
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
