/** Records as large as they may be, of whatever makes them large: each ends soon, with a finding or without, in bounded memory. */
import { describe, expect, test } from 'vitest';
import {
  around,
  type Bounds,
  checkGiant,
  expectBounded,
  gene,
  type Giant,
  hosts,
  inText,
  longNote,
  megabyte,
  notes,
  phage,
  usualBounds,
} from './checkGiant.ts';

const listOf = (item: string, bytes: number): Giant => ({
  before: `${hosts.before}[${item}`,
  repeated: `,${item}`,
  times: Math.floor(bytes / (item.length + 1)),
  after: `]${hosts.after}`,
});

test('a record as large as records may usually be is refused soon, in bounded memory', async () => {
  const result = await checkGiant('phages/a.json', listOf('[]', 15 * megabyte));
  expectBounded(result, usualBounds);
  expect(result).toMatchObject({ status: 1, errors: 1000 });
});

// Time and memory are in proportion to the limit, so that a small one shows what is out of proportion.
describe('a record as large as a record may be', () => {
  const limit = ['--max-record-bytes', String(2 * megabyte)];
  const all = (2 * megabyte * 15) / 16;
  const bounds: Bounds = { peakBytes: 256 * megabyte, cpuMs: 3000 };

  test.each([
    ['a note', 'genes/a.ndjson', { ...longNote, times: all }],
    [
      'a note of letters that take three bytes',
      'genes/a.ndjson',
      { ...longNote, repeated: '中', times: all / 3 },
    ],
    [
      'a note of escapes',
      'genes/a.ndjson',
      { ...longNote, repeated: '\\u0041', times: Math.floor(all / 6) },
    ],
    [
      'a text of a phage',
      'phages/a.json',
      { ...inText(phage, 'old_names'), repeated: 'a', times: all },
    ],
    [
      'a host',
      'phages/a.ndjson',
      { before: `${hosts.before}["`, repeated: 'a', times: all, after: `"]${hosts.after}` },
    ],
    [
      'a host of escapes',
      'phages/a.ndjson',
      { before: `${hosts.before}["`, repeated: '\\n', times: all / 2, after: `"]${hosts.after}` },
    ],
    ['many hosts', 'phages/a.ndjson', listOf('""', all)],
    ['many hosts that are objects', 'phages/a.ndjson', listOf('{}', all)],
    ['many hosts whose keys JavaScript would move', 'phages/a.ndjson', listOf('{"1":1}', all)],
    [
      'many hosts whose keys are spelt with escapes',
      'phages/a.json',
      listOf('{ "1" : "\\u0041" }', all),
    ],
    [
      'white space',
      'phages/a.json',
      { before: `${hosts.before}[`, repeated: '\n', times: all, after: `]${hosts.after}` },
    ],
  ] as const)('is taken: one that holds %s', async (_, file, giant) => {
    const result = await checkGiant(file, giant, limit);
    expectBounded(result, bounds);
    expect(result.findings.filter(({ rule }) => rule !== 'gene-phage-known')).toEqual([]);
    expect(result.records.genes + result.records.phages).toBe(1);
  });

  const extra = around({ ...gene, extra: 1 }, 'extra');
  const bare = { before: extra.before.slice(0, -'"extra":'.length), after: extra.after };
  const keys = (item: (n: string) => string, size: number): Giant => ({
    before: bare.before,
    // `#` becomes the number of the repetition.
    repeated: item('#'),
    times: Math.floor(all / size),
    after: `"extra":1${bare.after}`,
  });

  test.each([
    ['many unknown fields', keys((n) => `"k${n}":1,`, 12)],
    ['many unknown fields, one a line', keys((n) => `"k${n}":1,\n`, 13)],
    ['a key many times', keys(() => '"k":1,', 6)],
    ['a key many times, once a line', keys(() => '"k":1,\n', 7)],
    ['many numbers of too many digits', keys((n) => `"k${n}":0.12345678901234567890,`, 32)],
    ['many halves of characters', keys((n) => `"k${n}":"\\ud800",`, 19)],
    ['many halves of characters, one a line', keys((n) => `"k${n}":"\\ud800",\n`, 20)],
    ['many objects in an unknown field', listIn('extra', '{}')],
    ['many numbers in place of a text', listIn('Notes', '1')],
    ['many keys twice, deep below long names', below('k'.repeat(megabyte), '"a":1,', 6)],
    [
      'many numbers of too many digits below a long name',
      below('k'.repeat(megabyte), '"#":1e400,', 14),
    ],
  ] as const)('is refused soon: one that holds %s', async (_, giant) => {
    const result = await checkGiant('genes/a.json', giant, limit);
    expectBounded(result, bounds);
    expect(result.status).toBe(1);
    expect(result.errors).toBeGreaterThan(0);
    expectReadable(result);
  });

  test.each([
    ['numbers', '1'],
    ['numbers of two digits', ' 10\n'],
    ['nulls', 'null'],
    ['lists', '[]'],
  ])('is refused soon: one whose hosts are %s', async (_, item) => {
    const result = await checkGiant('phages/a.json', listOf(item, all), limit);
    expectBounded(result, bounds);
    expect(result.status).toBe(1);
    expect(result.errors).toBe(1000);
    expect(result.findings[0]).toMatchObject({ pointer: '/verified_hosts/0' });
  });

  test.each([
    ['a number of millions of digits', { ...notes, repeated: '1', times: all }],
    [
      'a number of millions of zeros',
      { ...notes, before: `${notes.before}1`, repeated: '0', times: all },
    ],
    [
      'a fraction of millions of zeros',
      {
        ...notes,
        before: `${notes.before}0.`,
        repeated: '0',
        times: all,
        after: `1${notes.after}`,
      },
    ],
    [
      'an unknown field of a very long name',
      { before: `${bare.before}"`, repeated: 'k', times: all, after: `":1,"extra":1${bare.after}` },
    ],
    ['a word that is no JSON', { ...notes, repeated: 'a', times: all }],
    [
      'a name that can be no file',
      { ...inText(gene, 'GeneID', '_CDS_1'), repeated: 'a', times: all },
    ],
    ['a colour that is none', colour()],
  ] as const)('is refused in words that a person can read: one that holds %s', async (_, giant) => {
    const result = await checkGiant('genes/a.ndjson', giant, limit);
    expectBounded(result, bounds);
    expect(result.status).toBe(1);
    expectReadable(result);
  });

  function expectReadable({ findings }: Awaited<ReturnType<typeof checkGiant>>): void {
    for (const finding of findings) {
      expect(finding.pointer.length).toBeLessThan(500);
      expect(finding.found.length).toBeLessThan(500);
    }
  }

  function listIn(field: string, item: string): Giant {
    const { before, after } = around({ ...gene, [field]: 1 }, field);
    const times = Math.floor(all / (item.length + 1));
    return { before: `${before}[${item}`, repeated: `,${item}`, times, after: `]${after}` };
  }

  function below(name: string, item: string, size: number): Giant {
    const times = Math.floor((all - name.length) / size);
    const before = `${bare.before}"${name}":{`;
    return { before, repeated: item, times, after: `"z":1}${bare.after}` };
  }

  function colour(): Giant {
    const [before = '', after = ''] = JSON.stringify(gene).split('#a0B1c2');
    return { before: `${before}#`, repeated: '0', times: all, after };
  }
});
