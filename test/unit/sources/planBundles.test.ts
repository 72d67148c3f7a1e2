import fc from 'fast-check';
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CollectionName } from '../../../src/contract/collectionName.ts';
import { type Bundle, isSmallInput, planBundles } from '../../../src/sources/planBundles.ts';
import type { Source } from '../../../src/sources/source.ts';
import { tempFolder } from './tempFolder.ts';

interface Described {
  readonly collection?: CollectionName;
  readonly layout?: Source['layout'];
  readonly gzipped?: boolean;
  readonly bytes: number;
}

function sourcesOf(described: readonly Described[]): Source[] {
  return described.map((of, ordinal) => ({
    ordinal,
    collection: 'genes',
    layout: 'lines',
    gzipped: false,
    ...of,
    file: String(ordinal),
    absolutePath: `/data/${ordinal}`,
    mtimeMs: 0,
    ctimeMs: 0,
    ino: 0,
  }));
}

/** Each bundle's pieces as file and range. */
function describePieces(bundles: readonly Bundle[]): string[][] {
  return bundles.map(({ pieces }) =>
    pieces.map(({ source, start, end }) => `${source.file} ${start}-${end}`),
  );
}

describe('the bundles of some sources', () => {
  test('hold small ones together, until there are enough', () => {
    const sources = sourcesOf([40, 40, 20, 1, 99, 100, 5].map((bytes) => ({ bytes })));
    expect(describePieces(planBundles(sources, 100))).toEqual([
      ['0 0-40', '1 0-40', '2 0-20'],
      ['3 0-1', '4 0-99'],
      ['5 0-100'],
      ['6 0-5'],
    ]);
  });

  test('hold ranges of a large one, of about the same size', () => {
    const sources = sourcesOf([{ bytes: 10 }, { bytes: 250 }, { bytes: 10 }]);
    expect(describePieces(planBundles(sources, 100))).toEqual([
      ['0 0-10', '1 0-83'],
      ['1 83-166'],
      ['1 166-250', '2 0-10'],
    ]);
  });

  test.each<[what: string, of: Omit<Described, 'bytes'>]>([
    ['a document', { layout: 'document' }],
    ['compressed', { gzipped: true }],
  ])('hold a large one whole that cannot be cut because it is %s', (_what, of) => {
    const sources = sourcesOf([{ bytes: 10 }, { ...of, bytes: 250 }, { bytes: 10 }]);
    expect(describePieces(planBundles(sources, 100))).toEqual([
      ['0 0-10'],
      ['1 0-250'],
      ['2 0-10'],
    ]);
  });

  test('hold no more of very small ones than can be told of at once, and are few all the same', () => {
    const bundlesOf = (files: number) =>
      planBundles(Array<Source>(files).fill(sourcesOf([{ bytes: 1 }])[0]!), 2 ** 30);
    const sizes = bundlesOf(10_000).map(({ pieces }) => pieces.length);
    expect(sizes).toEqual([4096, 4096, 1808]);
    expect(bundlesOf(300_000)).toHaveLength(64);
  });

  test('hold every byte of every source once, in order, and no more than they may', () => {
    const anySource = fc.record({
      bytes: fc.nat({ max: 500 }),
      collection: fc.constantFrom<CollectionName>('genes', 'phages'),
      layout: fc.constantFrom<Source['layout']>('lines', 'document'),
      gzipped: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(anySource, { maxLength: 12 }),
        fc.integer({ min: 1, max: 200 }),
        (described, bundleBytes) => {
          const sources = sourcesOf(described);
          const bundles = planBundles(sources, bundleBytes);
          const pieces = bundles.flatMap((bundle) => bundle.pieces);
          for (const { collection, pieces: own } of bundles) {
            expect(own.every(({ source }) => source.collection === collection)).toBe(true);
            const bytes = own.reduce((sum, { start, end }) => sum + end - start, 0);
            const [only] = own;
            const isWhole = only?.start === 0 && only.end === only.source.bytes;
            const cannotBeCut = only?.source.layout === 'document' || only?.source.gzipped === true;
            if (bytes > bundleBytes)
              expect([own.length, isWhole, cannotBeCut]).toEqual([1, true, true]);
          }
          const ordinals = pieces.map(({ source }) => source.ordinal);
          expect(ordinals).toEqual(ordinals.toSorted((a, b) => a - b));
          for (const source of sources) {
            const own = pieces.filter((piece) => piece.source === source);
            const ends = own.map(({ end }) => end);
            expect(own.map(({ start }) => start)).toEqual([0, ...ends.slice(0, -1)]);
            expect(ends.at(-1)).toBe(source.bytes);
          }
        },
      ),
      { seed: 71, numRuns: 200 },
    );
  });
});

// How much data is little.

const mebibyte = 'x'.repeat(1 << 20);
const filesOf = (count: number, text: string) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`genes/${at % 7}/${at}.json`, text]),
  );
const manyFiles = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`phages/${at}.json`, '']));

test.each([
  ['nothing', {}, true, true],
  ['three mebibytes', filesOf(3, mebibyte), true, true],
  ['five', filesOf(5, mebibyte), false, true],
  ['nine', filesOf(9, mebibyte), false, false],
  // Each file counts as four kibibytes more.
  ['two hundred files beside three', { ...filesOf(3, mebibyte), ...manyFiles(200) }, true, true],
  ['three hundred beside three', { ...filesOf(3, mebibyte), ...manyFiles(300) }, false, true],
  ['what is compressed', { 'phages/A.JSON.GZ': '' }, false, false],
  ['much beside the collections', { 'notes/a': mebibyte.repeat(9) }, true, true],
])('%s', (_, files, withGeneFiles, without) => {
  const folder = tempFolder({ 'genes/a.ndjson': '', 'phages/b.ndjson': '', ...files });
  expect(isSmallInput(folder, true)).toBe(withGeneFiles);
  expect(isSmallInput(folder, false)).toBe(without);
});

test('a folder that leads back to itself ends', () => {
  const folder = tempFolder({ 'genes/a.ndjson': '', 'phages/b.ndjson': '' });
  symlinkSync('.', path.join(folder, 'genes/round'));
  expect(isSmallInput(folder, false)).toBe(false);
});
