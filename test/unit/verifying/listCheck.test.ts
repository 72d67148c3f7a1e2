import { describe, expect, test } from 'vitest';
import type { CheckedList } from '../../../src/verifying/envelope.ts';
import { createListCheck } from '../../../src/verifying/listCheck.ts';
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
