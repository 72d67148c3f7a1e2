import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { skipSpace, takeValue } from '../../../src/sources/readRecords.ts';
import { createByteInput } from '../../../src/sources/source.ts';
import { readFileRecords } from './readAll.ts';
import { addFile, tempFolder } from './tempFolder.ts';
import { told } from '../text/told.ts';

async function read(name: string, content: string | Uint8Array) {
  return readFileRecords(addFile(tempFolder(), name, content));
}

const threeLines = '{"a":1}\n{"a":"é"}\n{"a":3}\n';
const threeRecords = [
  { text: '{"a":1}', line: 1 },
  { text: '{"a":"Ã©"}', line: 2 },
  { text: '{"a":3}', line: 3 },
];

const array = `[${threeLines.trim().replaceAll('\n', ',\n')}]`;
const mark = Buffer.from('\ufeff');
const one = [{ text: '{"a":1}', line: 1 }];

test.each<[name: string, what: string, content: string | Uint8Array, records: object[]]>([
  ['a.ndjson', 'has a record a line', threeLines, threeRecords],
  ['a.jsonl', 'has a record a line', threeLines, threeRecords],
  ['a.json', 'may be an array', array, threeRecords],
  ['a.ndjson', 'may start with a byte order mark', '\ufeff{"a":1}', one],
  ['a.json', 'may start with a byte order mark', '\ufeff{"a":1}', one],
  [
    'a.ndjson',
    'starts with one byte order mark at most: a second belongs to the record',
    '\ufeff\ufeff{}\n\ufeff{}',
    [1, 2].map((line) => ({ text: 'ï»¿{}', line })),
  ],
  ['a.ndjson', 'may start with a part of a mark', mark.subarray(0, 1), [{ text: 'ï', line: 1 }]],
  ['a.ndjson', 'may start with a part of a mark', mark.subarray(0, 2), [{ text: 'ï»', line: 1 }]],
  ['a.ndjson.gz', 'is read as what it holds', gzipSync(threeLines), threeRecords],
  ['a.jsonl.gz', 'is read as what it holds', gzipSync(threeLines), threeRecords],
  ['a.json.gz', 'may hold an array behind a mark', gzipSync('\ufeff[{"a":1}]'), one],
  ['a.json.gz', 'may hold an envelope', gzipSync('\ufeff{"results":[{"a":1}]}'), one],
  [
    'a.ndjson.gz',
    'may have a mark in two parts',
    Buffer.concat([
      paddedMember(mark.subarray(0, 2), 1 << 20),
      gzipSync(Buffer.concat([mark.subarray(2), Buffer.from('{"a":1}')])),
    ]),
    one,
  ],
  [
    'a.ndjson.gz',
    'may be padded with zeros',
    Buffer.concat([gzipSync(threeLines), Buffer.alloc(512)]),
    threeRecords,
  ],
])('%s %s', async (name, _what, content, records) => {
  expect(await read(name, content)).toMatchObject({ records, findings: [] });
});

describe('a file', () => {
  test.each(['a.ndjson', 'a.ndjson.gz', 'a.json', 'a.json.gz'])(
    '%s that is missing is a finding, not an exception',
    async (name) => {
      const outcome = await readFileRecords(`${tempFolder()}/${name}`);
      expect(outcome.records).toEqual([]);
      expect(outcome.findings.map(told)).toEqual([
        expect.stringContaining(
          `${name}:0: expected to be able to read it, found an error (ENOENT) [source]`,
        ),
      ]);
    },
  );

  test('that is a folder is a finding', async () => {
    const folder = tempFolder({ 'a.ndjson/b': '' });
    expect((await readFileRecords(`${folder}/a.ndjson`)).findings).toMatchObject([
      { rule: 'source', found: 'something else, such as a pipe' },
    ]);
  });
});

