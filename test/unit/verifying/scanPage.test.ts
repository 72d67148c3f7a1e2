import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { endOfValue } from '../../../src/text/json.ts';
import { scanPage } from '../../../src/verifying/envelope.ts';

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
