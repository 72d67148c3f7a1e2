/** What is wrong with a file, rather than with a record in it, is said with its line (S4). */
import { describe, expect, test } from 'vitest';
import { examineJson } from '../../../src/json/examineJson.ts';
import { readChunks, readFileRecords } from './readAll.ts';
import { addFile, tempFolder } from './tempFolder.ts';

async function read(name: string, content: string | Uint8Array) {
  return readFileRecords(addFile(tempFolder(), name, content));
}

const documentHint =
  'A .json source holds one record, an array of records or a page envelope; a record a line belongs in a .ndjson file.';

describe('a .json file that breaks outside of its records', () => {
  test.each([
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
    ['{"count":1,\n"results":{}}', 2, 'an array of records', "'{'", 0],
    ['{"results":null}', 1, 'an array of records', "'n'", 0],
    ['{"count":1\n}', 2, 'a key "results" before the end', "'}'", 0],
    ['{"count":1,\n"results":[{"a":1}]', 2, "',' or '}'", 'the end of the file', 1],
    ['{"count":1,"results":[{"a":1}],\n}', 2, 'a key in double quotes', "'}'", 1],
    ['{"count" 1,"results":[]}', 1, "':' after the key", "'1'", 0],
    ['{"count":,\n"results":[]}', 1, 'a value', "','", 0],
    ['{"next":nul,\n"results":[]}', 1, 'a value', "'n'", 0],
    ['{"count":1,"results":[]}\n{"count":1,"results":[]}', 2, 'the end of the file', "'{'", 0],
  ])('%j: line %i, %s was expected, %s found', async (text, line, expected, found, read_) => {
    const { records, findings } = await read('a.json', text);
    expect(findings).toEqual([
      {
        rule: 'json-syntax',
        file: 'a.json',
        line,
        pointer: '',
        expected,
        found,
        hint: documentHint,
      },
    ]);
    expect(records).toHaveLength(read_);
  });

  test('a character of several bytes is shown whole', async () => {
    const { findings } = await read('a.json', '[{"a":1}] é');
    expect(findings).toMatchObject([{ expected: 'the end of the file', found: "'é'" }]);
  });

  test('a character that does not print is shown escaped', async () => {
    const { findings } = await read('a.json', '[{"a":1}\u0000]');
    expect(findings).toMatchObject([{ found: "'\\u0000'" }]);
  });

  test('lines are still counted behind an escaped line break, which no JSON has', async () => {
    const { records, findings } = await read('a.json', '[{"a":"\\\n"},\n{"a":1}\n{"a":2}]');
    expect(records.map(({ line }) => line)).toEqual([1, 3]);
    expect(findings).toMatchObject([{ line: 4, found: "'{'" }]);
  });
});

describe('a page envelope', () => {
  test('gives its results, in whatever order its keys stand', async () => {
    const { records, findings } = await read(
      'a.json',
      '{ "previous": null,\n "results": [{"a":1},\n{"a":2}],\n "count": 2, "next": "x" }\n',
    );
    expect(findings).toEqual([]);
    expect(records).toEqual([
      { text: '{"a":1}', line: 2 },
      { text: '{"a":2}', line: 3 },
    ]);
  });

  test('without results in it gives none, and that is no finding', async () => {
    const { records, findings } = await read('a.json', '{"count":0,"next":null,"results":[]}');
    expect([records, findings]).toEqual([[], []]);
  });

  test('with an unknown key is refused at its line, with the key that was meant', async () => {
    const { findings } = await read('a.json', '{"count":1,\n"result":[{"a":1}]}');
    expect(findings).toEqual([
      {
        rule: 'schema',
        file: 'a.json',
        line: 2,
        pointer: '/result',
        expected: 'only count, next, previous, results in a page envelope',
        found: 'the unknown field "result"',
        hint: 'Did you mean "results"?',
      },
    ]);
  });

  test('with a key of another alphabet is refused without a guess', async () => {
    const { findings } = await read('a.json', '{"count":1,"größe\u202e":1,"results":[]}');
    expect(findings).toMatchObject([{ found: 'the unknown field "größe\\u202e"' }]);
    expect(findings[0]).not.toHaveProperty('hint');
  });

  test('writes the slash of an unknown key as pointers do', async () => {
    const { findings } = await read('a.json', '{"count":1,"a/b~c":1,"results":[]}');
    expect(findings).toMatchObject([{ pointer: '/a~1b~0c' }]);
  });

  test('that ends within a key is cut short, and has no unknown field', async () => {
    const { findings } = await read('a.json', '{"count":1,\n"resul');
    expect(findings).toMatchObject([
      { rule: 'json-syntax', line: 2, pointer: '', found: 'the end of the file' },
    ]);
  });

  test.each([
    ['{"count":1,\n"count":1,"results":[]}', '/count', 0],
    ['{"results":[{"a":1}],\n"results":[{"a":2}]}', '/results', 1],
  ])('with a key twice is refused: %j', async (text, pointer, count) => {
    const { records, findings } = await read('a.json', text);
    expect(findings).toEqual([
      {
        rule: 'json-repeated-key',
        file: 'a.json',
        line: 2,
        pointer,
        expected: 'each key once in an object',
        found: `"${pointer.slice(1)}" again`,
      },
    ]);
    expect(records).toHaveLength(count);
  });

  test('is known by its first key alone: a record is never taken for one', async () => {
    const text = '{"GeneID":"x","results":[{"a":1}]}';
    expect((await read('a.json', text)).records).toEqual([{ text, line: 1 }]);
  });
});

