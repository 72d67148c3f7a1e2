import { describe, expect, test } from 'vitest';
import { perCollection, perList } from '../../../src/contract/collectionName.ts';
import { listRows } from '../../../src/verifying/contractTable.ts';
import { expects } from '../../../src/verifying/tableRow.ts';
import { factsWith } from './someFacts.ts';

const { content, invalidPage } = expects;

const rowsFor = (last: number) =>
  listRows('genes', factsWith({ lastPages: { ...perList(() => 0), genes: last, phages: 1 } }));

const expectedAt = (last: number, target: string) =>
  rowsFor(last)
    .filter((row) => row.target === target && row.method === 'GET' && row.ifNoneMatch === null)
    .map(({ expected }) => expected);

test('a list that is not published has no rows', () => {
  expect(
    listRows('phams', factsWith({ lastPages: { ...perList(() => 0), genes: 1, phages: 1 } })),
  ).toEqual([]);
});

describe.each([1, 2, 3, 1000])('of a list with %i pages', (last) => {
  test('the last page is there, by its number, by its word and as a file', () => {
    const page = content(last === 1 ? 'api/genes/index.json' : `api/genes/page/${last}.json`);
    expect(expectedAt(last, `/api/genes/?page=${last}`)).toContainEqual(page);
    expect(expectedAt(last, '/api/genes/?page=last')).toEqual([page]);
    expect(expectedAt(last, `/api/genes/page/${last}.json`)).toContainEqual(
      content(`api/genes/page/${last}.json`),
    );
  });

  test('the page behind it is not', () => {
    const expected = expectedAt(last, `/api/genes/?page=${last + 1}`);
    expect(expected.length).toBeGreaterThan(0);
    expect(new Set(expected)).toEqual(new Set([invalidPage]));
  });

  test('no two rows ask the same and expect something else', () => {
    const asked = new Map<string, unknown>();
    for (const row of rowsFor(last)) {
      const { method, target, headers, ifNoneMatch, expected } = row;
      const question = JSON.stringify([method, target, headers, String(ifNoneMatch)]);
      expect(asked.get(question) ?? expected).toEqual(expected);
      asked.set(question, expected);
    }
  });

  test('a parameter that comes twice has two values, where there are two pages', () => {
    const twice = rowsFor(last).find(({ title }) => title === 'repeated: the last counts');
    const [first, second] = new URLSearchParams(twice?.target.split('?')[1]).getAll('page');
    expect(first === second).toBe(last === 1);
  });
});

test('the names of unknown records are escaped', () => {
  const unknown = { ...perCollection(() => 'x'), genes: 'no such/100%' };
  const targets = listRows('genes', factsWith({ unknown })).map(({ target }) => target);
  expect(targets).toContain('/api/genes/no%20such%2F100%25/');
});
