/** Whatever the runs, their blocks and the parts they are merged in, the order is that of code points (L3). */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeCursors, partition } from '../../src/base/merge.ts';
import { type MergedRun, openRunCursor } from '../../src/base/runs.ts';
import { tempFolder } from '../unit/sources/tempFolder.ts';
import { recordUnder, runIn, spillInBlocks, type TestRecord } from '../unit/base/runFiles.ts';
import { anyText } from './arbitraries.ts';
import { compareCodePoints } from './naive.ts';

/** A record at a place in the sources: `piece` is the rank of its piece among all. */
const anyRecord: fc.Arbitrary<TestRecord> = fc.record({
  key: anyText,
  json: anyText,
  piece: fc.nat({ max: 6 }),
  line: fc.nat({ max: 3 }),
});

interface Layout {
  /** For each piece, by rank, the run that it goes to. */
  readonly runOfPiece: readonly number[];
  readonly blockSizes: readonly number[];
}

const anyLayout: fc.Arbitrary<Layout> = fc.record({
  runOfPiece: fc.array(fc.nat({ max: 3 }), { minLength: 7, maxLength: 7 }),
  blockSizes: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 3 }),
});

test('records in any runs, merged, are the records sorted by code point and place', () => {
  const folder = tempFolder();
  fc.assert(
    fc.property(fc.array(anyRecord, { maxLength: 40 }), anyLayout, (records, layout) => {
      const runs = makeRuns(folder, records, layout);
      expect(runs.reduce((sum, run) => sum + run.count, 0)).toBe(records.length);
      expect(merge(runs, null, Infinity)).toEqual(sortNaively(records));
    }),
    { seed: 1, numRuns: 300 },
  );
});

test('the parts of a merge, one after the other, are the whole merge, and no key is in two of them', () => {
  const folder = tempFolder();
  const anyRecords = fc.array(anyRecord, { maxLength: 40 });
  fc.assert(
    fc.property(
      anyRecords,
      anyLayout,
      fc.integer({ min: 1, max: 12 }),
      (records, layout, wanted) => {
        const runs = makeRuns(folder, records, layout);
        const sorted = sortNaively(records);
        const parts = partition(runs, wanted);

        expect(parts.length).toBeLessThanOrEqual(wanted);
        expect(parts[0]?.firstRank).toBe(0);
        expect(parts.at(-1)?.endRank).toBe(records.length);
        let keyBefore: string | null = null;
        parts.forEach(({ fromKey, firstRank, endRank }, index) => {
          if (index > 0) expect(firstRank).toBe(parts[index - 1]?.endRank);
          if (records.length > 0) expect(endRank).toBeGreaterThan(firstRank);
          const merged = merge(runs, fromKey, endRank - firstRank);
          expect(merged).toEqual(sorted.slice(firstRank, endRank));
          if (index > 0 && keyBefore !== null) expect(merged[0]?.key).not.toBe(keyBefore);
          keyBefore = merged.at(-1)?.key ?? keyBefore;
        });
      },
    ),
    { seed: 2, numRuns: 300 },
  );
});

test('a merge from any key on is the end of the whole merge', () => {
  const folder = tempFolder();
  const anyRecords = fc.array(anyRecord, { maxLength: 30 });
  fc.assert(
    fc.property(anyRecords, anyLayout, anyText, (records, layout, from) => {
      const runs = makeRuns(folder, records, layout);
      const wanted = sortNaively(records).filter(({ key }) => compareCodePoints(key, from) >= 0);
      expect(merge(runs, from, Infinity)).toEqual(wanted);
    }),
    { seed: 3, numRuns: 200 },
  );
});

function sortNaively(records: readonly TestRecord[]): TestRecord[] {
  // `toSorted` is stable: what is equal in key and place stays in the order it came in.
  return records.toSorted(
    (a, b) => compareCodePoints(a.key, b.key) || a.piece - b.piece || a.line - b.line,
  );
}

/** Spills each piece's records to its run, in which the piece has an index of its own. */
function makeRuns(
  folder: string,
  records: readonly TestRecord[],
  { runOfPiece, blockSizes }: Layout,
): MergedRun[] {
  return [...new Set(runOfPiece)].map((of) => {
    const ranks = runOfPiece.flatMap((run, rank) => (run === of ? [rank] : []));
    const own = records
      .filter(({ piece }) => runOfPiece[piece] === of)
      .map((record) => ({ ...record, piece: ranks.indexOf(record.piece) }));
    const run = spillInBlocks(runIn(folder, `${of}.run`), own, blockSizes);
    return { ...run, ranks: Uint32Array.from(ranks) };
  });
}

function merge(runs: readonly MergedRun[], fromKey: string | null, most: number): TestRecord[] {
  const cursors = runs.map((run) =>
    openRunCursor(run, fromKey === null ? null : Buffer.from(fromKey)),
  );
  try {
    const next = mergeCursors(cursors);
    const merged: TestRecord[] = [];
    while (merged.length < most) {
      const cursor = next();
      if (cursor === null) break;
      merged.push(recordUnder(cursor));
    }
    return merged;
  } finally {
    for (const cursor of cursors) cursor.close();
  }
}
