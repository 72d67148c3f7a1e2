import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type CachedBundle,
  factsPathOf,
  type KnownPiece,
  runPathOf,
  writeFacts,
} from '../../../src/pipeline/cacheIndex.ts';
import { type PlannedBundle, takeBundle } from '../../../src/pipeline/planIntake.ts';
import { DamagedCache } from '../../../src/base/failure.ts';
import type { IntakeResult, IntakeTask } from '../../../src/sources/recordIntake.ts';
import type { Source } from '../../../src/sources/source.ts';
import { createFactCollectors, factsOf, type PieceFacts } from '../../../src/records/collection.ts';
import { collections } from '../../../src/records/collections.ts';
import { tempFolder } from '../sources/tempFolder.ts';

const source = (file: string): Source => {
  const stamp = { mtimeMs: 1, ctimeMs: 1, ino: 1 };
  const place = { file, absolutePath: `/data/${file}`, ordinal: 0 };
  return { ...place, ...stamp, collection: 'genes', layout: 'lines', gzipped: false, bytes: 9 };
};

/** What was found in a piece, told apart by its number of line breaks. */
function pieceWith(lineBreaks: number, file = ''): KnownPiece {
  const finding = {
    rule: 'gene-length',
    line: 1,
    pointer: '/Length',
    expected: '1',
    found: '2',
  } as const;
  return {
    lineBreaks,
    isBlank: false,
    hash: `hash ${lineBreaks}`,
    facts: createFactCollectors(factsOf(collections.genes)).finish(),
    findings: [{ ...finding, file }],
    uncounted: new Map(),
    ofFile: [],
    comparedWith: '',
  };
}

/** A cache with a bundle of so many pieces. */
function cachedIn(workDir: string, count: number): CachedBundle {
  const pieces = Array.from({ length: count }, (_, at) => pieceWith(at));
  const factsHash = writeFacts(factsPathOf(workDir, 'old'), pieces);
  return {
    id: 'old',
    collection: 'genes',
    count: 5,
    blocks: [{ offset: 0, bytes: 10, count: 5, crc: 1, firstKey: 'a' }],
    factsHash,
    pieces: pieces.map(({ hash }, at) => {
      const stamp = { mtimeMs: 1, ctimeMs: 1, ino: 1 };
      return { file: `${at}.ndjson`, start: 0, end: 9, bytes: 9, hash, ...stamp };
    }),
  };
}

/** Plans pieces by their index in the cached bundle, -1 for one to be read. */
function plan(cached: CachedBundle | null, ...indices: readonly number[]): PlannedBundle {
  const steps = indices.map((cachedIndex, at) => {
    const file = cachedIndex < 0 ? `new-${at}.ndjson` : `${cachedIndex}.ndjson`;
    return { piece: { source: source(file), start: 0, end: 9 }, cachedIndex };
  });
  return { collection: 'genes', steps, cached };
}

function take(
  planned: PlannedBundle,
  workDir: string,
  answer: Partial<IntakeResult> = {},
  comparedWith: (facts: PieceFacts) => string = () => '',
) {
  const asked: IntakeTask[] = [];
  const workers = {
    jobs: 1,
    start() {},
    run(_: string, task: IntakeTask) {
      asked.push(task);
      const read = task.pieces.map((piece, at) =>
        (task.previous?.keptAs[at] ?? -1) < 0 ? pieceWith(100 + at, piece.source.file) : null,
      );
      const run = { path: task.runPath, count: 7, blocks: [] };
      return Promise.resolve({ run, pieces: read, changes: null, ...answer });
    },
    close: () => Promise.resolve(),
  } as Parameters<typeof takeBundle>[1];
  const limits = { maxRecordBytes: 1000, maxNesting: 10 };
  const rules = { limits, maxFindings: 9, allowed: [], denied: [] };
  const options = {
    ...rules,
    workDir,
    willBeCached: true,
    genomes: null,
    linkTo: null,
    comparedWith,
  };
  return { asked, taken: takeBundle(planned, workers, options) };
}

describe('a bundle that did not change', () => {
  test('comes from the cache, with what was found in it, and no thread is asked', async () => {
    const workDir = tempFolder();
    const { asked, taken } = take(plan(cachedIn(workDir, 2), 0, 1), workDir);
    const { id, run, pieces, changes } = await taken;
    expect(asked).toEqual([]);
    expect([id, run.path, run.count]).toEqual(['old', runPathOf(workDir, 'old'), 5]);
    expect(pieces.map(({ lineBreaks }) => lineBreaks)).toEqual([0, 1]);
    // Facts are stored without names.
    expect(pieces.map(({ findings }) => findings[0]?.file)).toEqual(['0.ndjson', '1.ndjson']);
    expect(changes).toEqual({ sameKeys: true, changedKeys: [] });
  });

  test('is not believed where its facts are gone', async () => {
    const workDir = tempFolder();
    const cached = cachedIn(workDir, 1);
    await expect(take(plan(cached, 0), path.join(workDir, 'elsewhere')).taken).rejects.toThrow(
      DamagedCache,
    );
  });
});

test('a piece is read again whose genomes became others', async () => {
  const workDir = tempFolder();
  const { asked, taken } = take(plan(cachedIn(workDir, 2), 0, 1), workDir, {}, () => 'others');
  const { pieces } = await taken;
  expect(asked.map(({ previous }) => previous?.keptAs)).toEqual([[-1, -1]]);
  expect(pieces.map(({ comparedWith }) => comparedWith)).toEqual(['others', 'others']);
});

describe('a bundle that changed in part', () => {
  test('is read where it changed, and takes what was found in the rest from its own places', async () => {
    const workDir = tempFolder();
    const cached = cachedIn(workDir, 3);
    const changes = { sameKeys: true, changedKeys: ['x'] };
    const { asked, taken } = take(plan(cached, 2, -1, 0), workDir, { changes });
    const { id, pieces, changes: told } = await taken;
    expect(id).not.toBe('old');
    expect(asked[0]?.previous).toMatchObject({
      keptAs: [2, -1, 0],
      run: { path: runPathOf(workDir, 'old'), count: 5 },
    });
    expect(asked[0]?.runPath).toBe(runPathOf(workDir, id));
    expect(pieces.map(({ lineBreaks }) => lineBreaks)).toEqual([2, 101, 0]);
    expect(pieces.map(({ findings }) => findings[0]?.file)).toEqual([
      '2.ndjson',
      'new-1.ndjson',
      '0.ndjson',
    ]);
    expect(told).toEqual(changes);
  });

  test('of which a piece is gone is merged anew', async () => {
    const workDir = tempFolder();
    const { asked, taken } = take(plan(cachedIn(workDir, 2), 1), workDir);
    expect((await taken).pieces.map(({ lineBreaks }) => lineBreaks)).toEqual([1]);
    expect(asked).toHaveLength(1);
  });
});

test('a new bundle is read whole, and everything in it has changed', async () => {
  const { asked, taken } = take(plan(null, -1, -1), tempFolder());
  const [one, two] = [await taken, await take(plan(null, -1), tempFolder()).taken];
  expect(asked[0]?.previous).toBeNull();
  expect(one.changes).toEqual({ sameKeys: false, changedKeys: [] });
  expect(one.id).not.toBe(two.id);
});

test('a kept piece of which nothing is known is an error of the program, not a lost finding', async () => {
  const workDir = tempFolder();
  const { taken } = take(plan(cachedIn(workDir, 1), 3, -1), workDir);
  await expect(taken).rejects.toThrow('a piece of 3.ndjson is missing');
});
