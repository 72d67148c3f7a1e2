import { statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CachedBundle } from '../../../src/pipeline/cacheIndex.ts';
import {
  type FileRange,
  type FileStamp,
  hashRange,
  type Source,
} from '../../../src/sources/source.ts';
import {
  type IntakePlan,
  isUnchanged,
  planIntake,
  sameSources,
} from '../../../src/pipeline/planIntake.ts';
import type { CollectionName } from '../../../src/contract/collectionName.ts';
import { addFile, tempFolder } from '../sources/tempFolder.ts';
import { cachedBundles } from './cachedBundles.ts';

/** A time that lies seconds behind `longAgo`, well before anything that was built. */
const longAgo = 1_000_000_000;
const builtAtMs = (longAgo + 1_000_000) * 1000;

function write(folder: string, name: string, text: string, seconds = 0): void {
  const file = addFile(folder, name, text);
  utimesSync(file, longAgo + seconds, longAgo + seconds);
}

/** As of a system whose clock stood at the time of the file. */
const stampAt = ({ mtimeMs, ino }: FileStamp) => ({ mtimeMs, ctimeMs: mtimeMs, ino });

/** Sources as discovery would list them: `genes/a.ndjson` and so on, in order. */
function listSources(folder: string, names: readonly string[]): Source[] {
  return names.toSorted().map((name, ordinal) => {
    const absolutePath = path.join(folder, name);
    const found = statSync(absolutePath);
    return {
      ordinal,
      collection: name.split('/')[0] as CollectionName,
      file: name,
      absolutePath,
      layout: name.endsWith('.json') ? 'document' : 'lines',
      gzipped: false,
      bytes: found.size,
      ...stampAt(found),
    };
  });
}

const bundleBytes = 100;

/** Plans with what is cached; also what was hashed for it. */
async function planFrom(
  sources: readonly Source[],
  cached: readonly CachedBundle[],
  hashOf = hashRange,
  trustedBeforeMs = builtAtMs,
) {
  const asked: FileRange[] = [];
  const { same, hashed } = await sameSources(sources, { cached, trustedBeforeMs }, (ranges) => {
    asked.push(...ranges);
    return Promise.resolve(ranges.map(hashOf));
  });
  expect(hashed).toBe(asked.length);
  return { ...planIntake(sources, cached, { bundleBytes, same }), asked };
}

interface Step {
  readonly file: string;
  readonly range: readonly [number, number];
  readonly kept: boolean;
}

function describePlan({ bundles }: IntakePlan): Step[][] {
  return bundles.map(({ steps }) =>
    steps.map(({ piece, cachedIndex }) => ({
      file: piece.source.file,
      range: [piece.start, piece.end],
      kept: cachedIndex >= 0,
    })),
  );
}

/** Plans a first build of the files; then changes something and plans the next. */
async function replan(files: Readonly<Record<string, string>>, change: (folder: string) => void) {
  const folder = tempFolder();
  for (const [name, text] of Object.entries(files)) write(folder, name, text);
  const names = Object.keys(files);
  const cached = cachedBundles(await planFrom(listSources(folder, names), []));
  change(folder);
  const there = [...names, 'genes/new.ndjson', 'phages/a.ndjson'].filter((name) =>
    statSync(path.join(folder, name), { throwIfNoEntry: false })?.isFile(),
  );
  return planFrom(listSources(folder, [...new Set(there)]), cached);
}

const three = {
  'genes/a.ndjson': 'a'.repeat(30),
  'genes/b.ndjson': 'b'.repeat(30),
  'genes/c.json': 'c'.repeat(30),
};
const large = { ...three, 'genes/large.ndjson': 'x'.repeat(250) };

const stepsOf = (planned: IntakePlan) =>
  describePlan(planned).map((steps) =>
    steps.map(({ file, kept }) => `${file}${kept ? ' kept' : ''}`),
  );

describe('a source of the size and time of before', () => {
  const planOf = async (change: Partial<Source>, hashOf: (range: FileRange) => string) => {
    const folder = tempFolder();
    for (const [name, text] of Object.entries(three)) write(folder, name, text);
    const sources = listSources(folder, Object.keys(three));
    const cached = cachedBundles(await planFrom(sources, []));
    const now = sources.map((source, at) => (at === 0 ? { ...source, ...change } : source));
    const { asked, ...planned } = await planFrom(now, cached, hashOf);
    return { steps: stepsOf(planned).flat(), asked: asked.length };
  };
  const changes: [string, Partial<Source>][] = [
    ['another inode', { ino: 1 }],
    ['another time of change', { ctimeMs: (longAgo + 50) * 1000 }],
  ];

  test.each(changes)('is read again for %s, when its content is another', async (_, change) => {
    const { steps, asked } = await planOf(change, () => 'other');
    expect([steps.includes('genes/a.ndjson'), asked]).toEqual([true, 1]);
  });

  test.each(changes)('is kept in spite of %s, when its content is the same', async (_, change) => {
    expect((await planOf(change, hashRange)).steps).toContain('genes/a.ndjson kept');
  });

  test('is kept unread where nothing tells that it changed', async () => {
    const { steps, asked } = await planOf({}, hashRange);
    expect([steps.includes('genes/a.ndjson kept'), asked]).toEqual([true, 0]);
  });
});

