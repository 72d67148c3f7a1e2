import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { faultOfStart } from '../../../src/sources/decodeSource.ts';
import { told } from '../text/told.ts';

const records = '{"GeneID":"a_CDS_1","Notes":"né"}\n{"GeneID":"a_CDS_2","Notes":""}\n';
const pretty = (value: object) => JSON.stringify(value, null, 2);
const gene = { GeneID: 'a_CDS_1', PhageID: { PhageID: 'a' }, Notes: '' };

function faultOf(start: Buffer | string, options: { file?: string; isWhole?: boolean } = {}) {
  const { file = 'genes/a.ndjson', isWhole = true } = options;
  const layout = /\.json(\.gz)?$/.test(file) ? 'document' : 'lines';
  const source = { file, layout, gzipped: file.endsWith('.gz') } as const;
  return faultOfStart(Buffer.from(start), isWhole, source);
}

describe('a file in another encoding', () => {
  const utf16le = Buffer.from(records, 'utf16le');
  const utf16be = Buffer.from(utf16le).swap16();
  const utf32le = Buffer.from([...records].flatMap((letter) => [letter.charCodeAt(0), 0, 0, 0]));

  test.each([
    ['UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16le])],
    ['UTF-16', Buffer.concat([Buffer.from([0xfe, 0xff]), utf16be])],
    ['UTF-16LE', utf16le],
    ['UTF-16BE', utf16be],
    ['UTF-32', Buffer.concat([Buffer.from([0xff, 0xfe, 0, 0]), utf32le])],
    ['UTF-32LE', utf32le],
    ['UTF-32BE', Buffer.from(utf32le).swap32()],
  ])('of several bytes a character is one fault: %s', (encoding, bytes) => {
    for (const file of ['genes/a.ndjson', 'genes/a.json', 'genes/a.ndjson.gz']) {
      expect(told(faultOf(bytes, { file })!)).toBe(
        `${file}:0: expected UTF-8 text, found ${encoding} [unicode]; hint: Save the file as UTF-8, for example with \`iconv -f ${encoding} -t UTF-8\`.`,
      );
    }
  });
});

describe('a file that is no text', () => {
  const unpack = 'Unpack it: only files compressed by gzip alone (.gz) are read as they are.';

  const exported = 'Export its records as JSON from the program that made it.';

  test.each([
    ['a zip archive or a spreadsheet', 'PK\u0003\u0004\u0014\u0000', unpack],
    ['a gzip file', gzipSync(records), 'Name it a.ndjson.gz.'],
    ['a bzip2 file', 'BZh91AY', unpack],
    ['a tar archive', 'ustar'.padStart(262, 'a'), unpack],
    ['an SQLite database', 'SQLite format 3\u0000', exported],
    [
      "bytes that are no text, beginning with '\\u0001\\u0002a\\u0001\\u0002a'",
      '\u0001\u0002a'.repeat(2),
      exported,
    ],
  ])('is one fault: %s', (found, bytes, hint) => {
    const start = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes;
    expect(faultOf(start)).toMatchObject({ rule: 'source', line: 0, found, hint });
  });

  test('is one fault where it is packed twice', () => {
    expect(faultOf(gzipSync(records), { file: 'genes/a.ndjson.gz' })).toMatchObject({
      hint: 'It is packed twice: unpack it once.',
    });
  });
});

describe('a file of lines that is no NDJSON', () => {
  const asDocument = 'Name it a.json.';
  const oneEach = 'Put each on one line, for example with `jq -c .`.';
  const page = '{"count":0,"next":null,"previous":null,"results":[]}';
  const spread = `${pretty(gene)}\n${pretty(gene)}\n`;
  test.each([
    ['a record over several lines', pretty(gene), asDocument],
    ['an array of records over several lines', pretty([gene, gene]), asDocument],
    ['an array of records over several lines', '[\n{"a":1},\n{"a":2}\n]\n', asDocument],
    ['a page of the service', page, asDocument],
    ['a page of the service', pretty(JSON.parse(page)).replace('{\n  ', '{'), asDocument],
    ['records over several lines each', spread, oneEach],
    [
      'records over several lines each, from line 3 on',
      `${JSON.stringify(gene)}\n\n${spread}`,
      oneEach,
    ],
    [
      'records with commas between',
      '{"a":1},\n{"a":2},\n{"a":3}\n',
      `Remove the commas, or put them all in [ and ]. ${asDocument}`,
    ],
    [
      "lines that are no records, the first '<!DOCTYPE html>'",
      '<!DOCTYPE html>\n<html>\n',
      undefined,
    ],
    ["lines that are no records, the first 'GeneID,Start'", 'GeneID,Start\na_CDS_1,0\n', undefined],
  ])('is one fault: %s', (found, text, hint) => {
    const fault = faultOf(text);
    expect(fault).toMatchObject({
      rule: 'json-syntax',
      line: 0,
      expected: 'a record a line',
      found,
    });
    expect(fault?.hint).toBe(hint);
  });

  test('is known by its beginning alone', () => {
    const array = pretty(Array.from({ length: 50 }, () => gene));
    for (const end of [300, 301, 310, 333]) {
      expect(faultOf(array.slice(0, end), { isWhole: false })).toMatchObject({
        found: 'an array of records over several lines',
      });
    }
  });
});

test.each([
  ['good records', records],
  ['an empty file', ''],
  ['a blank line first', `\n \n${records}`],
  ['a first record that is broken', `{"GeneID":\n${records}`],
  ['a first record that is cut in two', `{"GeneID":"x",\n"Notes":""}\n${records}`],
  ['a first line that is no record', `x\n${records}`],
  ['one line only, which is broken', '{"GeneID":'],
  ['a brace alone behind its records', `${records}{\n${records}`],
  ['a brace alone behind what is no record', `{"a":}\n{\n"a":1\n}\n`],
  ['one line only, which is an array', '[{"a":1},{"a":2}]\n'],
  ['a line that is longer than what is looked at', `{"GeneID":"${'x'.repeat(99)}`],
  ['a NUL in a record', `{"GeneID":"a\u0000b"}\n${records}`],
])('a file of lines is looked at line by line where it has %s', (_what, text) => {
  expect(faultOf(text, { isWhole: !text.includes('xxx') })).toBe(null);
});
