import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compareFindings,
  comparePlaces,
  createFindingLog,
  createLineCounter,
  type Finding,
  lineBreaksBefore,
  offsetsOf,
  showPlace,
  tokensAt,
} from '../../../src/text/findings.ts';
import { type RuleName, ruleNames, rules } from '../../../src/text/rules.ts';

function finding(rule: RuleName, file = 'a.ndjson', line = 1, pointer = ''): Finding {
  return { rule, file, line, pointer, expected: 'one thing', found: 'another' };
}

function logOf(findings: Iterable<Finding>, maxKept: number, allowed: readonly RuleName[] = []) {
  const log = createFindingLog({ allowed: new Set(allowed), denied: new Set(), maxKept });
  for (const one of findings) log.add(one);
  return log;
}

const anyFinding: fc.Arbitrary<Finding> = fc.record({
  rule: fc.constantFrom(...ruleNames),
  file: fc.constantFrom('data/a.ndjson', 'data/b.ndjson', 'data/\uff5e.json', 'data/🧬.json'),
  line: fc.nat(5),
  pointer: fc.constantFrom('', '/Start', '/Stop'),
  expected: fc.constantFrom('x', 'y'),
  found: fc.constantFrom('x', 'y'),
});

describe('a log of findings', () => {
  test('names the rules that were broken and allowed, and no others', () => {
    const broken = ['gene-phage-known', 'null-value', 'schema', 'gene-length'] as const;
    const allowed = ['gene-phage-known', 'gene-length', 'null-value', 'name-case'] as const;
    const log = logOf(
      broken.map((rule) => finding(rule)),
      1,
      allowed,
    );
    expect(log.allowedBreaches()).toEqual(['null-value', 'gene-length']);
  });

  test.each<
    [broken: RuleName[], choices: { allowed?: RuleName[]; denied?: RuleName[] }, told: string[]]
  >([
    [['source-link', 'gene-phage-known'], {}, ['warning gene-phage-known', 'warning source-link']],
    [['source-link', 'schema'], {}, ['error schema', 'warning source-link']],
    // (S3)
    [
      ['gene-length', 'null-value'],
      { allowed: ['gene-length'] },
      ['error null-value', 'warning gene-length'],
    ],
    [
      ['source-unread', 'source-link'],
      { denied: ['source-unread'] },
      ['error source-unread', 'warning source-link'],
    ],
  ])('of %j with %j has %j', (broken, { allowed = [], denied = [] }, told) => {
    const log = createFindingLog({
      allowed: new Set(allowed),
      denied: new Set(denied),
      maxKept: 50,
    });
    for (const rule of broken) log.add(finding(rule));
    const { kept, errors, warnings } = log.report();
    expect(kept.map(({ rule, severity }) => `${severity} ${rule}`)).toEqual(told);
    const count = told.filter((one) => one.startsWith('error')).length;
    expect([errors, warnings]).toEqual([count, told.length - count]);
    expect(log.hasErrors()).toBe(count > 0);
  });

  test('counts the kinds of findings of a rule, also of those that it does not keep', () => {
    const kinds = ['unexplained', 'in-two-parts', 'unexplained'] as const;
    const findings = kinds.map((kind) => ({ ...finding('gene-length'), kind }));
    const log = logOf(findings, 1);
    log.count('in-two-parts', 3);
    const { errors, errorsByRule, kinds: counted } = log.report();
    expect([errors, errorsByRule.get('gene-length')]).toEqual([6, 6]);
    expect([...counted]).toEqual([
      ['in-two-parts', 4],
      ['unexplained', 2],
    ]);
    const { kept, uncounted } = log.contents();
    const again = logOf(kept, 1);
    for (const [as, count] of uncounted) again.count(as, count);
    expect(again.report()).toEqual(log.report());
  });

  test('counts what it does not keep, and knows of errors that are not kept', () => {
    const flood = Array.from({ length: 10_000 }, (_, index) => finding('schema', 'a', index + 1));
    const none = logOf(flood, 0);
    expect(none.hasErrors()).toBe(true);
    expect(none.report()).toMatchObject({ errors: 10_000, kept: [] });
    const some = logOf(flood.toReversed(), 3).report();
    expect(some.kept.map(({ line }) => line)).toEqual([1, 2, 3]);
    expect(some.errors).toBe(10_000);
  });

  test('keeps the first findings by place, whatever the order in which they come (S5)', () => {
    const cases = fc
      .array(anyFinding, { maxLength: 120 })
      .chain((all) =>
        fc.tuple(
          fc.constant(all),
          fc.shuffledSubarray(all, { minLength: all.length }),
          fc.nat(12),
          fc.subarray([...ruleNames]),
        ),
      );
    fc.assert(
      fc.property(cases, ([all, shuffled, maxKept, allowed]) => {
        const severityOf = ({ rule }: Finding) =>
          allowed.includes(rule) ? 'warning' : rules[rule].severity;
        const expected = (['error', 'warning'] as const)
          .flatMap((severity) =>
            all
              .filter((one) => severityOf(one) === severity)
              .toSorted(compareFindings)
              .map((one) => ({ ...one, severity })),
          )
          .slice(0, maxKept);
        const report = logOf(shuffled, maxKept, allowed).report();
        expect(report.kept).toEqual(expected);
        expect(report.errors + report.warnings).toBe(all.length);
      }),
    );
  });

  test('counts findings that are not at hand by the severity of their rule', () => {
    const log = logOf([finding('gene-length')], 50, ['gene-length']);
    log.count('gene-length', 4);
    expect(log.hasErrors()).toBe(false);
    log.count('schema', 2);
    expect(log.hasErrors()).toBe(true);
    const report = log.report();
    expect([report.errors, report.warnings]).toEqual([2, 5]);
    expect(report.kept).toHaveLength(1);
  });

  test('gives contents of which an equal log can be made', () => {
    fc.assert(
      fc.property(fc.array(anyFinding, { maxLength: 120 }), fc.nat(12), (all, maxKept) => {
        const log = logOf(all, maxKept);
        const { kept, uncounted } = log.contents();
        const again = logOf(kept, maxKept);
        for (const [rule, count] of uncounted) again.count(rule, count);
        expect(again.report()).toEqual(log.report());
        expect(again.hasErrors()).toBe(log.hasErrors());
      }),
    );
  });

  test('can be asked again, and added to in between, which leaves a report as it was', () => {
    const log = logOf([finding('schema', 'a', 2)], 2);
    const before = log.report();
    expect(log.report()).toEqual(before);
    log.add(finding('schema', 'a', 3));
    log.add(finding('schema', 'a', 1));
    expect(log.report()).toMatchObject({ errors: 3, kept: [{ line: 1 }, { line: 2 }] });
    expect(before).toMatchObject({ errors: 1, kept: [{ line: 2 }] });
  });
});

