import { rmSync, truncateSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DamagedCache } from '../../../src/base/failure.ts';
import type { GeneRecord } from '../../../src/generated/records.ts';
import { createBundleIntake } from '../../../src/sources/intakeBundle.ts';
import type { IntakeResult, IntakeTask } from '../../../src/sources/recordIntake.ts';
import { createScratch } from '../../../src/base/sortKeys.ts';
import type { Source } from '../../../src/sources/source.ts';
import { asLines, tinyGene } from '../../integration/tinyData.ts';
import { readRun, runIn } from '../base/runFiles.ts';
import { addFile, tempFolder } from './tempFolder.ts';
import { sourceOf, taskOf } from './takeIn.ts';

const intakeBundle = createBundleIntake(createScratch());

const gene = (number: number, fields: Partial<GeneRecord> = {}) =>
  tinyGene('Quillon', number, fields);

/** Sources with these contents, in order of their names. */
const sourcesOf = (folder: string, files: Readonly<Record<string, string | Uint8Array>>) =>
  Object.entries(files).map(([name, content], ordinal) =>
    sourceOf(addFile(folder, name, content), { ordinal }),
  );

describe('a bundle that is taken in', () => {
  test('has the first few findings of each piece, and its facts, apart', async () => {
    const folder = tempFolder();
    const wrong = [1, 2, 3, 4].map((number) => gene(number, { Length: 99 }));
    const sources = sourcesOf(folder, {
      'a.ndjson': asLines([gene(9), ...wrong]),
      'b.ndjson': `\n${asLines([gene(8)])}`,
      'c.ndjson': '{\n',
    });
    const task = taskOf(sources, runIn(folder), { maxFindings: 2 });
    const { run, pieces } = await intakeBundle(task);
    expect(
      pieces.map((piece) => piece?.findings.map(({ rule, line }) => `${line} ${rule}`)),
    ).toEqual([['2 gene-length', '3 gene-length'], [], ['1 json-syntax']]);
    const uncounted = pieces.map((piece) => [...(piece?.uncounted ?? [])]);
    expect(uncounted).toEqual([[['unexplained', 2]], [], []]);
    // What may be allowed is in the run; what is no record is not.
    expect(run.count).toBe(6);
    const summary = (line: number) => {
      return { phageId: 'Quillon', text: JSON.stringify(gene(1).PhageID), line };
    };
    expect(pieces.map((piece) => piece?.facts['summaries'])).toEqual([
      [summary(1)],
      [summary(2)],
      [],
    ]);
  });

  test('is not hashed, nor its run summed, when nothing is to be cached', async () => {
    const folder = tempFolder();
    const sources = sourcesOf(folder, { 'a.ndjson': asLines([gene(1)]), 'b.json': '[]' });
    const task = taskOf(sources, runIn(folder), { willBeCached: false });
    const { run, pieces } = await intakeBundle(task);
    expect(pieces.map((piece) => piece?.hash)).toEqual(['', '']);
    expect(run.blocks.map(({ crc }) => crc)).toEqual([null]);
  });

  test('is the same in memory that other bundles have used', async () => {
    const folder = tempFolder();
    const sources = sourcesOf(folder, {
      'a.ndjson': asLines([1, 2, 3].map((number) => gene(number, { Notes: 'long '.repeat(99) }))),
      'b.ndjson': asLines([gene(7)]).trimEnd(),
    });
    const takeAlone = async (source: Source) => {
      const intakeAlone = createBundleIntake(createScratch());
      return readRun((await intakeAlone(taskOf([source], runIn(folder)))).run);
    };
    for (const source of [...sources, ...sources.toReversed()]) {
      const { run } = await intakeBundle(taskOf([source], runIn(folder, 'b.run')));
      expect(readRun(run)).toEqual(await takeAlone(source));
    }
  });

  test('whose run cannot be written throws what the system says', async () => {
    const folder = tempFolder();
    const sources = sourcesOf(folder, { 'a.ndjson': asLines([gene(1)]) });
    const task = taskOf(sources, path.join(folder, 'not/there.run'));
    await expect(intakeBundle(task)).rejects.toThrow(/ENOENT/);
  });
});

/** What a file is to hold: keys with a mark that tells one record of a key from another. */
type Content = readonly (readonly [number: number, mark: number])[];

const anyContent: fc.Arbitrary<Content> = fc.uniqueArray(
  fc.tuple(fc.nat({ max: 40 }), fc.nat({ max: 1 })),
  { maxLength: 4, selector: ([number]) => number },
);

/** What becomes of a file: it stays, gets other records, other marks on the same records, or goes. */
const anyFate = fc.oneof(
  fc.constant('kept' as const),
  fc.constant('marked' as const),
  fc.constant('gone' as const),
  anyContent,
);
type Fate = typeof anyFate extends fc.Arbitrary<infer T> ? T : never;

