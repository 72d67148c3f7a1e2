import { describe, expect, test } from 'vitest';
import { endOfValue } from '../../../src/text/json.ts';
import { type CheckedList, checkEnvelope, scanPage } from '../../../src/verifying/envelope.ts';
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

describe('what is no envelope', () => {
  test('a member too many is reported, and the rest is checked all the same', () => {
    const text = good.replace('"count":5', '"count":7').replace('{', '{"more":1,');
    const { envelope, where } = check(text, 2, five);
    expect(envelope?.count).toBe(7);
    expect(where()).toEqual(expect.arrayContaining(['L1 p', 'count p#/count']));
    expect(where().some((at) => at.startsWith('S2 '))).toBe(true);
  });
});

describe('the count', () => {
  test('says nothing of pages whose size is unknown', () => {
    const unknown = { count: null, pageSize: null, lastPage: null, isExact: false };
    expect(check(pageText(five, 2, ['1']), 2, { ...five, ...unknown }).failures).toEqual([]);
  });
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
