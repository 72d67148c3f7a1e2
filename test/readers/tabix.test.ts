import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRowIndex, tabixIndex, virtualOffset } from '../../src/sinks/bulkIndex.ts';
import { packText, packWhole } from '../../src/publishing/bgzf.ts';
import { isInstalled } from '../contract/serverProcess.ts';
import { addFile, tempFolder } from '../unit/sources/tempFolder.ts';
import { buildBulkSite, type BulkSite, genes } from './bulkSite.ts';

const most = 1 << 28;
const run = (command: string, ...args: readonly string[]) =>
  execFileSync(command, args, { encoding: 'utf8', maxBuffer: most });

let site: BulkSite;
beforeAll(async () => {
  site = await buildBulkSite();
});
afterAll(() => site.remove());

const isThere = isInstalled('tabix', '--version') && isInstalled('bgzip', '--version');

describe.skipIf(!isThere)('bgzip (to run this: apt-get install tabix)', () => {
  test.each([0, 1, 65_280, 65_281, 200_000])('unpacks %i bytes that do not compress', (bytes) => {
    const text = randomBytes(bytes);
    const file = addFile(tempFolder(), 'text.gz', packWhole(text));
    run('bgzip', '-t', file);
    const found = execFileSync('bgzip', ['-dc', file], { maxBuffer: most });
    expect(found.equals(text)).toBe(true);
  });
});

/** The rows alone, with an index that tabix makes itself: it cannot read one that covers directives between rows. */
function indexedByTabix(text: string): string {
  const rows = text.replaceAll(/^##sequence-region.*\n/gm, '');
  const file = addFile(tempFolder(), 'theirs.gff3.gz', packWhole(Buffer.from(rows)));
  run('tabix', '-p', 'gff', file);
  return file;
}

/** Text with an index of ours beside it, and its rows with that of tabix. */
function indexed(text: string): { readonly ours: string; readonly theirs: string } {
  const { bytes, blocks } = packText(Buffer.from(text));
  const rows = createRowIndex();
  // Pieces that end with a line, as those of a large phage do.
  const half = text.indexOf('\n', text.length >> 1) + 1;
  rows.add(Buffer.from(text.slice(0, half)));
  rows.add(Buffer.from(text.slice(half)));
  const offsetOf = (position: number) =>
    virtualOffset(blocks[Math.floor(position / 65_280)] ?? bytes.length, position % 65_280);
  const folder = tempFolder();
  const ours = addFile(folder, 'ours.gff3.gz', packWhole(Buffer.from(text)));
  addFile(
    folder,
    'ours.gff3.gz.tbi',
    packWhole(tabixIndex([{ sequences: rows.sequences(), offsetOf }])),
  );
  return { ours, theirs: indexedByTabix(text) };
}

interface Row {
  readonly first: number;
  readonly last: number;
  readonly notes: number;
}

const row = (longest: number): fc.Arbitrary<Row> =>
  fc
    .record({
      at: fc.nat({ max: longest }),
      length: fc.oneof({ weight: 9, arbitrary: fc.nat({ max: 3000 }) }, fc.nat({ max: longest })),
      notes: fc.oneof({ weight: 9, arbitrary: fc.nat({ max: 300 }) }, fc.nat({ max: 200_000 })),
    })
    .map(({ at, length, notes }) => ({
      first: at + 1,
      last: Math.min(at + 1 + length, 2 ** 29),
      notes,
    }));

const sequence = fc
  .constantFrom(2000, 60_000, 3_000_000, 400_000_000)
  .chain((longest) => fc.array(row(longest), { maxLength: 40 }));
const anyText = fc.array(sequence, { maxLength: 12 }).map((sequences) => {
  const lines = sequences.flatMap((rows, at) => [
    `##sequence-region s${at} 1 500000000`,
    ...rows
      .toSorted((a, b) => a.first - b.first)
      .map(({ first, last, notes }, index) =>
        [
          `s${at}`,
          'x',
          'CDS',
          first,
          last,
          '.',
          '+',
          0,
          `ID=${at}_${index};n=${'x'.repeat(notes)}`,
        ].join('\t'),
      ),
  ]);
  return { sequences, text: ['##gff-version 3', ...lines].map((line) => `${line}\n`).join('') };
});

describe.skipIf(!isThere)('tabix (to run this: apt-get install tabix)', () => {
  test('finds the same rows with our index as with its own', () => {
    const wanted = fc.array(
      fc.tuple(fc.nat(11), fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(200_000)),
      { minLength: 8, maxLength: 8 },
    );
    const property = (
      { sequences, text }: { sequences: Row[][]; text: string },
      asked: [number, number, number][],
    ) => {
      const { ours, theirs } = indexed(text);
      expect(run('tabix', '-l', ours)).toBe(run('tabix', '-l', theirs));
      const places = asked.map(([at, where, bases]) => {
        const end = Math.max(1, ...(sequences[at] ?? []).map(({ last }) => last));
        const first = Math.ceil(end * where) + 1;
        return `s${at}:${first}-${first + bases}`;
      });
      const all = [...places, 's0', 's1:1-1', 's3:2000-'];
      expect(run('tabix', ours, ...all)).toBe(run('tabix', theirs, ...all));
    };
    fc.assert(fc.property(anyText, wanted, property), { numRuns: 25 });
  });

  test('reads the index of a file without rows', () => {
    const { ours } = indexed('##gff-version 3\n');
    expect(run('tabix', '-l', ours)).toBe('');
    expect(run('tabix', '-H', ours)).toBe('##gff-version 3\n');
  });

  test('indexes a built file itself, and finds the same', () => {
    const ours = path.join(site.dir, 'genes.gff3.gz');
    const theirs = indexedByTabix(gunzipSync(readFileSync(ours)).toString());
    for (const place of [
      'Quillon',
      'Quillon:500-700',
      'Quillon:901-901',
      'Vexmoor:1-',
      'Nobody:1-9',
    ]) {
      expect(run('tabix', ours, place), place).toBe(run('tabix', theirs, place));
    }
    const ids = run('tabix', ours, 'Quillon').match(/ID=[^;]*/g);
    const own = genes.filter(({ PhageID }) => PhageID.PhageID === 'Quillon');
    expect(ids?.toSorted()).toEqual(own.map(({ GeneID }) => `ID=${GeneID}`));
  });
});
