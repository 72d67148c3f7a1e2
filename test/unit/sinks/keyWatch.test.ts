import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCrossRecordRules } from '../../../src/records/collections.ts';
import { geneIdCase, phagePartOfGeneId, phageParts } from '../../../src/records/geneRules.ts';
import { createFactCollectors } from '../../../src/records/collection.ts';
import { foldName } from '../../../src/contract/recordName.ts';
import { createKeyWatch } from '../../../src/sinks/renderPart.ts';
import type { RunCursor } from '../../../src/base/runs.ts';

/** Shows a watch a record; gives what it says of it. */
function show(watch: ReturnType<typeof createKeyWatch>, key: string, rank = 0, line = 1): boolean {
  const before = Buffer.from('xx');
  const text = Buffer.from(key);
  const cursor: RunCursor = {
    bytes: Buffer.concat([before, text, Buffer.from('{}')]),
    keyStart: before.length,
    keyEnd: before.length + text.length,
    jsonEnd: before.length + text.length + 2,
    rank,
    line,
    next: () => false,
    position: () => 0,
    close: () => {},
  };
  const isRepeated = watch.see(cursor);
  // What a cursor says is true until it moves; a watch must have its own copy.
  cursor.bytes.fill(0x7a);
  return isRepeated;
}

describe('a watch over keys', () => {
  test('reports each record whose key the one before it has, with the place of the first', () => {
    const watch = createKeyWatch(geneIdCase, new Set(), 50);
    const seen = ['a', 'b', 'b', 'b', 'c'].map((key, index) => show(watch, key, index, 10 + index));
    expect(seen).toEqual([false, false, true, true, false]);
    const first = { rank: 1, line: 11 };
    expect(watch.repeated).toEqual([
      { key: 'b', first, again: { rank: 2, line: 12 } },
      { key: 'b', first, again: { rank: 3, line: 13 } },
    ]);
  });

  test('keeps the first by place of many records with one key, and counts them all', () => {
    const watch = createKeyWatch(geneIdCase, new Set(), 3);
    for (let at = 0; at < 1000; at++) show(watch, 'a', (at * 7) % 1000, 1);
    expect(watch.repeatedCount()).toBe(999);
    expect(watch.repeated.length).toBeLessThan(30);
    const ranks = watch.repeated.map(({ again }) => again.rank).sort((a, b) => a - b);
    expect(ranks.slice(0, 3)).toEqual([1, 2, 3]);
  });

  test('tells keys apart of which one begins with the other, and takes the empty one', () => {
    const watch = createKeyWatch(geneIdCase, new Set(), 50);
    expect(['', '', 'a', 'aa', 'a', 'é', 'é'].map((key) => show(watch, key))).toEqual([
      false,
      true,
      false,
      false,
      false,
      false,
      true,
    ]);
  });

  test('takes keys of any length', () => {
    const watch = createKeyWatch(geneIdCase, new Set(), 50);
    for (const length of [1, 255, 256, 257, 100_000]) {
      expect(show(watch, 'x'.repeat(length))).toBe(false);
      expect(show(watch, 'x'.repeat(length))).toBe(true);
      expect(show(watch, `${'x'.repeat(length - 1)}y`)).toBe(false);
    }
  });

  test('suspects the keys whose phage is spelt in more than one way, each once', () => {
    const watch = createKeyWatch(geneIdCase, new Set(['quillon', 'é']), 50);
    const keys = [
      'QUILLON_CDS_1',
      'Quillon',
      'Quillon',
      'Quillon_CDS_x',
      'Vexmoor_CDS_1',
      'É_CDS_2',
    ];
    for (const [index, key] of keys.entries()) show(watch, key, index);
    expect(watch.suspects).toEqual([
      { key: 'QUILLON_CDS_1', place: { rank: 0, line: 1 } },
      { key: 'Quillon', place: { rank: 1, line: 1 } },
      { key: 'É_CDS_2', place: { rank: 5, line: 1 } },
    ]);
  });
});

test('GeneIDs that differ only by case are all suspected, whatever their form', () => {
  const word = fc.constantFrom(
    'a',
    'A',
    'é',
    'É',
    'e\u0301',
    'ς',
    'Σ',
    '_cds_',
    '_CDS_',
    '_Cds_',
    '1',
  );
  const anyKeys = fc.uniqueArray(
    fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join('')),
    { minLength: 2, maxLength: 12 },
  );
  let collisions = 0;
  fc.assert(
    fc.property(anyKeys, (keys) => {
      const facts = createFactCollectors([phageParts]);
      for (const [index, key] of keys.entries()) {
        facts.of(phageParts).noteText(phagePartOfGeneId(key), index + 1);
      }
      const rules = createCrossRecordRules();
      rules.note(facts.finish(), 0);
      const watch = createKeyWatch(geneIdCase, geneIdCase.contested(rules.all), 50);
      for (const key of keys) show(watch, key);
      const suspected = new Set(watch.suspects.map(({ key }) => key));
      const colliding = keys.filter((key) =>
        keys.some((other) => other !== key && foldName(other) === foldName(key)),
      );
      collisions += colliding.length;
      expect(colliding.filter((key) => !suspected.has(key))).toEqual([]);
    }),
    { seed: 64, numRuns: 5000 },
  );
  expect(collisions).toBeGreaterThan(1000);
});
