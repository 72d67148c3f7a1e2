import { describe, expect, test } from 'vitest';
import type { Finding } from '../../../src/text/findings.ts';
import type { RuleChoices, RuleName } from '../../../src/text/rules.ts';
import { createPieceLog } from '../../../src/sources/recordIntake.ts';

const finding = (rule: RuleName, line: number): Finding => {
  return { rule, file: 'a.ndjson', line, pointer: '', expected: 'x', found: 'y' };
};

const nothingChosen: RuleChoices = { allowed: new Set(), denied: new Set() };

describe('the log of a piece', () => {
  test('keeps the first findings of each severity and counts the others by rule', () => {
    const log = createPieceLog(nothingChosen, 2);
    for (let line = 1; line <= 4; line++) {
      log.report(finding('schema', line));
      log.report(finding('gene-phage-known', line));
    }
    log.report(finding('gene-length', 5));
    expect(log.contents().kept.map(({ rule, line }) => [rule, line])).toEqual([
      ['gene-phage-known', 1],
      ['schema', 1],
      ['gene-phage-known', 2],
      ['schema', 2],
    ]);
    expect(Object.fromEntries(log.contents().uncounted)).toEqual({
      schema: 2,
      'gene-phage-known': 2,
      'gene-length': 1,
    });
  });

  test('keeps an early one that is reported after many later ones', () => {
    const log = createPieceLog(nothingChosen, 3);
    for (let line = 50; line <= 149; line++) log.report(finding('schema', line));
    for (const line of [51, 7]) log.report(finding('schema', line));
    expect(log.contents().kept.map(({ line }) => line)).toEqual([7, 50, 51]);
    expect(Object.fromEntries(log.contents().uncounted)).toEqual({ schema: 99 });
  });

  test.each<[choices: Partial<RuleChoices>, rules: RuleName[], kept: number[]]>([
    [{ allowed: new Set(['gene-length']) }, ['gene-length', 'schema', 'gene-length'], [1, 2]],
    [{ denied: new Set(['gene-phage-known']) }, ['schema', 'gene-phage-known'], [1]],
  ])('takes findings for what the choices make of their rules: %o', (choices, all, kept) => {
    const log = createPieceLog({ ...nothingChosen, ...choices }, 1);
    all.forEach((rule, at) => log.report(finding(rule, at + 1)));
    expect(log.contents().kept.map(({ line }) => line)).toEqual(kept);
    expect([...log.contents().uncounted]).toEqual([[all.at(-1), 1]]);
  });

  test('keeps none when none is wanted, and loses none', () => {
    const log = createPieceLog(nothingChosen, 0);
    log.report(finding('schema', 1));
    expect(log.contents().kept).toEqual([]);
    expect([...log.contents().uncounted]).toEqual([['schema', 1]]);
  });
});
