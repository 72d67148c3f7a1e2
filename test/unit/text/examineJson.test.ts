import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { examineJson, isNestedTooDeep, type JsonProblem } from '../../../src/text/examineJson.ts';
import { childPointer } from '../../../src/text/json.ts';
import { startCpuWatch } from '../../cpuTime.ts';

function problemsOf(text: string, maxNesting = 100, maxProblems = 1000): readonly JsonProblem[] {
  return examineJson(text, { maxNesting, maxProblems });
}

function onlyProblem(text: string): JsonProblem {
  const problems = problemsOf(text);
  expect(problems).toHaveLength(1);
  return problems[0] as JsonProblem;
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const jsonText = fc
  .tuple(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(undefined, 1, '\t', '\r\n'))
  .map(([value, indent]) => JSON.stringify(value, null, indent));

const fragment = fc.constantFrom(
  ...'{ } [ ] , : " \\ \\u \\u00 e - + . 0 01 1 true fals null NaN Infinity'.split(' '),
  ..."'a' // /**/ 0x1 1e 1. .5 \\x \\/ \t \n \u0000 \u2028 \ufeff \u007f \ud800 🧬".split(' '),
  ' ',
  '\u00a0',
);

const brokenText = fc
  .record({ text: jsonText, at: fc.nat(), removed: fc.nat(3), added: fc.array(fragment) })
  .map(({ text, at, removed, added }) => {
    const start = at % (text.length + 1);
    return text.slice(0, start) + added.join('') + text.slice(start + removed);
  });

const scraps = fc.array(fragment, { maxLength: 12 }).map((parts) => parts.join(''));

describe('syntax', () => {
  test('a text has a syntax problem exactly when JSON.parse refuses it', () => {
    fc.assert(
      fc.property(fc.oneof(jsonText, brokenText, scraps, fc.string()), (text) => {
        const isBroken = problemsOf(text).some(({ kind }) => kind === 'syntax');
        expect(isBroken).toBe(!parses(text));
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    ['', 0, 'a JSON value', 'the end of the text'],
    ['  ', 2, 'a JSON value', 'the end of the text'],
    ['{"a":1', 6, "',' or '}'", 'the end of the text'],
    ['{"a" 1}', 5, "':' after the key", "'1'"],
    ['{"a":1,}', 7, 'another key', "'}'"],
    ['{,"a":1}', 1, 'a key in double quotes', "','"],
    ["{'a':1}", 1, 'a key in double quotes', "'''"],
    ['[1 2]', 3, "',' or ']'", "'2'"],
    ['[1,]', 3, 'another value', "']'"],
    ['[1,,2]', 3, 'a JSON value', "','"],
    ['{"a":NaN}', 5, 'a JSON value', "'NaN'"],
    ['{"a":01}', 6, "',' or '}'", "'1'"],
    ['{"a":+1}', 5, 'a JSON value', "'+1'"],
    ['{"a":"x', 7, 'a closing quote (")', 'the end of the text'],
    ['{"a":"\n"}', 6, 'control characters in text to be escaped', "'\\u000a'"],
    ['{"a":"\u001f"}', 6, 'control characters in text to be escaped', "'\\u001f'"],
    ['{"a":"\\x41"}', 6, 'a valid escape such as \\n or \\u00e9', '\\x41"}'],
    ['{"a":"\\ud8"}', 6, 'a valid escape such as \\n or \\u00e9', '\\ud8"}'],
    ['{}{}', 2, 'the end of the record', "'{'"],
    ['\ufeff{}', 0, 'a JSON value', "'\\ufeff'"],
    ['{"a":🧬}', 5, 'a JSON value', "'🧬'"],
  ])('%j breaks at %i, where %s is expected', (text, offset, expected, found) => {
    expect(onlyProblem(text)).toMatchObject({ kind: 'syntax', offset, expected, found });
  });

  test.each(['{"a":1,}', '[1, ]'])('of the last comma in %j it says that there is none', (text) => {
    expect(onlyProblem(text).hint).toBe('JSON allows no comma behind the last one.');
  });

  test('the pointer of a syntax problem names the object or the member that breaks', () => {
    expect(onlyProblem('{"a":[{"b" 1}]}').pointer).toBe('/a/0/b');
    expect(onlyProblem('{"a":[{"b":1 "c"}]}').pointer).toBe('/a/0');
    expect(onlyProblem('{"a":[{"b":x}]}').pointer).toBe('/a/0/b');
  });

  test('problems before the break are kept, in order', () => {
    const kinds = problemsOf('{"a":1,"a":1e400,"b":"\\ud800",').map(({ kind }) => kind);
    expect(kinds).toEqual(['repeated-key', 'number', 'surrogate', 'syntax']);
  });
});

describe('repeated keys', () => {
  test('a key that is there twice is a problem at its second place', () => {
    expect(onlyProblem('{"a":1,"b":2,"a":3}')).toEqual({
      kind: 'repeated-key',
      offset: 13,
      pointer: '/a',
      expected: 'each key once in an object',
      found: '"a" again',
    });
  });

  test('a key that is spelt with an escape is the same key, each further time', () => {
    expect(problemsOf(String.raw`{"a":1,"\u0061":2,"a":3}`)).toMatchObject([
      { kind: 'repeated-key', pointer: '/a', offset: 7 },
      { kind: 'repeated-key', pointer: '/a', offset: 18 },
    ]);
  });

  test('keys that differ in case, or stand in other objects, are not repeated', () => {
    expect(problemsOf('{"a":{"a":1},"A":[{"a":1},{"a":2}]}')).toEqual([]);
  });

  test.each(['__proto__', 'constructor', '', 'a/b', 'a~b'])('the key %j can be repeated', (key) => {
    const text = `{${JSON.stringify(key)}:1,${JSON.stringify(key)}:2}`;
    expect(onlyProblem(text).pointer).toBe(childPointer('', key));
    expect(problemsOf(`{${JSON.stringify(key)}:1}`)).toEqual([]);
  });
});

describe('unpaired surrogates', () => {
  test.each([
    [String.raw`{"a":"\ud800"}`, '/a'],
    [String.raw`{"a":"\uDFFF!"}`, '/a'],
    [String.raw`{"a":"\udc00\ud800"}`, '/a'],
    ['{"a":["x","\ud800"]}', '/a/1'],
    [String.raw`"\ud83e"`, ''],
    [String.raw`{"b":0,"\ud800":1}`, ''],
  ])('%j has one', (text, pointer) => {
    expect(onlyProblem(text)).toMatchObject({ kind: 'surrogate', pointer });
  });

  test('a pair is whole, raw or escaped', () => {
    expect(problemsOf(String.raw`{"🧬":"\ud83e\uddec 🧬"}`)).toEqual([]);
  });
});

describe('numbers', () => {
  test.each(
    [
      ['0', '-0', '-0.0', '0e400', '1', '-1', '1.0', '1.10', '0.1', '0.1e1', '1e2', '1E+2'],
      ['0.000001', '1e-7', '12.50e-3', '9007199254740991', '9007199254740992', '5e-324'],
      ['100000000000000000000', '1e21', '123456789012345680000', '1.7976931348623157e308'],
    ].flat(),
  )('%s is held as it is written', (token) => {
    expect(problemsOf(`[${token}]`)).toEqual([]);
  });

  test.each(
    [
      ['9007199254740993', '-9007199254740993', '12345678901234567890', '1e400', '-1e400'],
      ['1e-400', '3.14159265358979323846', '0.1000000000000000055511151231257827', '1e99999999'],
    ].flat(),
  )('%s would come out with other digits', (token) => {
    expect(onlyProblem(`{"a":[ ${token} ]}`)).toEqual({
      kind: 'number',
      offset: 7,
      pointer: '/a/0',
      expected: 'a number that double precision holds exactly as written',
      found: token,
    });
  });

  test('whatever a double is written as is held, and an integer when its digits come back', () => {
    const double = fc.double({ noNaN: true, noDefaultInfinity: true });
    const integer = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n });
    fc.assert(
      fc.property(double, integer, (value, digits) => {
        expect(problemsOf(`[${value},${value.toExponential()}]`)).toEqual([]);
        const comesBack = String(Number(digits)) === `${digits}`;
        expect(problemsOf(`${digits}`)).toHaveLength(comesBack ? 0 : 1);
      }),
    );
  });

  test('a number of very many digits is examined without delay', () => {
    const cpuMs = startCpuWatch();
    expect(onlyProblem(`0.1${'0'.repeat(150_000)}1`).kind).toBe('number');
    expect(cpuMs()).toBeLessThan(5000);
  });
});

describe('nesting', () => {
  test('as many levels as the limit are examined, one more is a problem', () => {
    expect(problemsOf('[[[]],[[]]]', 3)).toEqual([]);
    expect(problemsOf('[[[[]]]]', 3)).toMatchObject([
      { kind: 'nesting', offset: 3, pointer: '/0/0/0' },
    ]);
    expect(problemsOf('[{"a":[{}]}]', 3)).toMatchObject([{ kind: 'nesting', offset: 7 }]);
  });

  test.each(['[', '{"a":', '[{"a":'])('a hundred thousand times %j does not overflow', (open) => {
    expect(problemsOf(open.repeat(100_000))).toMatchObject([{ kind: 'nesting' }]);
  });
});

test('many problems are given up to the limit, and are the first ones', () => {
  const text = `{"a":0${',"a":1e400'.repeat(10)}`;
  const all = problemsOf(text);
  expect(all).toHaveLength(21);
  expect(problemsOf(text, 100, 21)).toEqual(all);
  expect(problemsOf(text, 100, 5)).toEqual(all.slice(0, 5));
  expect(problemsOf(text, 100, 1)).toEqual(all.slice(0, 1));
});

test('the pointer of a problem names every member and item on the way', () => {
  expect(onlyProblem('{"a/b":[0,{"~":1e400}]}').pointer).toBe('/a~1b/1/~0');
});

test('the pointer of a problem is cut where a name is long, and where there are many', () => {
  const long = 'x'.repeat(1_000_000);
  expect(onlyProblem(`{"${long}":{"a":1e400}}`).pointer).toBe(`/${'x'.repeat(80)}…/a`);
  const deep = `${'{"some name":'.repeat(90)}1e400${'}'.repeat(90)}`;
  expect(onlyProblem(deep).pointer).toBe(`${'/some name'.repeat(40)}…`);
});

const deep = (open: string, close = '') => Buffer.from(open.repeat(10_001) + close.repeat(10_001));

test('brackets and braces that are open at once are counted, those in strings are not', () => {
  expect(isNestedTooDeep(deep('['))).toBe(true);
  expect(isNestedTooDeep(deep('{"a":', '}'))).toBe(true);
  expect(isNestedTooDeep(Buffer.from('['.repeat(10_000)))).toBe(false);
  expect(isNestedTooDeep(deep('[],'))).toBe(false);
  expect(isNestedTooDeep(Buffer.from(`["${'\\"['.repeat(20_000)}`))).toBe(false);
  expect(isNestedTooDeep(Buffer.from('5'))).toBe(false);
});