function contentAfter(content: Content, fate: Fate): Content {
  if (fate === 'kept' || fate === 'gone') return content;
  return fate === 'marked' ? content.map(([number]) => [number, 0]) : fate;
}

const textOf = (content: Content, index: number) =>
  // Never empty: that would be a finding.
  asLines([
    gene(100 + index),
    ...content.map(([number, mark]) => gene(number, { Notes: String(mark) })),
  ]);

describe('a bundle of which some pieces are as they were', () => {
  const continuing = (before: IntakeResult, keptAs: readonly number[]): Partial<IntakeTask> => {
    return { previous: { run: before.run, keptAs } };
  };

  test('becomes the same run as one that is read afresh, and says what changed', async () => {
    const folder = tempFolder();
    const seen = { same: 0, other: 0 };
    const anyFiles = fc.array(fc.tuple(anyContent, anyFate), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(anyFiles, async (files) => {
        const names = files.map((_, index) => `${index}.ndjson`);
        const first = sourcesOf(
          folder,
          Object.fromEntries(
            files.map(([content], index) => [names[index]!, textOf(content, index)]),
          ),
        );
        const before = await intakeBundle(taskOf(first, runIn(folder, 'before.run')));

        const steps = files.flatMap(([content, fate], index) =>
          fate === 'gone'
            ? []
            : [{ index, isKept: fate === 'kept', content: contentAfter(content, fate) }],
        );
        const now = steps.map(({ index, content, isKept }) => {
          if (isKept) return first[index]!;
          const file = addFile(folder, names[index]!, textOf(content, index));
          return sourceOf(file, { ordinal: index });
        });
        const keptAs = steps.map(({ index, isKept }) => (isKept ? index : -1));
        const fresh = await intakeBundle(taskOf(now, runIn(folder, 'fresh.run')));
        const after = await intakeBundle(
          taskOf(now, runIn(folder, 'after.run'), continuing(before, keptAs)),
        );

        expect(readRun(after.run)).toEqual(readRun(fresh.run));
        expect(after.pieces).toEqual(
          fresh.pieces.map((piece, at) => (keptAs[at] === -1 ? piece : null)),
        );

        // What stood in pieces that are not kept, against what stands in those that were read.
        const old = files.flatMap(([content, fate], index) =>
          fate === 'kept' ? [] : describeRecords(content, index),
        );
        const read = steps.flatMap(({ content, isKept, index }) =>
          isKept ? [] : describeRecords(content, index),
        );
        const isSame = String(keysOf(old)) === String(keysOf(read));
        seen[isSame ? 'same' : 'other']++;
        // Which of two records of one key is the changed one is anybody's guess.
        const kept = files.flatMap(([content, fate], index) =>
          fate === 'kept' ? describeRecords(content, index) : [],
        );
        if (hasRepeated([...kept, ...read]) || hasRepeated([...kept, ...old])) return;
        const [had, has] = [keysOf(old), keysOf(read)];
        const others = keysOf(read.filter((record) => !old.includes(record)));
        expect(after.changes).toEqual({
          changed: others.filter((key) => had.includes(key)),
          added: has.filter((key) => !had.includes(key)),
          removed: had.filter((key) => !has.includes(key)),
        });
      }),
      { seed: 41, numRuns: 100 },
    );
    expect(seen.same).toBeGreaterThan(20);
    expect(seen.other).toBeGreaterThan(20);
  });

  /** Each record of a file as its key and what tells it from others of the key. */
  function describeRecords(content: Content, index: number): string[] {
    const records = [[100 + index, 'always'], ...content];
    return records.map(([number, mark]) => `Quillon_CDS_${number} ${mark}`);
  }

  function keysOf(records: readonly string[]): string[] {
    return records.map((record) => record.split(' ')[0] ?? '').sort();
  }

  function hasRepeated(records: readonly string[]): boolean {
    return new Set(keysOf(records)).size < records.length;
  }

  const files = {
    'a.ndjson': asLines([gene(1), gene(2)]),
    'b.ndjson': asLines([gene(3), gene(4)]),
  };

  test.each<[what: string, damage: (run: string) => void]>([
    ['cut short', (run) => truncateSync(run, 100)],
    ['gone', (run) => rmSync(run)],
  ])('is not believed when the run they were in is %s', async (_what, damage) => {
    const folder = tempFolder();
    const sources = sourcesOf(folder, files);
    const before = await intakeBundle(taskOf(sources, runIn(folder, 'before.run')));
    damage(before.run.path);
    const task = taskOf(sources, runIn(folder, 'after.run'), continuing(before, [0, -1]));
    await expect(intakeBundle(task)).rejects.toThrow(DamagedCache);
  });
});
