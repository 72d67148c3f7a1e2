import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPageBuilder, paged } from '../../../src/sinks/pageBuilder.ts';

const base = 'https://example.org/phages';

describe('a page', () => {
  test('of a base URL that is not ASCII is whole', () => {
    const far = `https://example.org/${'%C3%A9'.repeat(20_000)}`;
    const builder = createPageBuilder(paged('phages', 2, 1), { baseUrl: far, links: 'query' });
    builder.start(1);
    expect(JSON.parse(builder.finish().toString())).toMatchObject({
      next: `${far}/api/phages/?format=api&page=2`,
    });
  });

  test.each([0, 100, 200, 1000])('may lie in the memory of its records, with %i bytes', (room) => {
    const text = Array.from({ length: 9 }, (_, at) => `{"a":${at}}`).join('');
    const memory = Buffer.allocUnsafeSlow(11 + text.length + room);
    const records = memory.subarray(11, 11 + text.length);
    records.write(text);
    const options = { baseUrl: base, links: 'query' } as const;
    const builder = createPageBuilder(
      paged('genes', 9, 9),
      options,
      memory.subarray(11 + text.length),
    );
    for (let page = 1; page < 3; page++) {
      builder.start(1);
      for (let at = 0; at < 9; at++) builder.add(records, at * 7, at * 7 + 7);
      expect(builder.finish().toString()).toBe(
        `{"count":9,"next":null,"previous":null,"results":[${text.replaceAll('}{', '},{')}]}`,
      );
    }
  });

  test('does not depend on the pages before it, nor on how long records are', () => {
    const pages = fc.array(fc.array(fc.integer({ min: 0, max: 40_000 }), { maxLength: 5 }), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(pages, (lengths) => {
        const shape = paged('genes', 25, 5);
        const builder = createPageBuilder(shape, { baseUrl: base, links: 'query' });
        lengths.forEach((records, index) => {
          const texts = records.map((length) => `{"a":"${'x'.repeat(length)}"}`);
          builder.start(index + 1);
          for (const text of texts) builder.add(Buffer.from(text), 0, text.length);
          const { results, ...envelope } = JSON.parse(builder.finish().toString()) as {
            results: unknown[];
          };
          expect(results.map((record) => JSON.stringify(record))).toEqual(texts);
          expect(envelope).toMatchObject({ count: 25 });
        });
      }),
      { numRuns: 30 },
    );
  });
});
