/** What is wrong with a file, rather than with a record in it, is said with its line (S4). */
import { expect, test } from 'vitest';
import { examineJson } from '../../../src/text/examineJson.ts';
import { told } from '../text/told.ts';
import { readChunks, readFileRecords } from './readAll.ts';
import { addFile, tempFolder } from './tempFolder.ts';

const read = async (name: string, content: string | Uint8Array) =>
  readFileRecords(addFile(tempFolder(), name, content));

const documentHint =
  'A .json source holds one record, an array of records or a page envelope; a record a line belongs in a .ndjson file.';

test.each<[text: string, line: number, expected: string, found: string, records: number]>([
  ['[{"a":1},\n{"a":2}\n', 3, "',' or ']' behind the record", 'the end of the file', 2],
  ['[{"a":1},\n', 2, 'a record', 'the end of the file', 1],
  ['[', 1, 'a record', 'the end of the file', 0],
  ['\n[\n1,,2]', 3, 'a record', "','", 1],
  ['[1\n2]', 2, "',' or ']' behind the record", "'2'", 1],
  ['[{"a":1}\n{"a":2}]', 2, "',' or ']' behind the record", "'{'", 1],
  ['[{"a":1},\n]', 2, 'a record', "']'", 1],
  ['[,{"a":1}]', 1, 'a record', "','", 0],
  ['[{"a":1}}\n]', 1, "',' or ']' behind the record", "'}'", 1],
  ['[{"a":1}],x', 1, 'the end of the file', "','", 1],
  ['[{"a":1}]\n\nx', 3, 'the end of the file', "'x'", 1],
  ['[{"a":1}]\n[{"a":2}]', 2, 'the end of the file', "'['", 1],
  // A character of several bytes is shown whole, and one that does not print is escaped.
  ['[{"a":1}] é', 1, 'the end of the file', "'é'", 1],
  ['[{"a":1}\u0000]', 1, "',' or ']' behind the record", "'\\u0000'", 1],
  // Lines are still counted behind an escaped line break, which no JSON has.
  ['[{"a":"\\\n"},\n{"a":1}\n{"a":2}]', 4, "',' or ']' behind the record", "'{'", 2],
  ['{"count":1,\n"results":{}}', 2, 'an array of records', "'{'", 0],
  ['{"results":null}', 1, 'an array of records', "'n'", 0],
  ['{"count":1\n}', 2, 'a key "results" before the end', "'}'", 0],
  ['{"count":1,\n"results":[{"a":1}]', 2, "',' or '}'", 'the end of the file', 1],
  ['{"count":1 "next":null}', 1, "',' or '}'", "'\"'", 0],
  ['{"count":1,"results":[{"a":1}],\n}', 2, 'a key in double quotes', "'}'", 1],
  // Cut short within a key: no unknown field.
  ['{"count":1,\n"resul', 2, 'a key in double quotes', 'the end of the file', 0],
  ['{"count" 1,"results":[]}', 1, "':' after the key", "'1'", 0],
  ['{"count":,\n"results":[]}', 1, 'a value', "','", 0],
  ['{"next":nul,\n"results":[]}', 1, 'a value', "'n'", 0],
  ['{"count":1,"results":[]}\n{"count":1,"results":[]}', 2, 'the end of the file', "'{'", 0],
])('%j: line %i, %s was expected, %s found', async (text, line, expected, found, count) => {
  const { records, findings } = await read('a.json', text);
  const wrong = `expected ${expected}, found ${found} [json-syntax]; hint: ${documentHint}`;
  expect(findings.map(told)).toEqual([`a.json:${line}: ${wrong}`]);
  expect(records).toHaveLength(count);
});

const onlyKeys = 'only count, next, previous, results in a page envelope';

