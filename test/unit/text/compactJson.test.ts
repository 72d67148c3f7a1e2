import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compactJson } from '../../../src/text/plainJson.ts';

test.each([
  ['[ ]', '[]'],
  ['[ 1.0 , -0, 1E2,"\\u0041\\/" ]', '[1,0,100,"A/"]'],
  ['[{"b":1,"2":true,"1":null}]', '[{"b":1,"2":true,"1":null}]'],
  ['[ { "b" : 1 ,\n"2" : [ false ] } ]', '[{"b":1,"2":[false]}]'],
  ['["a \\" , : b"]', '["a \\" , : b"]'],
  [' 7 ', '7'],
])('%s becomes %s', (text, compact) => {
  expect(compactJson(text)).toBe(compact);
});

test('where no keys would move, it is what JSON.stringify writes', () => {
  const value = fc.jsonValue({ maxDepth: 4, noUnicodeString: false });
  fc.assert(
    fc.property(value, fc.constantFrom(undefined, 1, '\t', '\r\n'), (written, indent) => {
      const text = JSON.stringify(written, null, indent);
      expect(compactJson(text)).toBe(JSON.stringify(withNamedKeys(text)));
    }),
  );

  function withNamedKeys(text: string): unknown {
    fc.pre(!/"\d+":/.test(text));
    return JSON.parse(text);
  }
});

test('a string of millions of escapes is no trouble', () => {
  const text = `["${String.raw`\"`.repeat(3_000_000)}"]`;
  expect(compactJson(text) === text).toBe(true);
});
