import fc from 'fast-check';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { hashRange, type Source } from '../../../src/sources/source.ts';
import { cut, type Outcome, readChunks } from './readAll.ts';
import { addFile, tempFolder } from './tempFolder.ts';

// What a source holds must not depend on where its bytes are cut into chunks.

// Many of the characters that a splitter has to look at, in text as well as between values.
const trickyText = fc
  .array(fc.constantFrom('"', '\\', '{', '}', '[', ']', ',', ':', '\n', '\r', 'é', '🧬', 'a', ' '))
  .map((characters) => characters.join(''));

const record = fc.dictionary(
  fc.oneof(trickyText, fc.constantFrom('GeneID', 'results', 'count')),
  fc.oneof(trickyText, fc.jsonValue({ maxDepth: 2 })),
  { maxKeys: 3 },
);

const lineBreak = fc.constantFrom('\n', '\r\n');
const indent = fc.constantFrom(undefined, 1, 2);
const someSpace = fc.constantFrom('', ' ', '\n', '\r\n', '\t', ' \n\n ');
const sizes = fc
  .array(fc.nat(7), { minLength: 1, maxLength: 8 })
  .filter((all) => all.some((size) => size > 0));

interface Sample {
  readonly layout: Source['layout'];
  readonly text: string;
  /** The records that were put in. */
  readonly values: readonly unknown[];
  /** No record starts before. */
  readonly recordsFrom: number;
}

const lines: fc.Arbitrary<Sample> = fc
  .record({ values: fc.array(record), lineBreak, blanks: fc.array(someSpace), last: fc.boolean() })
  .map(({ values, lineBreak: end, blanks, last }) => {
    const rows = values.map((value, index) => {
      const blank = (blanks[index] ?? '').replaceAll(/\r?\n/g, end);
      return `${blank}${JSON.stringify(value)}`;
    });
    return { layout: 'lines', text: rows.join(end) + (last ? end : ''), values, recordsFrom: 0 };
  });

const arrays: fc.Arbitrary<Sample> = fc
  .record({ values: fc.array(record), lineBreak, indent, spaces: fc.array(someSpace) })
  .map(({ values, lineBreak: end, indent: width, spaces }) => {
    const [before = '', inside = '', between = '', behind = ''] = spaces;
    const items = values.map((value) => JSON.stringify(value, null, width));
    const text = `${before}[${inside}${items.join(`${between},${inside}`)}${between}]${behind}`;
    return { layout: 'document', text: text.replaceAll(/\r?\n/g, end), values, recordsFrom: 0 };
  });

const envelopes: fc.Arbitrary<Sample> = fc
  .record({
    array: arrays,
    keys: fc.shuffledSubarray(['count', 'next', 'previous', 'results']),
    next: trickyText,
    space: someSpace,
  })
  .map(({ array, keys, next, space }) => {
    const members = [...new Set([...keys, 'results'])].map((key) => {
      const value = key === 'results' ? array.text.trim() : JSON.stringify(next);
      return `${space}"${key}"${space}:${space}${value}${space}`;
    });
    const text = `${space}{${members.join(',')}}${space}`;
    return { ...array, text, recordsFrom: Buffer.from(text).indexOf('"results"') };
  });

const singles: fc.Arbitrary<Sample> = fc
  .record({ value: record, indent, space: someSpace })
  .filter(({ value }) => !/^(count|next|previous|results)$/.test(Object.keys(value)[0] ?? ''))
  .map(({ value, indent: width, space }) => {
    const text = `${space}${JSON.stringify(value, null, width)}${space}`;
    return { layout: 'document', text, values: [value], recordsFrom: 0 };
  });

const samples = fc.oneof(lines, arrays, envelopes, singles);