test('the order of findings is by file, line, pointer, rule, and then by what is said', () => {
  const ordered: Finding[] = [
    finding('schema', 'a', 0),
    finding('schema', 'a', 2),
    finding('schema', 'a', 10),
    finding('null-value', 'a', 10, '/Start'),
    finding('schema', 'a', 10, '/Start'),
    { ...finding('schema', 'a', 10, '/Start'), found: 'another one' },
    { ...finding('schema', 'a', 10, '/Start'), expected: 'two things' },
    finding('schema', 'b', 1),
  ];
  expect(ordered.toReversed().sort(compareFindings)).toEqual(ordered);
});

test('the order of findings is by code point, as that of the files is', () => {
  expect(compareFindings(finding('schema', '\uff5e'), finding('schema', '🧬'))).toBeLessThan(0);
});

const text = '{ "a": {"b": 1.50},\n "c": [\n {} ] }';

test.each([
  ['a member is at its key', ['/a', '/a/b'], ['"a"', '"b"']],
  ['an item is at its value', ['/c/0'], ['{}']],
  [
    'a field that is missing is where the object starts that should have it',
    ['/a/missing', '/c/0/missing/deeper', '/missing'],
    ['{"b"', '{}', '{'],
  ],
  ['the record itself is at its start', [''], ['{']],
])('%s', (_what, pointers, places) => {
  expect(offsetsOf(text, pointers)).toEqual(places.map((place) => text.indexOf(place)));
});

test('a value is shown as it is written', () => {
  const tokens = tokensAt(text, ['/a/b', '/nowhere']);
  expect(tokens.get('/a/b')).toBe('1.50');
  expect(tokens.has('/nowhere')).toBe(false);
});

test('lines are counted up to an offset: a line break itself stands on the line it ends', () => {
  expect(
    ['a\nb', 'a\r\nb\n\nc'].map((lines) => [...lines].map((_, at) => lineBreaksBefore(lines, at))),
  ).toEqual([
    [0, 0, 1],
    [0, 0, 0, 1, 1, 2, 3],
  ]);
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('\n', '\r', 'a') }), fc.nat(12), (lines, at) => {
      expect(lineBreaksBefore(lines, at)).toBe(lines.slice(0, at).split('\n').length - 1);
    }),
  );
});

test('a counter goes on from the last offset', () => {
  const lines = 'a\n\nb\nc';
  const count = createLineCounter(lines);
  const offsets = [0, 2, 2, 3, 6];
  expect(offsets.map(count)).toEqual(offsets.map((at) => lineBreaksBefore(lines, at)));
});

test('places are in the order of the pieces, and of the lines within one', () => {
  const ordered = [
    { rank: 0, line: 2 },
    { rank: 0, line: 10 },
    { rank: 1, line: 1 },
  ];
  expect(ordered.toReversed().sort(comparePlaces)).toEqual(ordered);
});

test('a place is named as compilers do', () => {
  expect(showPlace({ file: 'data/genes/a.ndjson', line: 7 })).toBe('data/genes/a.ndjson:7');
});
