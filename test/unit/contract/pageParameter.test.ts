import { expect, test } from 'vitest';
import { pageParameter } from '../../../src/contract/pageSizes.ts';

const lastPage = 12;

test.each<[query: string, page: number | 'invalid', why: string]>([
  ['', 1, 'absent'],
  ['format=api', 1, 'absent beside another parameter'],
  ['page=', 1, 'empty'],
  ['page', 1, 'without an equals sign'],
  ['&&page&&', 1, 'between empty pairs'],
  ['page=1', 1, 'the first'],
  ['page=2', 2, 'a number'],
  ['page=12', 12, 'the last by number'],
  ['page=13', 'invalid', 'past the last'],
  ['page=0', 'invalid', 'zero'],
  ['page=000', 'invalid', 'zero in three digits'],
  ['page=02', 2, 'a leading zero'],
  [`page=${'0'.repeat(5000)}2`, 2, 'very many leading zeros'],
  [`page=${'9'.repeat(5000)}`, 'invalid', 'very many digits'],
  ['page=last', 12, 'the word for the last'],
  ['page=Last', 'invalid', 'the word in other letters'],
  ['page=last+', 'invalid', 'the word and a space'],
  ['page=2&page=3', 3, 'repeated: the last one counts'],
  ['page=3&page=x', 'invalid', 'repeated: the last one counts when it is wrong'],
  ['page=x&page=3', 3, 'repeated: the first one does not count when it is wrong'],
  ['page=3&page=', 1, 'repeated: the last one counts when it is empty'],
  ['page=3&page', 1, 'repeated: the last one counts when it has no equals sign'],
  ['page=2&format=api', 2, 'first of several parameters'],
  ['format=api&page=2', 2, 'last of several parameters'],
  ['page=2;page=3', 'invalid', 'a semicolon separates nothing'],
  ['%70age=2', 2, 'an escape in the name'],
  ['p%61g%65=2', 2, 'escapes in the name'],
  ['%2570age=2', 1, 'an escape of an escape in the name: decoded once'],
  ['page=%32', 2, 'an escaped digit'],
  ['page=%2532', 'invalid', 'an escape of an escape: decoded once'],
  ['page=%6Cas%74', 12, 'escapes in the word for the last'],
  ['page%3D2', 1, 'an escaped equals sign is part of the name'],
  ['page=2%26x', 'invalid', 'an escaped ampersand is part of the value'],
  ['page==2', 'invalid', 'a second equals sign is part of the value'],
  ['page=+2', 'invalid', 'a plus means a space'],
  ['page=%2B2', 'invalid', 'a plus sign'],
  ['page=%202', 'invalid', 'an escaped space'],
  ['page=2%0A', 'invalid', 'a line break at the end'],
  ['page=2%00', 'invalid', 'a NUL at the end'],
  ['page=-1', 'invalid', 'a minus sign'],
  ['page=1.0', 'invalid', 'a decimal point'],
  ['page=1e1', 'invalid', 'an exponent'],
  ['page=0x2', 'invalid', 'hexadecimal'],
  ['page=1_0', 'invalid', 'an underscore'],
  ['page=%', 'invalid', 'a malformed escape'],
  ['page=2%zz', 'invalid', 'a malformed escape at the end'],
  ['%=1&page=2', 2, 'a malformed escape elsewhere'],
  ['page=%EF%BC%92', 'invalid', 'a full-width digit, escaped'],
  ['page=２', 'invalid', 'a full-width digit, raw'],
  ['page=%D9%A2', 'invalid', 'an Arabic digit'],
  ['page=%C3', 'invalid', 'half of a UTF-8 sequence'],
  ['Page=2', 1, 'another name: letters differ'],
  ['xpage=2', 1, 'another name: a letter more'],
  ['page[]=2', 1, 'another name: brackets'],
  ['+page=2', 1, 'another name: a space before'],
  ['?page=2', 1, 'another name: a second question mark'],
  ['constructor=2&__proto__=3', 1, 'names that objects have'],
])('%j gives %j (L4): %s', (query, page) => {
  expect(pageParameter(query, lastPage)).toBe(page);
});

test('the one page of an empty collection is page 1, and there is no page 2 (L6)', () => {
  expect(pageParameter('page=1', 1)).toBe(1);
  expect(pageParameter('page=last', 1)).toBe(1);
  expect(pageParameter('page=2', 1)).toBe('invalid');
});

test('digits past the precision of a number do not slip back into range', () => {
  const largest = Number.MAX_SAFE_INTEGER;
  expect(pageParameter(`page=${largest}`, largest)).toBe(largest);
  expect(pageParameter(`page=${BigInt(largest) + 1n}`, largest)).toBe('invalid');
  expect(pageParameter(`page=${BigInt(largest) + 2n}`, largest)).toBe('invalid');
});