test('a source of good JSON gives the records that were put in, and the line on which each starts', async () => {
  await fc.assert(
    fc.asyncProperty(samples, sizes, async ({ layout, text, values, recordsFrom }, chunkSizes) => {
      const { records, findings } = await readChunks(layout, cut(Buffer.from(text), chunkSizes));
      expect(records.map((found) => JSON.parse(fromLatin1(found.text)))).toEqual(asRead(values));
      expect(findings.every(({ found }) => found === 'an empty file')).toBe(true);
      let at = recordsFrom;
      const bytes = Buffer.from(text).toString('latin1');
      for (const found of records) {
        at = bytes.indexOf(found.text, at);
        expect(found.line).toBe(bytes.slice(0, at).split('\n').length);
        at += found.text.length;
      }
    }),
    { numRuns: 150 },
  );
});

describe('any source, broken or not', () => {
  const damage = fc.record({
    at: fc.nat(),
    removed: fc.nat(3),
    added: fc.constantFrom('', ...'"\\[]{},:\n\u0000x', '\\\n'),
    end: fc.option(fc.nat()),
  });
  const damaged = fc.tuple(samples, damage).map(([sample, { at, removed, added, end }]) => {
    const bytes = Buffer.from(sample.text);
    const start = at % (bytes.length + 1);
    const text = Buffer.concat([
      bytes.subarray(0, start),
      Buffer.from(added),
      bytes.subarray(start + removed),
    ]);
    const length = end === null ? text.length : end % (text.length + 1);
    return { layout: sample.layout, bytes: text.subarray(0, length) };
  });

  test('gives the same records, lines and findings wherever its bytes are cut', async () => {
    await fc.assert(
      fc.asyncProperty(damaged, sizes, async ({ layout, bytes }, chunkSizes) => {
        const whole = await readChunks(layout, [bytes]);
        expect(await readChunks(layout, cut(bytes, chunkSizes))).toEqual(whole);
        expect(await readChunks(layout, cut(bytes, [1]))).toEqual(whole);
      }),
      { numRuns: 250 },
    );
  });

  test('that is no JSON document never passes unnoticed', async () => {
    const documents = damaged.filter(({ layout }) => layout === 'document');
    await fc.assert(
      fc.asyncProperty(documents, async ({ bytes }) => {
        const outcome = await readChunks('document', [bytes]);
        const value = parsed(bytes.toString());
        if (value === undefined) expect(isNoticed(outcome)).toBe(true);
        else if (outcome.findings.length === 0) {
          const values = outcome.records.map(({ text }) => parsed(fromLatin1(text)));
          expect(values).toEqual(recordsOf(value));
        }
      }),
      { numRuns: 500 },
    );
  });

  test('of lines loses no line that is not blank', async () => {
    const sources = damaged.filter(({ layout }) => layout === 'lines');
    await fc.assert(
      fc.asyncProperty(sources, async ({ bytes }) => {
        const { records, findings } = await readChunks('lines', [bytes]);
        const filled = bytes
          .toString('latin1')
          .split('\n')
          .map((text, index) => ({
            text: text.replaceAll(/^[ \t\r]+|[ \t\r]+$/g, ''),
            line: index + 1,
          }))
          .filter(({ text }) => text !== '');
        expect(records).toEqual(filled);
        expect(findings).toHaveLength(filled.length === 0 ? 1 : 0);
      }),
    );
  });
});

