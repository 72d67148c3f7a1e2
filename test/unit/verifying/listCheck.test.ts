import { describe, expect, test } from 'vitest';
import { type RuleName } from '../../../src/text/rules.ts';
import { type CheckedList } from '../../../src/verifying/envelope.ts';
import {
  createListCheck,
  joinRange,
  reportCrossRecordRules,
} from '../../../src/verifying/listCheck.ts';
import { createKeptLog } from './keptLog.ts';
import { geneList, geneText, pageAt, pageText, schemas } from './somePages.ts';

const [a, b, c, d] = ['A_CDS_1', 'A_CDS_2', 'A_CDS_3', 'A_CDS_4'] as const;

test('behind a gap a key may come again, but none may come that is smaller', () => {
  const list = geneList(6);
  const check = (key: string) => {
    const kept = createKeptLog();
    const listCheck = createListCheck(list, schemas, kept.log);
    listCheck.page(pageAt(1, pageText(list, 1, [geneText(a), geneText(b)])));
    listCheck.skipTo();
    listCheck.page(pageAt(3, pageText(list, 3, [geneText(key), geneText(d)])));
    return kept.where();
  };
  expect(check(b)).toEqual([]);
  expect(check(a)).toEqual(['L3 page 3#/results/0']);
  expect(check(c)).toEqual([]);
});

test('the last key outlives the buffer of its page, which is used again', () => {
  const list = geneList(3);
  const { log, where } = createKeptLog();
  const check = createListCheck(list, schemas, log);
  const [first, second] = [
    pageText(list, 1, [geneText(a), geneText(c)]),
    pageText(list, 2, [geneText(b)]),
  ];
  const buffer = Buffer.alloc(Math.max(first.length, second.length));
  const read = (text: string) => buffer.fill(0).subarray(0, buffer.write(text));
  check.page({ address: 'one', number: 1, bytes: read(first) });
  check.page({ address: 'two', number: 2, bytes: read(second) });
  expect(where()).toEqual(['L3 two#/results/0']);
});

describe('bytes that are no page', () => {
  const list = geneList(1);
  const of = (text: string | Buffer, changes: Partial<CheckedList> = {}) => {
    const kept = createKeptLog();
    const check = createListCheck({ ...list, ...changes }, schemas, kept.log);
    const page = check.page({ address: 'p', number: 1, bytes: Buffer.from(text) });
    return { page, ...kept };
  };

  test('are reported with the offset where they break, and what stands there', () => {
    const { page, failures } = of('{"count":1,"next":nul}');
    expect(page).toBeNull();
    expect(failures).toEqual([
      { clause: 'L1', address: 'p', expected: 'a JSON value at byte 18', found: "'nul}'" },
    ]);
    expect(of('{"count":1').failures[0]?.found).toBe('the end');
  });

  test('break the schema where the layout of JSON is free', () => {
    expect(of('<html>', { isExact: false }).where()).toEqual(['S2 p']);
  });

  test('offsets count a byte order mark, which is reported, too', () => {
    const { failures } = of(`\uFEFF<html>`);
    expect(failures).toMatchObject([
      { clause: 'L1', expected: 'no byte order mark' },
      { clause: 'L1', expected: "'{' at byte 3" },
    ]);
    const { page, where } = of(`\uFEFF${pageText(list, 1, [geneText(a)])}`);
    expect(page?.records).toBe(1);
    expect(where()).toEqual(['L1 p']);
  });
});

const ifFirst = [['single', 'the bytes', 'others'] as const];

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