test.each<[text: string, wrong: string, records: number]>([
  [
    '{"count":1,\n"result":[{"a":1}]}',
    `/result: expected ${onlyKeys}, found the unknown field "result" [schema]; hint: Did you mean "results"?`,
    0,
  ],
  [
    '{"count":1,\n"größe\u202e":1,"results":[]}',
    `/größe\u202e: expected ${onlyKeys}, found the unknown field "größe\\u202e" [schema]`,
    0,
  ],
  [
    '{"count":1,\n"a/b~c":1,"results":[]}',
    `/a~1b~0c: expected ${onlyKeys}, found the unknown field "a/b~c" [schema]`,
    0,
  ],
  [
    '{"count":1,\n"count":1,"results":[]}',
    '/count: expected each key once in an object, found "count" again [json-repeated-key]',
    0,
  ],
  [
    '{"results":[{"a":1}],\n"results":[{"a":2}]}',
    '/results: expected each key once in an object, found "results" again [json-repeated-key]',
    1,
  ],
  [
    '{\n"next":"\xff","results":[]}',
    'expected UTF-8 text, found bytes that are not UTF-8 [unicode]',
    0,
  ],
])('a page envelope of %j is refused at its line', async (text, wrong, count) => {
  const isLatin1 = text.includes('\xff');
  const outcome = await read('a.json', Buffer.from(text, isLatin1 ? 'latin1' : 'utf8'));
  expect(outcome.findings.map(told)).toEqual([`a.json:2: ${wrong}`]);
  expect(outcome.records).toHaveLength(count);
});

const record = (text: string, line: number) => ({ text, line });
const record1 = '{"GeneID":"x","results":[{"a":1}]}';

test.each<[what: string, file: string, text: string, records: object[]]>([
  [
    'an envelope gives its results, in whatever order its keys stand',
    'a.json',
    '{ "previous": null,\n "results": [{"a":1},\n{"a":2}],\n "count": 2, "next": "x" }\n',
    [record('{"a":1}', 2), record('{"a":2}', 3)],
  ],
  ['an envelope may have no results', 'a.json', '{"count":0,"next":null,"results":[]}', []],
  ['an envelope is known by its first key alone', 'a.json', record1, [record(record1, 1)]],
  ['an array may be empty', 'a.json', ' [ \n ] ', []],
  [
    'a record begins on its line, whatever is around it',
    'a.json',
    '\r\n\r\n {"a":\n1}\n\n',
    [record('{"a":\n1}', 3)],
  ],
  // What follows is for the parser to judge.
  ...['{"a":1}\n{"a":2}', '{"a":1},', '{"a":', 'null', 'x'].map(
    (text): [string, string, string, object[]] => [
      `${text} is one record`,
      'a.json',
      `${text}\n`,
      [record(text, 1)],
    ],
  ),
  [
    'each line that is not blank is a record, with its number',
    'a.ndjson',
    '{"a":1}\r\n\r\n \t{"a":2} \n\nx\n{"a":3}',
    [record('{"a":1}', 1), record('{"a":2}', 3), record('x', 5), record('{"a":3}', 6)],
  ],
])('%s', async (_what, file, text, records) => {
  expect(await read(file, text)).toMatchObject({ records, findings: [] });
});

test('the parser finds the second record of a .ndjson file that is named .json', async () => {
  const [only] = (await read('a.json', '{"a":1}\n{"a":2}\n')).records;
  expect(examineJson(only?.text ?? '', { maxNesting: 10, maxProblems: 9 })).toMatchObject([
    { kind: 'syntax', offset: 8, expected: 'the end of the record', found: "'{'" },
  ]);
});

test.each([
  ['a.json', ''],
  ['a.json', ' \r\n\t\n'],
  ['a.json', '\ufeff'],
  ['a.ndjson', ''],
  ['a.ndjson', '\n\n  \r\n'],
  ['a.ndjson', '\ufeff\n'],
  ['a.jsonl', ''],
])('%s with %j holds nothing, which is a finding', async (file, content) => {
  const { records, findings } = await read(file, content);
  expect(records).toEqual([]);
  expect(findings.map(told)).toEqual([
    `${file}:1: expected at least one record, found an empty file [source]; hint: Delete the file if it is meant to hold nothing.`,
  ]);
});

test('a line longer than a record may be is passed over, the next one read', async () => {
  const file = addFile(tempFolder(), 'a.ndjson', `{"a":1}\n${'x'.repeat(100)}\n{"a":3}\n`);
  const { records, findings } = await readFileRecords(file, { maxRecordBytes: 50 });
  expect(records.map(({ line }) => line)).toEqual([1, 3]);
  expect(findings.map(told)).toEqual([
    'a.ndjson:2: expected a record of at most 50 B, found a longer one [record-size]; hint: Is a line break or a bracket missing between records?',
  ]);
});

test('a line longer than a record may be is not also called an empty file, where it is all of it', async () => {
  const { findings } = await readChunks('lines', [Buffer.from('x'.repeat(100))], 50);
  expect(findings.map(({ rule }) => rule)).toEqual(['record-size']);
});