describe('a gzipped file', () => {
  test('may be of several members, cut anywhere', async () => {
    const bytes = Buffer.from(threeLines);
    for (let at = 0; at <= bytes.length; at += 3) {
      const members = [bytes.subarray(0, at), Buffer.alloc(0), bytes.subarray(at)];
      const content = Buffer.concat(members.map((member) => gzipSync(member)));
      expect(await read('a.ndjson.gz', content)).toMatchObject({
        records: threeRecords,
        findings: [],
      });
    }
  });

  test.each([-1, 0, 1, 2])(
    'may have a member that ends %i bytes from where a chunk of the file ends',
    async (offset) => {
      const first = paddedMember('{"a":1}\n', (1 << 20) + offset);
      const content = Buffer.concat([first, gzipSync('{"a":2}\n')]);
      const { records, findings } = await read('a.ndjson.gz', content);
      expect(findings).toEqual([]);
      expect(records.map(({ text }) => text)).toEqual(['{"a":1}', '{"a":2}']);
    },
  );

  test('with zeros between two members does not lose the second one in silence (S4)', async () => {
    const parts = [gzipSync('{"a":1}\n'), Buffer.alloc(512), gzipSync('{"a":2}\n')];
    const { records, findings } = await read('a.ndjson.gz', Buffer.concat(parts));
    expect(records.length === 2 || findings.length > 0).toBe(true);
  });

  test('that holds nothing is an empty file', async () => {
    expect((await read('a.ndjson.gz', gzipSync(''))).findings).toMatchObject([
      { found: 'an empty file' },
    ]);
  });

  test('that is cut short anywhere is a finding, also within its last bytes', async () => {
    const first = gzipSync('{"a":1}\n');
    const content = Buffer.concat([first, gzipSync(threeLines)]);
    for (let length = 0; length < content.length; length++) {
      // Cut behind the first member it is whole.
      if (length === first.length) continue;
      const { findings } = await read('a.ndjson.gz', content.subarray(0, length));
      expect(findings.map(told)).toEqual([
        expect.stringMatching(
          /^a\.ndjson\.gz:\d+: expected a whole gzip file, found one that is cut short \[source\]; hint: Compress it again, or copy it again from where it came\.$/,
        ),
      ]);
    }
  });

  test('with a damaged byte never gives other records without a finding', async () => {
    const content = gzipSync(threeLines);
    // Behind the header, whose time and system say nothing about the records.
    for (let at = 10; at < content.length; at++) {
      const damaged = Buffer.from(content);
      damaged[at] = (damaged[at] ?? 0) ^ 0x10;
      const { findings } = await read('a.ndjson.gz', damaged);
      expect(findings.length).toBeGreaterThan(0);
    }
  });

  test('that is not gzipped at all is told to be something else', async () => {
    expect((await read('a.ndjson.gz', threeLines)).findings.map(told)).toEqual([
      'a.ndjson.gz:0: expected a gzip file, found something else [source]; hint: If it is not compressed, rename it without .gz.',
    ]);
  });

  test.each(['a.ndjson.gz', 'a.json.gz'])(
    '%s that is cut short still gives the records before the cut',
    async (name) => {
      const separator = name.includes('.json') ? ',\n' : '\n';
      const rows = Array.from({ length: 30 }, (_, index) => `{"a":"${noise(index)}"}`);
      const content = gzipSync(`${name.includes('.json') ? '[' : ''}${rows.join(separator)}`);
      const { records, findings } = await read(name, content.subarray(0, -8));
      expect(records.slice(0, 29).map(({ text }) => text)).toEqual(rows.slice(0, 29));
      expect(findings).toMatchObject([{ line: 30, found: 'one that is cut short' }]);
    },
  );
});

/** A gzip member of exactly so many bytes: its header holds a file name as long as it takes. */
function paddedMember(content: string | Uint8Array, bytes: number): Buffer {
  const plain = gzipSync(content);
  const header = Buffer.from(plain.subarray(0, 10));
  header[3] = 8;
  const name = Buffer.alloc(bytes - plain.length, 'x');
  name[name.length - 1] = 0;
  return Buffer.concat([header, name, plain.subarray(10)]);
}

function noise(index: number): string {
  return ((index + 1) * 2654435761).toString(36);
}

async function* chunks(...texts: string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text);
}

test('a value that has been taken is forgotten', async () => {
  const input = createByteInput(chunks('[1],', '[2],', '[3]'));
  for (const value of ['[1]', '[2]', '[3]']) {
    await skipSpace(input);
    expect((await takeValue(input, 100))?.toString()).toBe(value);
    input.at++;
    expect(input.bytes.length).toBeLessThanOrEqual(4);
  }
});

test('closing lets the chunks go', async () => {
  let isOpen = true;
  async function* source(): AsyncGenerator<Buffer> {
    try {
      yield Buffer.from('a');
      yield Buffer.from('b');
    } finally {
      isOpen = false;
    }
  }
  const input = createByteInput(source());
  await input.fill();
  await input.close();
  expect(isOpen).toBe(false);
  expect(await input.fill()).toBe(false);
});
