import { describe, expect, test } from 'vitest';
import type { CheckedList } from '../../../src/verifying/envelope.ts';
import { createListCheck, type FoundRecord } from '../../../src/verifying/listCheck.ts';
import { createKeptLog } from './keptLog.ts';
import { geneList, geneText, pageAt, pageText, schemas } from './somePages.ts';

/** A gene that is not plain, so that it takes the slow way: it breaks its schema. */
const broken = (key: string) => geneText(key, { Start: -1 });

function checkPages(pages: readonly (readonly string[])[], list: CheckedList) {
  const kept = createKeptLog();
  const check = createListCheck(list, schemas, kept.log);
  const found: FoundRecord[] = [];
  pages.forEach((records, index) =>
    check.page(pageAt(index + 1, pageText(list, index + 1, records)), (record) =>
      found.push({ ...record, bytes: Buffer.from(record.bytes) }),
    ),
  );
  return { ...kept, found, summary: check.finish() };
}

const [a, b, c, d] = ['A_CDS_1', 'A_CDS_2', 'A_CDS_3', 'A_CDS_4'] as const;

test('pages in order pass, and each record is handed out with its key, index and very bytes', () => {
  const { failures, found, summary } = checkPages(
    [[geneText(a), geneText(b)], [geneText(c)]],
    geneList(3),
  );
  expect(failures).toEqual([]);
  expect(found.map(({ key, index, isRepeated }) => [key, index, isRepeated])).toEqual([
    [a, 0, false],
    [b, 1, false],
    [c, 0, false],
  ]);
  expect(found.map(({ bytes }) => bytes.toString())).toEqual([a, b, c].map((key) => geneText(key)));
  expect(summary).toMatchObject({ records: 3, firstKey: a, lastKey: c });
});

test('a list without records has no first and no last key', () => {
  expect(checkPages([[]], geneList(0)).summary).toMatchObject({
    records: 0,
    firstKey: null,
    lastKey: null,
  });
});

describe.each([
  ['the fast way', geneText, 0],
  ['the slow way', broken, 1],
])('a record that is checked %s', (_, text, breaches) => {
  test('and is not behind the one before it is reported, also across pages', () => {
    const { failures } = checkPages(
      [
        [text(b), text(c)],
        [text(a), text(d)],
      ],
      geneList(4),
    );
    expect(failures.filter(({ clause }) => clause === 'L3')).toMatchObject([
      { address: 'page 2#/results/0', expected: `a GeneID behind "${c}"`, found: `"${a}"` },
    ]);
    expect(failures.filter(({ clause }) => clause === 'S2')).toHaveLength(4 * breaches);
  });

  test('and repeats a key is reported once, by the rule and not by the order', () => {
    const { failures, found } = checkPages([[text(a), text(b)], [text(b)]], geneList(3));
    expect(failures.filter(({ clause }) => clause !== 'S2')).toMatchObject([
      { clause: 'S3', address: 'page 2#/results/0', found: `"${b}" again [gene-id-unique]` },
    ]);
    expect(found.map(({ isRepeated }) => isRepeated)).toEqual([false, false, true]);
  });
});

test('keys are ordered by code points, not by UTF-16 units', () => {
  const [high, low] = ['\u{10000}_CDS_1', '\uffee_CDS_1'];
  expect(checkPages([[geneText(low), geneText(high)]], geneList(2)).where()).not.toContainEqual(
    expect.stringMatching(/^L3/),
  );
  expect(checkPages([[geneText(high), geneText(low)]], geneList(2)).where()).toContainEqual(
    'L3 page 1#/results/1',
  );
});

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

test('invalid UTF-8 in a record that looks plain is found', () => {
  const list = geneList(1);
  const text = pageText(list, 1, [geneText(a, { Notes: '@@' })]);
  const bytes = Buffer.from(text);
  bytes.fill(0xff, bytes.indexOf('@@'), bytes.indexOf('@@') + 2);
  const { log, failures } = createKeptLog();
  createListCheck(list, schemas, log).page({ address: 'p', number: 1, bytes });
  expect(failures[0]).toMatchObject({ clause: 'L1', found: expect.stringContaining('[unicode]') });
});
