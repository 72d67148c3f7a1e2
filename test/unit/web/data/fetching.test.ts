import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import {
  addresses,
  createRecordStream,
  fetchJson,
  forgetAll,
} from '../../../../src/web/data/fetching.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  forgetAll();
});

test('a record whose name is dots is missing, and no file of another kind', async () => {
  const fetched = vi.fn<typeof fetch>(async () => Response.json({ of: 'the index' }));
  vi.stubGlobal('fetch', fetched);
  for (const name of ['.', '..']) {
    await expect(fetchJson(addresses.gene(name))).rejects.toMatchObject({ isMissing: true });
  }
  expect(fetched).not.toHaveBeenCalled();
  expect(await fetchJson(addresses.gene('...'))).toEqual({ of: 'the index' });
});

/** All that comes of a text that arrives in pieces of these lengths, and then whole. */
function streamed(text: string, lengths: readonly number[]) {
  const stream = createRecordStream();
  const records: unknown[] = [];
  let at = 0;
  for (const length of [...lengths, text.length]) {
    const found = stream.push(text.slice(at, at + length));
    records.push(...found.map((json): unknown => JSON.parse(json)));
    at += length;
  }
  return { records, total: stream.total() };
}

const value = fc.letrec((tie) => ({
  any: fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), tie('list'), tie('record')),
  list: fc.array(tie('any'), { maxLength: 3 }),
  record: fc.dictionary(fc.string(), tie('any'), { maxKeys: 3 }),
}));

test('records are the same in whatever pieces their file comes', () => {
  fc.assert(
    fc.property(
      fc.array(value.record, { maxLength: 5 }),
      fc.array(fc.nat({ max: 40 })),
      (results, lengths) => {
        const text = JSON.stringify({ count: results.length, next: null, previous: null, results });
        expect(streamed(text, lengths)).toEqual({
          records: JSON.parse(JSON.stringify(results)),
          total: results.length,
        });
      },
    ),
    { seed: 14 },
  );
});

test('what has come is there before the rest', () => {
  const stream = createRecordStream();
  expect(stream.total()).toBeNull();
  expect(stream.push('{"count":7199,"next":null,"previous":null,"results":[{"a":"}\\')).toEqual([]);
  expect(stream.total()).toBe(7199);
  expect(stream.push('""},{"b":[{')).toEqual(['{"a":"}\\""}']);
  expect(stream.push('}]}')).toEqual(['{"b":[{}]}']);
});