describe('the limit of a record', () => {
  const limit = 20;

  test('a line past the limit is reported once and the others are read, wherever they are cut', async () => {
    const lengths = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(lengths, sizes, async (all, chunkSizes) => {
        const bytes = Buffer.from(all.map((length) => 'x'.repeat(length)).join('\n'));
        const { records, findings } = await readChunks('lines', cut(bytes, chunkSizes), limit);
        const placed = all.map((length, index) => ({ length, line: index + 1 }));
        expect(records.map(({ line }) => line)).toEqual(
          placed.filter(({ length }) => length > 0 && length <= limit).map(({ line }) => line),
        );
        const tooLong = findings.filter(({ rule }) => rule === 'record-size');
        expect(tooLong.map(({ line }) => line)).toEqual(
          placed.filter(({ length }) => length > limit).map(({ line }) => line),
        );
      }),
    );
  });

  test('a line is judged alike wherever it is cut, white space around it or not', async () => {
    const spaced = fc
      .array(fc.tuple(fc.integer({ min: 15, max: 25 }), someSpace, someSpace))
      .map((rows) => rows.map(([length, a, b]) => a + 'x'.repeat(length) + b).join('\r\n'));
    await fc.assert(
      fc.asyncProperty(spaced, sizes, async (text, chunkSizes) => {
        const bytes = Buffer.from(text);
        const whole = await readChunks('lines', [bytes], limit);
        expect(await readChunks('lines', cut(bytes, chunkSizes), limit)).toEqual(whole);
      }),
    );
  });

  const long = `{"a":"${'x'.repeat(13)}"}`;
  const fits = `{"a":"${'x'.repeat(12)}"}`;
  test.each([
    [`[{"a":1},\n${long}]`, 1, 2],
    [`{"results":[{"a":1},\n${long}]}`, 1, 2],
    [`\n${long}`, 0, 2],
    [`[${fits},${fits}]`, 2, null],
    [fits, 1, null],
  ])('%s has %i records within it, and one beyond on line %j', async (text, count, line) => {
    for (const size of [1, 5, 7, 10, 20, 21, 60]) {
      const { records, findings } = await readChunks(
        'document',
        cut(Buffer.from(text), [size]),
        limit,
      );
      expect(records).toHaveLength(count);
      const expected = 'a record of at most 20 B';
      const finding = { rule: 'record-size', line, expected, found: 'a longer one' };
      expect(findings).toMatchObject(line === null ? [] : [finding]);
      expect(findings).toHaveLength(line === null ? 0 : 1);
    }
  });
});

function fromLatin1(text: string): string {
  return Buffer.from(text, 'latin1').toString();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** As JSON text cannot say −0. */
function asRead(values: readonly unknown[]): unknown {
  return JSON.parse(JSON.stringify(values));
}

/** The records of a document by their definition in S1. */
function recordsOf(document: unknown): unknown[] {
  if (Array.isArray(document)) return document;
  const isEnvelope =
    typeof document === 'object' &&
    document !== null &&
    /^(count|next|previous|results)$/.test(Object.keys(document)[0] ?? '');
  return isEnvelope && 'results' in document ? (document.results as unknown[]) : [document];
}

function isNoticed({ records, findings }: Outcome): boolean {
  return findings.length > 0 || records.some(({ text }) => parsed(fromLatin1(text)) === undefined);
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const bytes = Buffer.alloc(5 << 19, 'phage');
const fileOf = (content: Uint8Array) => addFile(tempFolder(), 'a.ndjson', content);

test('the hash of a file is that of its bytes, however many they are', () => {
  for (const content of [bytes, Buffer.alloc(0)]) {
    expect(hashRange({ file: fileOf(content), start: 0, end: Infinity })).toBe(sha256(content));
  }
});

test.each([
  [0, 7],
  [3, 3],
  [1, (2 << 20) + 1],
  [(1 << 20) + 5, bytes.length],
])('the hash of a range is that of its bytes: [%i, %i)', (start, end) => {
  expect(hashRange({ file: fileOf(bytes), start, end })).toBe(sha256(bytes.subarray(start, end)));
});

test('what cannot be read, or not to its end, has none', () => {
  const folder = tempFolder();
  expect(hashRange({ file: path.join(folder, 'nowhere'), start: 0, end: Infinity })).toBe('');
  expect(hashRange({ file: folder, start: 0, end: Infinity })).toBe('');
  expect(hashRange({ file: fileOf(bytes), start: 0, end: bytes.length + 1 })).toBe('');
});
