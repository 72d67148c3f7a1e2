import { describe, expect, test } from 'vitest';
import type { RuleName } from '../../../src/text/rules.ts';
import {
  createListCheck,
  joinRange,
  reportCrossRecordRules,
} from '../../../src/verifying/listCheck.ts';
import { createKeptLog } from './keptLog.ts';
import { geneList, geneText, pageAt, pageText, schemas } from './somePages.ts';

const ifFirst = [{ address: 'single', expected: 'the bytes', found: 'others' }];

function join(before: string | null, firstKey: string | null, allowed: RuleName[] = []) {
  const kept = createKeptLog();
  const lastKey = firstKey === null ? null : `${firstKey}z`;
  const range = { address: 'range', firstKey, lastKey, ifFirst };
  const last = joinRange('genes', before, range, new Set(allowed), kept.log);
  return { last, ...kept };
}

describe('at the border of two ranges', () => {
  test('the same key is a repeated one, and its address belongs to the record before', () => {
    expect(join('b', 'b').where()).toEqual(['S3 range']);
    const allowed = join('b', 'b', ['gene-id-unique']);
    expect(allowed.failures).toEqual([]);
    expect(allowed.notes).toHaveLength(1);
  });

  test('keys are ordered by code points', () => {
    expect(join('\uffee', '\u{10000}').where()).toEqual(['D1 single']);
    expect(join('\u{10000}', '\uffee').where()).toEqual(['L3 range', 'D1 single']);
  });

  test('a range without keys hands on the key before it', () => {
    expect(join('b', null).last).toBe('b');
    expect(join(null, null).last).toBeNull();
    expect(join(null, 'a').where()).toEqual(['D1 single']);
  });
});

describe('rules between records', () => {
  /** The facts of genes that all stand on page `number`. */
  const factsOf = (number: number, records: readonly string[]) => {
    const list = geneList(records.length, { pageSize: null, lastPage: null });
    const check = createListCheck(list, schemas, createKeptLog().log);
    check.page(pageAt(number, pageText(list, 1, records)));
    return { collection: 'genes' as const, facts: check.finish().facts };
  };
  const tell = (
    facts: ReturnType<typeof factsOf>[],
    { isWhole = true, allowed = [] as RuleName[] } = {},
  ) => {
    const kept = createKeptLog();
    const choices = { allowed: new Set(allowed), isWhole, fieldNames: {} };
    reportCrossRecordRules(facts, (of, page) => `${of} page ${page}`, choices, kept.log);
    return kept;
  };
  const gene = (number: number, changes: object) =>
    geneText(`Quillon_CDS_${number}`, { ...changes });
  const blue = { PhamID: { PhamID: 512, Color: '#0000ff' } };

  test('name the page and the index of the record, whichever range it was found in', () => {
    const { failures } = tell([
      factsOf(4, [gene(1, {}), gene(2, {})]),
      factsOf(9, [gene(3, {}), gene(4, blue)]),
    ]);
    expect(failures).toMatchObject([
      {
        clause: 'S3',
        address: 'genes page 9#/results/1/PhamID/Color',
        expected: expect.stringMatching(/^#a0b1c2, as for pham 512 at genes page 4/),
        found: expect.stringContaining('[pham-color-consistent]'),
      },
    ]);
  });

  test('about phages that are nowhere are left out where not all pages were read', () => {
    const facts = [factsOf(1, [gene(1, {})])];
    expect(tell(facts).notes.map(({ found }) => found)).toEqual([
      expect.stringContaining('[gene-phage-known]'),
    ]);
    expect(tell(facts, { isWhole: false }).notes).toEqual([]);
  });
});
