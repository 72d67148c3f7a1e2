import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { endOfValue } from '../../../src/text/json.ts';
import {
  type CheckedList,
  checkEnvelope,
  lineOf,
  pageIdentity,
  placeOf,
  scanPage,
} from '../../../src/verifying/envelope.ts';
import { createKeptLog } from './keptLog.ts';
import { baseUrl, geneList, pageText, schemas } from './somePages.ts';

/** What is said of page `number` of a list, whose records are mere numbers. */
function check(text: string, number: number, list: CheckedList) {
  const kept = createKeptLog();
  const bytes = Buffer.from(text);
  let records = 0;
  const scanned = scanPage(bytes, (start) => {
    records++;
    return endOfValue(bytes, start);
  });
  if ('offset' in scanned) throw new Error(scanned.expected);
  const page = { address: 'p', number, bytes, scanned, records };
  return { envelope: checkEnvelope(page, list, schemas, kept.log), ...kept };
}

const five = geneList(5);
const good = pageText(five, 2, ['1', '2']);

test('a member too many in an envelope is reported, and the rest is checked all the same', () => {
  const text = good.replace('"count":5', '"count":7').replace('{', '{"more":1,');
  const { envelope, where } = check(text, 2, five);
  expect(envelope?.count).toBe(7);
  expect(where()).toEqual(expect.arrayContaining(['L1 p', 'count p#/count']));
  expect(where().some((at) => at.startsWith('S2 '))).toBe(true);
});

test('the count says nothing of pages whose size is unknown', () => {
  const unknown = { count: null, pageSize: null, lastPage: null, isExact: false };
  expect(check(pageText(five, 2, ['1']), 2, { ...five, ...unknown }).failures).toEqual([]);
});

describe('next and previous', () => {
  const link = (page: number) => `${baseUrl}/api/genes/?format=api&page=${page}`;
  const withNext = (next: string | null) =>
    good.replace(JSON.stringify(link(3)), JSON.stringify(next));

  test('have their parameters in this order where bytes are promised, and in any order elsewhere', () => {
    const turned = `${baseUrl}/api/genes/?page=3&format=api`;
    expect(check(withNext(turned), 2, five).where()).toEqual(['L2 p#/next']);
    expect(check(withNext(turned), 2, { ...five, isExact: false }).failures).toEqual([]);
  });

  test('without the format are only noted of a service that promises no bytes', () => {
    const bare = `${baseUrl}/api/genes/?page=3`;
    const { failures, notes } = check(withNext(bare), 2, { ...five, isExact: false });
    expect(failures).toEqual([]);
    expect(notes).toMatchObject([{ clause: 'L2', address: 'p#/next' }]);
    expect(check(withNext(bare), 2, five).failures).toHaveLength(1);
  });

  test('of a list of unknown length: the page with no next is the last', () => {
    const open = { ...five, count: null, pageSize: null, lastPage: null, isExact: false };
    expect(check(good, 2, open).failures).toEqual([]);
    expect(check(withNext(null), 2, open).failures).toEqual([]);
    expect(check(withNext(link(5)), 2, open).where()).toEqual(['L2 p#/next']);
  });

  test('of an empty page lead nowhere', () => {
    const open = { ...five, count: null, pageSize: null, lastPage: null, isExact: false };
    const { failures } = check(pageText(five, 2, []), 2, open);
    expect(failures).toMatchObject([{ expected: 'null behind a page without records' }]);
  });
});

function scan(text: string) {
  const bytes = Buffer.from(text);
  const records: string[] = [];
  const scanned = scanPage(bytes, (start) => {
    const end = endOfValue(bytes, start);
    records.push(bytes.toString('utf8', start, end));
    return end;
  });
  return { scanned, records };
}

describe('scanPage', () => {
  test.each([undefined, 1, '\t'])('finds what JSON.parse finds, indented by %j', (indent) => {
    fc.assert(
      fc.property(
        fc.record({
          count: fc.nat(),
          next: fc.option(fc.string()),
          results: fc.array(fc.jsonValue()),
        }),
        (page) => {
          const { scanned, records } = scan(JSON.stringify(page, null, indent));
          expect(records.map((text): unknown => JSON.parse(text))).toEqual(
            JSON.parse(JSON.stringify(page.results)),
          );
          expect(scanned).toMatchObject({
            hasResults: true,
            members: [
              ['count', String(page.count)],
              ['next', JSON.stringify(page.next)],
              ['results', '[]'],
            ],
          });
        },
      ),
    );
  });

  test('knows a compact page by its every byte', () => {
    const page = '{"count":2,"results":[{"a":"]}"},[1,2]]}';
    expect(scan(page).scanned).toMatchObject({ isCompact: true, resultsStart: 21 });
    for (const loose of [`${page}\n`, page.replace('},[', '}, ['), page.replace(']]}', ']] }')]) {
      expect(scan(loose).scanned).toMatchObject({ isCompact: false });
    }
    expect(scan('{"results":[]}').scanned).toMatchObject({ isCompact: true });
    expect(scan('{"results":[ ]}').scanned).toMatchObject({ isCompact: false });
  });

  test.each([
    ['', 0, "'{'"],
    ['[]', 0, "'{'"],
    ['{', 1, 'a key in double quotes'],
    ['{"count"1}', 8, "':'"],
    ['{"count":}', 9, 'a JSON value'],
    ['{"count":01}', 9, 'a JSON value'],
    ['{"count":1', 10, "',' or '}'"],
    ['{"count":1,}', 11, 'a key in double quotes'],
    ['{"count":1,"count":1}', 11, 'each key once, and "count" is there already'],
    ['{"results":[', 12, 'a record'],
    ['{"results":[1', 13, "',' or ']'"],
    ['{"results":[1,]}', 14, 'a record'],
    ['{"results":[]} x', 15, 'the end of the page'],
  ])('says where %j breaks', (text, offset, expected) => {
    expect(scan(text).scanned).toEqual({ offset, expected });
  });

  test('is not impressed by depth', () => {
    const deep = `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`;
    expect(scan(`{"results":[${deep}]}`).records).toEqual([deep]);
    expect(scan(`{"results":[${'['.repeat(1_000_000)}`).scanned).toHaveProperty('offset');
  });
});

const of = (query: string) => pageIdentity(`https://example.org/api/genes/${query}`);

test('the format, the order of parameters and the number of page 1 make no other page', () => {
  expect(of('?page=2&format=api')).toBe(of('?format=api&page=2'));
  expect(of('?page=2')).toBe(of('?format=api&page=2'));
  expect(of('')).toBe(of('?page=1&format=json'));
  expect(of('?page=3')).not.toBe(of('?page=2'));
  expect(of('?page=2&x=1')).not.toBe(of('?page=2'));
  expect(pageIdentity('no address')).toBe('no address');
});

test('the line of a record says its page and its index', () => {
  expect(placeOf({ rank: 0, line: lineOf(3, 5) })).toEqual({ page: 3, index: 5 });
  expect(placeOf({ rank: 7, line: lineOf(1, 0) })).toEqual({ page: 1, index: 0 });
  expect(lineOf(2, 0)).toBeGreaterThan(lineOf(1, 2 ** 30));
});
