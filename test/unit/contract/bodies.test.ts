import { expect, test } from 'vitest';
import {
  errorBody,
  invalidPageBody,
  methodNotAllowedBody,
  notFoundBody,
  optionsBody,
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

test.each(['root', 'genes', 'phages', 'gene', 'phage'] as const)(
  'the description of %s has the keys of M3 and says that it gives JSON and takes nothing',
  (of) => {
    const text = optionsBody(of);
    const value: unknown = JSON.parse(text);
    expect(Object.keys(value as object)).toEqual(['name', 'description', 'renders', 'parses']);
    expect(value).toMatchObject({ renders: ['application/json'], parses: [] });
    expect(text).toBe(JSON.stringify(value));
  },
);

test('a list and a record are described under different names (M3)', () => {
  expect(optionsBody('genes')).toContain('"name":"Gene List"');
  expect(optionsBody('gene')).toContain('"name":"Gene Instance"');
});
