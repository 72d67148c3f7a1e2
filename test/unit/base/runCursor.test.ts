import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DamagedCache } from '../../../src/base/failure.ts';
import { openRunCursor } from '../../../src/base/runs.ts';
import { anyText } from '../../property/arbitraries.ts';
import { tempFolder } from '../sources/tempFolder.ts';
import {
  inRunOrder,
  numbered,
  readRun,
  recordUnder,
  runIn,
  spill,
  spillInBlocks,
} from './runFiles.ts';

describe('a cursor', () => {
  test('gives the records from any key on, whatever the blocks, and knows how many it left out', () => {
    const file = runIn(tempFolder());
    const anyRecord = fc.record({
      key: anyText,
      json: anyText,
      piece: fc.nat({ max: 2 }),
      line: fc.nat({ max: 2 }),
    });
    const anyBlocks = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(
        fc.array(anyRecord, { maxLength: 25 }),
        anyBlocks,
        anyText,
        fc.nat(),
        (records, blockSizes, text, pick) => {
          const run = spillInBlocks(file, records, blockSizes);
          // A key that is there more often than not.
          const from = pick % 3 === 0 ? text : (records[pick % (records.length || 1)]?.key ?? text);
          const sorted = inRunOrder(records);
          const isBelow = (key: string) => Buffer.compare(Buffer.from(key), Buffer.from(from)) < 0;
          const below = sorted.filter(({ key }) => isBelow(key)).length;
          expect(readRun(run, from)).toEqual(sorted.slice(below));

          const cursor = openRunCursor(run, Buffer.from(from));
          try {
            for (let at = below; at <= sorted.length; at++) {
              expect(cursor.next()).toBe(at < sorted.length);
              expect(cursor.position()).toBe(at);
              if (at < sorted.length) expect(recordUnder(cursor)).toEqual(sorted[at]);
            }
          } finally {
            cursor.close();
          }
        },
      ),
      { seed: 14, numRuns: 150 },
    );
  });

  test('names the rank that a piece has in the merge', () => {
    const records = [0, 1, 2, 1].map((piece, index) => ({
      key: `k${index}`,
      json: '{}',
      piece,
      line: 1,
    }));
    const run = spill(records, runIn(tempFolder()));
    const ranks = Uint32Array.from([7, 30, 400]);
    expect(readRun({ ...run, ranks }).map(({ piece }) => piece)).toEqual([7, 30, 400, 30]);
    expect(readRun(run).map(({ piece }) => piece)).toEqual([0, 1, 2, 1]);
  });

  test('reads a short block behind a long one', () => {
    const records = numbered(6).map((record, index) => {
      return { ...record, json: 'x'.repeat(index === 0 ? 50_000 : index) };
    });
    expect(readRun(spillInBlocks(runIn(tempFolder()), records, [1, 2]))).toEqual(records);
  });
});

describe('a run that is not what was spilled', () => {
  const spilled = () => spillInBlocks(runIn(tempFolder()), numbered(7, '{"a":"é"}'), [3]);

  test.each([1, 2, 10, 200])('is noticed when %i bytes are missing at its end', (bytes) => {
    const run = spilled();
    truncateSync(run.path, readFileSync(run.path).length - bytes);
    expect(() => readRun(run)).toThrow(DamagedCache);
    expect(() => readRun(run)).toThrow(`${run.path} is cut short`);
  });

  test('is noticed whichever byte of it was changed', () => {
    const run = spilled();
    const bytes = readFileSync(run.path);
    for (let at = 0; at < bytes.length; at++) {
      bytes[at]! ^= 1 << (at % 8);
      writeFileSync(run.path, bytes);
      bytes[at]! ^= 1 << (at % 8);
      expect(() => readRun(run), `byte ${at}`).toThrow(DamagedCache);
    }
    writeFileSync(run.path, bytes);
    expect(readRun(run)).toHaveLength(7);
  });

  test('is noticed when it is empty, another run, or gone', () => {
    const run = spilled();
    writeFileSync(run.path, '');
    expect(() => readRun(run)).toThrow(DamagedCache);
    spillInBlocks(run.path, numbered(7, '{"a":"e"}'), [3]);
    expect(() => readRun(run)).toThrow(DamagedCache);
    rmSync(run.path);
    expect(() => readRun(run)).toThrow(DamagedCache);
  });
});
