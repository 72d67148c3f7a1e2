import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Failure } from '../../../src/base/failure.ts';
import { codeValue, edgeCode, limitCode, lineComment } from '../../../src/hosts/edgeCode.ts';

test.each([
  '</script><script>alert(1)',
  '<!--',
  'a\u2028b\u2029c',
  '"; process.exit(); "',
  "'`${1}\\",
  '/phages%22;//',
  '\ud800',
])('%j comes out of code as it went in, and ends nothing around it', (text) => {
  const code = codeValue({ text });
  expect(code).not.toMatch(/[<\u2028\u2029]/);
  expect(runInNewContext(`const site = ${code}; site.text`)).toBe(text);
});

test('any value comes out of code as it went in', () => {
  // As a key in code, __proto__ is none; the program's own keys are never that.
  const values = fc.jsonValue().filter((value) => !JSON.stringify(value).includes('__proto__'));
  fc.assert(
    fc.property(values, (value) => {
      const read: unknown = runInNewContext(`JSON.stringify(${codeValue(value)})`);
      expect(read).toBe(JSON.stringify(value));
    }),
  );
});

test.each([
  'a\nevil()',
  'a\revil()',
  'a\u2028evil()',
  'a\u2029evil()',
  '*/ evil() /*',
  'a\u0085evil()',
])('a comment cannot be left by %j', (line) => {
  expect(runInNewContext(`${lineComment(['x', line, ''])}1`)).toBe(1);
  const lines = lineComment(['x', line, ''], '#')
    .trimEnd()
    .split(/[\n\r\u0085\u2028\u2029]/);
  expect(lines).toHaveLength(3);
  expect(lines.every((one) => one.startsWith('#'))).toBe(true);
});

test('code begins with how to use it, then the values, then the bundle', () => {
  const code = edgeCode('cloudflareRuntime', ['Use it.'], { prefix: '/a' });
  expect(code).toMatch(/^\/\/ Use it\.\nconst site = \{"prefix":"\/a"\};\n[^]*export \{/);
});

test('code that is too long for its host is refused, with how long it is', () => {
  expect(limitCode('Host', 'é', 2)).toBe('é');
  expect(() => limitCode('Host', 'x'.repeat(10_241), 10_240)).toThrow(
    new Failure(
      'usage',
      'Host takes functions of at most 10,240 bytes; for this site it would have 10,241.',
      { hint: 'Only the path of the base URL can make it longer: build for a shorter one.' },
    ),
  );
});