describe('a .json file that is one record', () => {
  test('gives it with the line on which it starts, whatever follows it', async () => {
    const { records, findings } = await read('a.json', '\r\n\r\n {"a":\n1}\n\n');
    expect(findings).toEqual([]);
    expect(records).toEqual([{ text: '{"a":\n1}', line: 3 }]);
  });

  test.each([
    ['{"a":1}\n{"a":2}\n', 'a record a line, as in a .ndjson file'],
    ['{"a":1},', 'a comma behind it'],
    ['{"a":', 'one that is cut short'],
    ['null', 'no object'],
    ['x', 'no JSON at all'],
  ])('%j comes out as it is, for the parser to judge: %s', async (text) => {
    const { records, findings } = await read('a.json', text);
    expect(findings).toEqual([]);
    expect(records).toEqual([{ text: text.trim(), line: 1 }]);
  });

  test('the parser finds the second record of a .ndjson file that is named .json', async () => {
    const [record] = (await read('a.json', '{"a":1}\n{"a":2}\n')).records;
    expect(examineJson(record?.text ?? '', { maxNesting: 10, maxProblems: 9 })).toMatchObject([
      {
        kind: 'syntax',
        offset: '{"a":1}\n'.length,
        expected: 'the end of the record',
        found: "'{'",
      },
    ]);
  });
});

describe('a file that holds nothing', () => {
  const nothing = {
    rule: 'source',
    line: 1,
    pointer: '',
    expected: 'at least one record',
    found: 'an empty file',
    hint: 'Delete the file if it is meant to hold nothing.',
  };

  test.each([
    ['a.json', ''],
    ['a.json', ' \r\n\t\n'],
    ['a.json', '\ufeff'],
    ['a.ndjson', ''],
    ['a.ndjson', '\n\n  \r\n'],
    ['a.ndjson', '\ufeff\n'],
    ['a.jsonl', ''],
  ])('%s with %j is a finding', async (file, content) => {
    expect(await read(file, content)).toMatchObject({
      records: [],
      findings: [{ ...nothing, file }],
    });
  });

  test('an array without records says so itself, and is no finding', async () => {
    expect(await read('a.json', ' [ \n ] ')).toMatchObject({ records: [], findings: [] });
  });
});

describe('a record a line', () => {
  test('each line that is not blank is a record, with its number', async () => {
    const { records, findings } = await read(
      'a.ndjson',
      '{"a":1}\r\n\r\n \t{"a":2} \n\nx\n{"a":3}',
    );
    expect(findings).toEqual([]);
    expect(records).toEqual([
      { text: '{"a":1}', line: 1 },
      { text: '{"a":2}', line: 3 },
      { text: 'x', line: 5 },
      { text: '{"a":3}', line: 6 },
    ]);
  });

  test('a line longer than a record may be is passed over, the next one read', async () => {
    const file = addFile(tempFolder(), 'a.ndjson', `{"a":1}\n${'x'.repeat(100)}\n{"a":3}\n`);
    const { records, findings } = await readFileRecords(file, { maxRecordBytes: 50 });
    expect(records.map(({ line }) => line)).toEqual([1, 3]);
    expect(findings).toEqual([
      {
        rule: 'record-size',
        file: 'a.ndjson',
        line: 2,
        pointer: '',
        expected: 'a record of at most 50 B',
        found: 'a longer one',
        hint: 'Is a line break or a bracket missing between records?',
      },
    ]);
  });

  test('a file that is one line past the limit is not also called empty', async () => {
    const { findings } = await readChunks('lines', [Buffer.from('x'.repeat(100))], 50);
    expect(findings.map(({ rule }) => rule)).toEqual(['record-size']);
  });
});