describe('the plan of a next build', () => {
  test('looks into a file of the same size and time that is too new for its time to tell', async () => {
    const folder = tempFolder();
    const seconds = builtAtMs / 1000 - longAgo;
    for (const [name, text] of Object.entries(three)) write(folder, name, text, seconds);
    const names = Object.keys(three);
    const cached = cachedBundles(await planFrom(listSources(folder, names), []));
    write(folder, 'genes/b.ndjson', 'B'.repeat(30), seconds);
    const planned = await planFrom(listSources(folder, names), cached);
    expect(stepsOf(planned)).toEqual([
      ['genes/a.ndjson kept', 'genes/b.ndjson', 'genes/c.json kept'],
    ]);
  });

  test.each([
    ['grown', 'b'.repeat(31)],
    ['shorter', 'b'.repeat(29)],
    ['as large as a bundle', 'b'.repeat(100)],
  ])('is to read a file again that is %s, in its own bundle', async (_what, text) => {
    const planned = await replan(three, (folder) => write(folder, 'genes/b.ndjson', text, 1));
    expect(describePlan(planned)[0]?.[1]).toEqual({
      file: 'genes/b.ndjson',
      range: [0, text.length],
      kept: false,
    });
    expect(planned.bundles).toHaveLength(1);
  });

  test('cuts a file that has become too large for a bundle', async () => {
    const planned = await replan(three, (folder) =>
      write(folder, 'genes/b.ndjson', 'b'.repeat(150), 1),
    );
    expect(stepsOf(planned)).toEqual([
      ['genes/a.ndjson kept', 'genes/c.json kept'],
      ['genes/b.ndjson'],
      ['genes/b.ndjson'],
    ]);
  });

  test('lets a bundle whose files have all grown become twice as large, and no larger', async () => {
    const planned = await replan(three, (folder) => {
      for (const name of Object.keys(three)) write(folder, name, 'x'.repeat(90), 1);
    });
    expect(stepsOf(planned)).toEqual([['genes/a.ndjson', 'genes/b.ndjson'], ['genes/c.json']]);
  });

  test('reads a new file in a bundle of its own, before it takes the rest from the cache', async () => {
    const planned = await replan(three, (folder) => write(folder, 'genes/new.ndjson', 'n'));
    expect(planned.bundles.map(isUnchanged)).toEqual([false, true]);
    expect(stepsOf(planned)[0]).toEqual(['genes/new.ndjson']);
  });

  test('does not mistake a file for one of the same name in the other collection', async () => {
    const folder = tempFolder();
    write(folder, 'genes/a.ndjson', 'a'.repeat(30));
    const [source] = listSources(folder, ['genes/a.ndjson']);
    const cached = cachedBundles(await planFrom([source!], []));
    const planned = await planFrom([{ ...source!, collection: 'phages' }], cached);
    expect(planned.bundles).toMatchObject([{ collection: 'phages', cached: null }]);
    expect(planned.dropped).toEqual(cached);
  });

  test.each<[what: string, text: string]>([
    ['its first piece', `y${'x'.repeat(249)}`],
    ['its last piece', `${'x'.repeat(249)}y`],
    ['its size', 'x'.repeat(251)],
    ['its size to what fits in one bundle', 'x'.repeat(20)],
  ])('cuts a large file afresh when %s changed', async (_what, text) => {
    const planned = await replan(large, (folder) => write(folder, 'genes/large.ndjson', text, 1));
    const rest = stepsOf(planned);
    expect(rest.pop()).toEqual(Object.keys(three).map((name) => `${name} kept`));
    expect(rest.flat().every((step) => step === 'genes/large.ndjson')).toBe(true);
    const ranges = describePlan(planned)
      .slice(0, -1)
      .flat()
      .map(({ range }) => range);
    expect(ranges[0]?.[0]).toBe(0);
    expect(ranges.at(-1)?.[1]).toBe(text.length);
  });

  test('does not believe that a file is the same because neither it nor its cached hash can be read', async () => {
    const folder = tempFolder();
    for (const [name, text] of Object.entries(three)) write(folder, name, text);
    const sources = listSources(folder, Object.keys(three));
    const cached = cachedBundles(await planFrom(sources, [])).map((bundle) => ({
      ...bundle,
      // As of a file that was too large to be hashed.
      pieces: bundle.pieces.map((piece) => ({ ...piece, hash: '' })),
    }));
    const changed = sources.map((source) => ({
      ...source,
      absolutePath: path.join(folder, 'not/there'),
      mtimeMs: source.mtimeMs + 1000,
    }));
    const planned = await planFrom(changed, cached);
    expect(
      describePlan(planned)
        .flat()
        .filter(({ kept }) => kept),
    ).toEqual([]);
  });
});
