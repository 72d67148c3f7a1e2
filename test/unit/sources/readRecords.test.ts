import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readRecords } from '../../../src/sources/readRecords.ts';
import { readFileRecords, sourceAt } from './readAll.ts';
import { addFile, tempFolder } from './tempFolder.ts';

async function read(name: string, content: string | Uint8Array) {
  return readFileRecords(addFile(tempFolder(), name, content));
}

const threeLines = '{"a":1}\n{"a":"é"}\n{"a":3}\n';
const threeRecords = [
  { text: '{"a":1}', line: 1 },
  { text: '{"a":"Ã©"}', line: 2 },
  { text: '{"a":3}', line: 3 },
];

describe('a file', () => {
  test.each(['a.ndjson', 'a.jsonl'])('%s has a record a line', async (name) => {
    expect(await read(name, threeLines)).toMatchObject({ records: threeRecords, findings: [] });
  });

  test('a.json may be an array', async () => {
    const text = `[${threeLines.trim().replaceAll('\n', ',\n')}]`;
    expect(await read('a.json', text)).toMatchObject({ records: threeRecords, findings: [] });
  });

  test.each(['a.ndjson', 'a.json'])('%s may start with a byte order mark', async (name) => {
    expect(await read(name, '\ufeff{"a":1}')).toMatchObject({
      records: [{ text: '{"a":1}', line: 1 }],
      findings: [],
    });
  });

  test('only the first byte order mark is one; a second belongs to the record', async () => {
    const { records } = await read('a.ndjson', '\ufeff\ufeff{}\n\ufeff{}');
    expect(records.map(({ text }) => text.length)).toEqual([5, 5]);
  });

  test.each([1, 2])(
    'the first %i bytes of a byte order mark alone are not swallowed',
    async (n) => {
      const { records } = await read('a.ndjson', Buffer.from('\ufeff').subarray(0, n));
      expect(records.map(({ text }) => text)).toEqual(['ï»'.slice(0, n)]);
    },
  );

  test('comes in batches that keep the order and hold at most a thousand records of an array', async () => {
    const all = Array.from({ length: 2500 }, (_, index) => `{"a":${index}}`);
    const { records, batchSizes } = await read('a.json', `[${all.join(',')}]`);
    expect(records.map(({ text }) => text)).toEqual(all);
    expect(Math.max(...batchSizes)).toBeLessThanOrEqual(1000);
    expect(Math.min(...batchSizes)).toBeGreaterThan(0);
  });

  test.each(['a.json', 'a.ndjson'])('%s never gives a batch without records', async (name) => {
    for (const count of [0, 1, 1000, 2000]) {
      const all = Array.from({ length: count }, () => '{}');
      const text = name === 'a.json' ? `[${all.join(',')}]` : all.join('\n');
      const { batchSizes } = await read(name, text);
      expect(batchSizes.every((size) => size > 0)).toBe(true);
      expect(batchSizes.reduce((sum, size) => sum + size, 0)).toBe(count);
    }
  });

  test('is read whole when it is longer than a chunk', async () => {
    const all = Array.from(
      { length: 30_000 },
      (_, i) => `{"a":${i},"b":"${'é🧬'.repeat(i % 30)}"}`,
    );
    const text = all.join('\r\n');
    expect(Buffer.byteLength(text)).toBeGreaterThan(2 << 20);
    const { records, findings } = await read('a.ndjson', text);
    expect(findings).toEqual([]);
    expect(records.length).toBe(all.length);
    const texts = records.map((record) => Buffer.from(record.text, 'latin1').toString());
    expect(texts.join('\r\n') === text).toBe(true);
    expect(records.at(-1)?.line).toBe(30_000);
  });

  test.each(['a.ndjson', 'a.ndjson.gz', 'a.json', 'a.json.gz'])(
    '%s that is missing is a finding, not an exception',
    async (name) => {
      const outcome = await readFileRecords(`${tempFolder()}/${name}`);
      expect(outcome.records).toEqual([]);
      expect(outcome.findings).toMatchObject([
        {
          rule: 'source',
          file: name,
          expected: 'to be able to read it',
          found: 'an error (ENOENT)',
        },
      ]);
    },
  );

  test('that is a folder is a finding', async () => {
    const folder = tempFolder({ 'a.ndjson/b': '' });
    expect((await readFileRecords(`${folder}/a.ndjson`)).findings).toMatchObject([
      { rule: 'source', found: 'something else, such as a pipe' },
    ]);
  });

  test('can be left after its first batch', async () => {
    const text = '{"a":1}\n'.repeat(300_000);
    const source = sourceAt(addFile(tempFolder(), 'a.ndjson', text));
    const findings: unknown[] = [];
    const report = (finding: unknown) => void findings.push(finding);
    for await (const batch of readRecords(source, {
      maxRecordBytes: 100,
      report,
    })) {
      expect(batch[0]?.line).toBe(1);
      break;
    }
    expect(findings).toEqual([]);
  });
});

describe('a gzipped file', () => {
  test.each(['a.ndjson.gz', 'a.jsonl.gz'])('%s is read as what it holds', async (name) => {
    expect(await read(name, gzipSync(threeLines))).toMatchObject({
      records: threeRecords,
      findings: [],
    });
  });

  test('may hold a byte order mark, an array, or an envelope', async () => {
    const array = gzipSync('\ufeff[{"a":1}]');
    expect((await read('a.json.gz', array)).records).toEqual([{ text: '{"a":1}', line: 1 }]);
    const envelope = gzipSync('\ufeff{"results":[{"a":1}]}');
    expect((await read('a.json.gz', envelope)).records).toEqual([{ text: '{"a":1}', line: 1 }]);
  });

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

  test('may have a byte order mark that comes in two parts', async () => {
    const mark = Buffer.from('\ufeff');
    const first = paddedMember(mark.subarray(0, 2), 1 << 20);
    const rest = gzipSync(Buffer.concat([mark.subarray(2), Buffer.from('{"a":1}')]));
    const { records } = await read('a.ndjson.gz', Buffer.concat([first, rest]));
    expect(records).toEqual([{ text: '{"a":1}', line: 1 }]);
  });

  test('may be padded with zeros', async () => {
    const content = Buffer.concat([gzipSync(threeLines), Buffer.alloc(512)]);
    expect(await read('a.ndjson.gz', content)).toMatchObject({
      records: threeRecords,
      findings: [],
    });
  });

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
    const content = gzipSync(threeLines);
    for (let length = 0; length < content.length; length++) {
      const { findings } = await read('a.ndjson.gz', content.subarray(0, length));
      expect(findings).toMatchObject([
        {
          rule: 'source',
          file: 'a.ndjson.gz',
          expected: 'a whole gzip file',
          found: 'one that is cut short',
          hint: 'Compress it again, or copy it again from where it came.',
        },
      ]);
    }
  });

  test('that is cut short within its second member is a finding', async () => {
    const first = gzipSync('{"a":1}\n');
    const both = Buffer.concat([first, gzipSync('{"a":2}\n')]);
    for (let length = first.length + 1; length < both.length; length++) {
      const { findings } = await read('a.ndjson.gz', both.subarray(0, length));
      expect(findings.map(({ found }) => found)).toEqual(['one that is cut short']);
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
    expect((await read('a.ndjson.gz', threeLines)).findings).toMatchObject([
      {
        line: 0,
        expected: 'a gzip file',
        found: 'something else',
        hint: 'If it is not compressed, rename it without .gz.',
      },
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
