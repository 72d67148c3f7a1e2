import { describe, expect, test } from 'vitest';
import { packTable } from '../../../src/publishing/packing.ts';
import {
  arePagesPacked,
  firstStep,
  nextStep,
  packedFile,
  packedKey,
  packedPlace,
} from '../../../src/contract/packs.ts';

const bytesOf = (...lines: unknown[]) =>
  Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
const head = { version: 1, group: 'api/phams' };
const packOf = (entries: readonly (readonly [string, string])[], group = head.group) => {
  const sizes = entries.map(([name, text]) => [name, text.length] as const);
  return Buffer.concat([packTable(group, sizes), ...entries.map(([, text]) => Buffer.from(text))]);
};
const pack = packOf([
  ['1', 'one'],
  ['12', 'abcd'],
]);
const index = bytesOf({ ...head, of: 'packs' }, ['', 'p'], ['5', 'q', 9], ['6', 'r']);

test('pages are packed with records where there are any, for a host that was named', () => {
  const packed = { records: 'packed', html: true, hosts: ['netlify'] } as const;
  expect(arePagesPacked(packed)).toBe(true);
  for (const other of [{ records: 'files' }, { html: false }, { hosts: [] }] as const)
    expect(arePagesPacked({ ...packed, ...other })).toBe(false);
});

describe('the place of a file', () => {
  test.each([
    ['api/phams/12/index.json', 'api/phams', '12'],
    ['api/phams/12/neighbours/index.json', 'api/phams', '12/neighbours'],
    ['api/clusters/A/phagelist/index.json', 'api/clusters', 'A/phagelist'],
    ['bulk/phages/D29.faa', 'bulk/phages', 'D29.faa'],
    ['media/genbank/D29.gbk', 'media/genbank', 'D29.gbk'],
    ['phams/genelist/12.tsv', 'phams/genelist', '12.tsv'],
    ['phages/D29/index.html', 'phages', 'D29'],
    ['clusters/A 1/index.html', 'clusters', 'A 1'],
  ])('%s is in a group, by its name', (file, group, name) => {
    expect(packedPlace(file)).toEqual({ group, name });
    expect(packedFile(packedKey({ group, name }))).toBe(file);
  });

  test.each([
    'api/index.json',
    'api/phams/index.json',
    'api/phams/page/2.json',
    'api/phams/page-size/all/page/1.json',
    'bulk/phages.tsv.gz',
    'media/All.fasta',
    'phams/genelist/mine.txt',
    'index.html',
    'phages/index.html',
    'phages/D29/x/index.html',
    'families/D29/index.html',
  ])('%s is in none', (file) => expect(packedPlace(file)).toBe(null));
});

/** What each of `files` leads to for a name, at last. */
function read(name: string, files: Readonly<Record<string, Uint8Array>>) {
  const place = { group: 'api/phams', name };
  let found = firstStep(place) as ReturnType<typeof nextStep>;
  while (found !== null && 'file' in found)
    found = nextStep(place, found, files[found.file] ?? null);
  return found && Buffer.from(found).toString();
}

const files = {
  'packs/api/phams/index.ndjson': index,
  'packs/api/phams/p.pack': pack,
  'packs/api/phams/q.file': Buffer.from('alone'),
  'packs/api/phams/r.pack': packOf([]),
};

describe('a file of a packed site', () => {
  test.each([
    ['in the first pack', '1', 'one'],
    ['the last in a pack', '12', 'abcd'],
    ['that lies alone', '5', 'alone'],
    ['that is none, among others', '11', null],
    ['that is none, behind one that lies alone', '55', null],
    ['that is none, behind all', '7', null],
  ])('%s', (_what, name, due) => expect(read(name, files)).toBe(due));

  test('of a group without an index is none', () => expect(read('1', {})).toBe(null));

  test('by way of a part of an index', () => {
    const parted = {
      ...files,
      'packs/api/phams/index.ndjson': bytesOf({ ...head, of: 'indexes' }, ['', 'a'], ['4', 'b']),
      'packs/api/phams/a.ndjson': bytesOf({ ...head, of: 'packs' }, ['', 'p']),
    };
    expect(read('12', parted)).toBe('abcd');
  });

  test('cut out of a page, whatever braces and quotes are in its texts', () => {
    const record = '{"GeneID":"a","Notes":"}{ \\"GeneID\\":\\"b\\" \\\\","of":{"x":[{}]}}';
    const page = `{"count":2,"results":[${record},{"GeneID":"b"}]}`;
    const cut = {
      'packs/api/phams/index.ndjson': bytesOf({ ...head, of: 'pages', key: 'GeneID' }, ['a', 1]),
      'api/phams/page/1.json': Buffer.from(page),
    };
    expect(read('a', cut)).toBe(record);
    expect(read('b', cut)).toBe('{"GeneID":"b"}');
    expect(read('aa', cut)).toBe(null);
    expect(read('A', cut)).toBe(null);
  });

  test.each([
    ['a pack is missing', { 'packs/api/phams/index.ndjson': index }, /p\.pack is missing/],
    [
      'a pack is cut short',
      { ...files, 'packs/api/phams/p.pack': pack.subarray(0, 30) },
      /cut short/,
    ],
    [
      'a pack is of another group',
      { ...files, 'packs/api/phams/p.pack': packOf([], 'api/genes') },
      /another version or group/,
    ],
    [
      'an index is of a later version',
      { 'packs/api/phams/index.ndjson': bytesOf({ ...head, version: 2 }) },
      /another version or group/,
    ],
  ])('is an error where %s', (_what, some, error) => {
    expect(() => read('12', some as Record<string, Uint8Array>)).toThrow(error);
  });
});
