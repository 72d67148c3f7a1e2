import { expect, test } from 'vitest';
import { optionsBody } from '../../../src/contract/descriptions.ts';

test.each(['root', 'genes', 'phages', 'gene', 'phage'] as const)(
  'the description of %s has the keys of M3 and says that it gives JSON and takes nothing',
  (of) => {
    const text = optionsBody(of, {});
    const value: unknown = JSON.parse(text);
    expect(Object.keys(value as object)).toEqual(['name', 'description', 'renders', 'parses']);
    expect(value).toMatchObject({ renders: ['application/json'], parses: [] });
    expect(text).toBe(JSON.stringify(value));
  },
);

test('a list and a record are described under different names (M3)', () => {
  expect(optionsBody('genes', {})).toContain('"name":"Gene List"');
  expect(optionsBody('gene', {})).toContain('"name":"Gene Instance"');
});
