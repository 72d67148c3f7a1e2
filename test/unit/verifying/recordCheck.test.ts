import { describe, expect, test } from 'vitest';
import type { RuleName } from '../../../src/text/rules.ts';
import {
  createRecordCheck,
  difference,
  reportRepeatedKey,
  reportRule,
} from '../../../src/verifying/envelope.ts';
import { createKeptLog } from './keptLog.ts';
import { geneText, schemas } from './somePages.ts';

function check(text: string, { isExact = true, allowed = [] as RuleName[] } = {}) {
  const kept = createKeptLog();
  const list = { collection: 'genes', allowed: new Set(allowed), isExact, fieldNames: {} } as const;
  const before = '[1,';
  const bytes = Buffer.from(`${before}${text},{}]`);
  const checked = createRecordCheck(list, schemas, kept.log)(bytes, before.length, 'here');
  return { ...checked, length: checked.end - before.length, ...kept };
}

const gene = geneText('Quillon_CDS_2');

describe('a record', () => {
  test.each([
    ['a number', '7'],
    ['null', 'null'],
    ['a key that is a number', '{"GeneID":7}'],
    ['a key that is inherited', '{"__proto__":{"GeneID":"x"}}'],
    ['an array', '["GeneID"]'],
    ['too deep', `{"GeneID":"x","a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
  ])('that has no usable key is reported and has none: %s', (_, text) => {
    const { key, value, failures, length } = check(text);
    expect([key, value]).toEqual([null, null]);
    expect(failures.length).toBeGreaterThan(0);
    expect(length).toBe(text.length);
  });

  test('that is no JSON breaks the layout where bytes are promised, else the schema', () => {
    const bad = gene.replace('"Start":0', '"Start":00');
    expect(check(bad).failures).toMatchObject([{ clause: 'L1' }]);
    expect(check(bad, { isExact: false }).failures).toMatchObject([{ clause: 'S2' }]);
  });
});

describe('the clause of a rule', () => {
  test.each([
    ['json-number', 'L1'],
    ['unicode', 'L1'],
    ['schema', 'S2'],
    ['null-value', 'S2'],
    ['record-size', 'S2'],
    ['path-name', 'A3'],
    ['name-case', 'A3'],
    ['pham-color-consistent', 'S3'],
  ] as const)('%s is %s', (rule, clause) => {
    const { log, failures } = createKeptLog();
    reportRule('here', { rule, expected: 'x', found: 'y' }, new Set(), log);
    expect(failures).toMatchObject([{ clause, found: `y [${rule}]` }]);
  });

  test('a rule that cannot be allowed gives no hint to allow it; a warning is a note', () => {
    const { log, failures, notes } = createKeptLog();
    reportRule('here', { rule: 'schema', expected: 'x', found: 'y' }, new Set(), log);
    expect(failures[0]).not.toHaveProperty('hint');
    reportRule('here', { rule: 'gene-phage-known', expected: 'x', found: 'y' }, new Set(), log);
    expect([failures.length, notes.length]).toEqual([1, 1]);
  });

  test('a repeated key breaks the rule of its collection', () => {
    const { log, failures } = createKeptLog();
    reportRepeatedKey('genes', 'here', 'x', new Set(), log);
    reportRepeatedKey('phages', 'here', 'x', new Set(), log);
    reportRepeatedKey('phages', 'here', 'x', new Set(['phage-name-unique'] as const), log);
    expect(failures.map(({ found }) => found)).toEqual([
      '"x" again [gene-id-unique]',
      '"x" again [phage-name-unique]',
    ]);
  });
});

test('the difference of two texts is shown with a little of what stands before it', () => {
  const [expected, found] = difference(`${'a'.repeat(40)}X${'b'.repeat(40)}`, `${'a'.repeat(40)}Y`);
  expect(expected).toBe(`'${'a'.repeat(12)}X${'b'.repeat(23)}' (canonical form)`);
  expect(found).toBe(`'${'a'.repeat(12)}Y'`);
});

test('the difference of two texts is the end of the one that is shorter', () => {
  expect(difference('abc', 'ab')[1]).toBe("'ab'");
  expect(difference('', 'x')[0]).toBe('the end (canonical form)');
  expect(difference('x', '')[1]).toBe('the end');
});
