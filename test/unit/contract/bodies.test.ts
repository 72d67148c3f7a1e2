import { expect, test } from 'vitest';
import {
  errorBody,
  invalidPageBody,
  methodNotAllowedBody,
  notFoundBody,
} from '../../../src/contract/bodies.ts';

test('a page that is not there says so in the words of L4', () => {
  expect(invalidPageBody).toBe('{"detail":"Invalid page."}');
});

test('a record that is not there says so in the words of D2', () => {
  expect(notFoundBody).toBe('{"detail":"Not found."}');
});

test('a method that is not allowed is named where it is known (M4)', () => {
  expect(methodNotAllowedBody('POST')).toBe('{"detail":"Method \\"POST\\" not allowed."}');
  expect(methodNotAllowedBody()).toBe('{"detail":"Method not allowed."}');
});

test('a method cannot break out of the JSON text (M4)', () => {
  const method = 'P"O\\S\nT</script>\ud800';
  expect(JSON.parse(methodNotAllowedBody(method))).toEqual({
    detail: `Method "${method}" not allowed.`,
  });
});

test('an error is compact JSON', () => {
  expect(errorBody('No "such" thing.')).toBe('{"detail":"No \\"such\\" thing."}');
});
