/** Files with lines, nesting or numbers of lines that nobody means: each ends soon, with a finding or without, in bounded memory. */
import { defaults } from '../../src/commands/config.ts';
import { describe, expect, test } from 'vitest';
import {
  around,
  checkGiant,
  expectBounded,
  gene,
  type Giant,
  hosts,
  longNote,
  megabyte,
  million,
  notes,
} from './checkGiant.ts';

const nested = (repeated: string, { before, after }: { before: string; after: string }): Giant => {
  const close = repeated.startsWith('[') ? ']' : '}';
  return { before, repeated, times: 100_000, after: `1${close.repeat(100_000)}${after}` };
};

describe('a line of a hundred megabytes is refused by its place', () => {
  test.each([
    ['in lines', 'genes/a.ndjson', longNote],
    ['in compressed lines', 'genes/a.ndjson.gz', longNote],
    ['in a document', 'genes/a.json', longNote],
    [
      'in an array',
      'genes/a.json',
      { ...longNote, before: `[${longNote.before}`, after: `${longNote.after}]` },
    ],
    [
      'in a page envelope',
      'genes/a.json',
      { ...longNote, before: `{"results":[${longNote.before}`, after: `${longNote.after}]}` },
    ],
    [
      'as a value of a page envelope',
      'genes/a.json',
      { before: '{"count":"', repeated: 'a', times: 100 * megabyte, after: '","results":[]}' },
    ],
    [
      'that is nothing but brackets',
      'genes/a.json',
      { before: '', repeated: '[', times: 100 * megabyte, after: '' },
    ],
    [
      'that is no JSON',
      'genes/a.ndjson',
      { before: '', repeated: '{"', times: 50 * megabyte, after: '' },
    ],
    ['without a closing quote', 'genes/a.ndjson', { ...longNote, after: '' }],
  ] as const)('%s', async (_, file, giant) => {
    const result = await checkGiant(file, giant);
    expectBounded(result);
    expect(result.status).toBe(1);
    expect(result.findings[0]).toMatchObject({
      line: 1,
      rule: expect.stringMatching(/^(?:record-size|json-syntax)$/),
    });
  });

  test('of white space alone, which is nothing', async () => {
    const giant = { before: '', repeated: ' ', times: 100 * megabyte, after: '' };
    // A document is looked through byte by byte; this is still more than a record may have.
    const document = { ...giant, times: 20 * megabyte };
    for (const [file, spaces] of [
      ['genes/a.ndjson', giant],
      ['genes/a.ndjson.gz', giant],
      ['genes/a.json', document],
    ] as const) {
      const result = await checkGiant(file, spaces);
      expectBounded(result);
      expect(result.records).toEqual({ genes: 0, phages: 0 });
    }
  });
});

test.each([
  ['arrays among the hosts of a phage', 'phages/a.ndjson', nested('[', hosts)],
  [
    'objects among the hosts of a phage',
    'phages/a.json',
    nested('{"a":', { before: `${hosts.before}[`, after: `]${hosts.after}` }),
  ],
  ['in a field of a gene', 'genes/a.ndjson', nested('[', notes)],
  [
    'in a field that no gene has',
    'genes/a.ndjson',
    nested('{"a":', around({ ...gene, extra: 1 }, 'extra')),
  ],
  ['in place of a record', 'genes/a.ndjson', nested('[', { before: '', after: '' })],
  ['in place of a document', 'genes/a.json', nested('[', { before: '', after: '' })],
  ['of objects in place of a document', 'genes/a.json', nested('{"a":', { before: '', after: '' })],
  [
    'in a value of a page envelope',
    'genes/a.json',
    nested('[', { before: '{"count":', after: ',"results":[]}' }),
  ],
  ['that nobody closes', 'genes/a.ndjson', { ...nested('[', notes), after: '' }],
] as const)(
  'a hundred thousand levels of nesting are refused by their place: %s',
  async (name, file, giant) => {
    const result = await checkGiant(file, giant);
    expectBounded(result);
    if (name.includes('envelope')) return;
    expect(result.status).toBe(1);
    expect(result.findings[0]).toMatchObject({ line: 1 });
  },
);

// Reading goes on after so many.
const refused = defaults.maxRefused - 1;

describe('very many tiny lines', () => {
  test.each([
    ['of empty objects', '{}\n', refused],
    ['that are no JSON', '{\n', refused],
    ['that end in a carriage return', '{x}\r\n', refused],
  ])('%s give each a finding', async (_, repeated, times) => {
    const result = await checkGiant('genes/a.ndjson', { before: '', repeated, times, after: '' });
    expectBounded(result, { peakBytes: 256 * megabyte, cpuMs: 20_000 });
    expect(result.status).toBe(1);
    expect(result.errors).toBe(times);
    expect(result.findings.map(({ line }) => line)).toEqual([1, 2, 3]);
  });

  test.each([
    ['of numbers', '1\n', million],
    ['of letters', 'x\r\n', million / 2],
  ])('%s give one finding: none of them is a record', async (_, repeated, times) => {
    const result = await checkGiant('genes/a.ndjson', { before: '', repeated, times, after: '' });
    expectBounded(result);
    expect(result).toMatchObject({ status: 1, errors: 1, findings: [{ line: null }] });
  });

  test('that are blank are none', async () => {
    const giant = {
      before: '',
      repeated: '\r\n',
      times: 5 * million,
      after: `${JSON.stringify(gene)}\n`,
    };
    const result = await checkGiant('genes/a.ndjson', giant);
    expectBounded(result);
    expect(result).toMatchObject({ status: 0, records: { genes: 1 } });
  });
});
