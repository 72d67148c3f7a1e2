import { describe, expect, test } from 'vitest';
import { perCollection } from '../../../src/contract/collectionName.ts';
import type { DataIntake } from '../../../src/pipeline/readSources.ts';
import { renderPages } from '../../../src/pipeline/renderPages.ts';
import { createFindingLog } from '../../../src/text/findings.ts';
import { joinWritten } from '../../../src/publishing/fileList.ts';
import type { RenderResult, RenderTask } from '../../../src/sinks/renderPart.ts';
import { silent } from './someOptions.ts';

const letters = (count: number) =>
  Array.from({ length: count }, (_, n) => String.fromCharCode(97 + n));

interface Asked {
  readonly count?: number;
  readonly changed?: readonly string[] | null;
  /** Whether only pages with changed records are rendered. */
  readonly isUpdate?: boolean;
  /** Whether keys of the live site repeat. */
  readonly hasRepeats?: boolean;
  readonly result?: Partial<RenderResult>;
}

/** Renders so many genes, named by letters, two on a page; no phages. */
async function render({
  count = 9,
  changed = null,
  isUpdate = false,
  hasRepeats = false,
  result = {},
}: Asked = {}) {
  const tasks: RenderTask[] = [];
  const block = { offset: 0, bytes: 10 * count, count, firstKey: 'a', crc: 0 };
  const runs = [{ path: 'none', count, blocks: [block], ranks: Uint32Array.of(0) }];
  const findings = createFindingLog({ allowed: new Set(), denied: new Set(), maxKept: 2 });
  const intake = {
    collections: {
      genes: { count, runs, changedKeys: changed },
      phages: { count: 0, runs: [], changedKeys: [] },
      features: { count: 0, runs: [], changedKeys: [] },
    },
    contested: perCollection(() => new Set()),
    findings,
    locate: ({ rank, line }: { rank: number; line: number }) => ({ file: `file ${rank}`, line }),
    maxFindings: 2,
  } as unknown as DataIntake;
  const workers = {
    jobs: 2,
    start() {},
    run(_: string, task: RenderTask): Promise<RenderResult> {
      if (task.shape.list === 'genes') tasks.push(task);
      const nothing = { firstKeys: [], repeated: [], repeatedCount: 0, suspects: [], notes: null };
      const told = task.shape.list === 'genes' ? result : {};
      return Promise.resolve({ ...joinWritten([]), ...nothing, ...told });
    },
    close: () => Promise.resolve(),
  } as unknown as Parameters<typeof renderPages>[2];
  const firstKeys = letters(count).filter((_, at) => at % 2 === 0);
  const rendered = await renderPages(
    intake,
    {
      pageSizes: perCollection(() => 2),
      site: null,
      livePages: isUpdate
        ? { ...perCollection(() => null), genes: hasRepeats ? null : firstKeys, phages: [] }
        : null,
    },
    workers,
    silent,
  );
  const parts = tasks.map(({ part }) => part).toSorted((a, b) => a.firstRank - b.firstRank);
  return { rendered, parts, findings, firstKeys };
}

describe('of a site that is updated', () => {
  const ranges = async (...changed: string[]) =>
    (await render({ changed, isUpdate: true })).parts.map(({ firstRank, endRank }) => [
      firstRank,
      endRank,
    ]);

  test('the pages are rendered on which a record changed, whatever its place there', async () => {
    expect(await ranges('a')).toEqual([[0, 2]]);
    expect(await ranges('b')).toEqual([[0, 2]]);
    expect(await ranges('c')).toEqual([[2, 4]]);
    expect(await ranges('c', 'd')).toEqual([[2, 4]]);
    expect(await ranges('i')).toEqual([[8, 9]]);
  });

  test('pages that follow each other are one part, in order, however the keys came', async () => {
    expect(await ranges('e', 'a', 'c')).toEqual([[0, 6]]);
    expect(await ranges('h', 'a', 'c')).toEqual([
      [0, 4],
      [6, 8],
    ]);
  });

  test('a part knows the key that it begins with and that of the page behind it', async () => {
    const { parts } = await render({ changed: ['a', 'c', 'i'], isUpdate: true });
    expect(parts).toEqual([
      { fromKey: 'a', firstRank: 0, endRank: 4, nextKey: 'e' },
      { fromKey: 'i', firstRank: 8, endRank: 9, nextKey: null },
    ]);
  });

  test('nothing is rendered where nothing changed, and its pages begin as they did', async () => {
    const { parts, rendered, firstKeys } = await render({ changed: [], isUpdate: true });
    expect(parts).toEqual([]);
    expect(rendered.firstKeys.genes).toEqual(firstKeys);
  });

  test('all is rendered where keys came or went', async () => {
    const { parts } = await render({ changed: null, isUpdate: true });
    expect(parts).toEqual([{ fromKey: null, firstRank: 0, endRank: 9 }]);
  });
});

describe('keys that repeat', () => {
  const place = (line: number) => ({ rank: 0, line });
  const repeated = [1, 2].map((line) => ({ key: 'a', again: place(line), first: place(0) }));

  test('are told where they are known, and counted where they are too many', async () => {
    const result = { repeated, repeatedCount: 5 } satisfies Partial<RenderResult>;
    const { findings, rendered } = await render({ result });
    const report = findings.report();
    expect(report.errorsByRule.get('gene-id-unique')).toBe(5);
    expect(report.kept).toHaveLength(2);
    expect(rendered.firstKeys).toMatchObject({ genes: null });
  });

  test('have all pages rendered of their own list, and of no other', async () => {
    const asked = { changed: [], isUpdate: true, hasRepeats: true, result: { repeatedCount: 1 } };
    const { parts, rendered } = await render(asked);
    expect(parts).toEqual([{ fromKey: null, firstRank: 0, endRank: 9 }]);
    expect(rendered.firstKeys).toMatchObject({ genes: null });
  });

  test('leave no first keys to go by; without them there are some', async () => {
    expect((await render({ result: { firstKeys: ['a', 'c'] } })).rendered.firstKeys).toMatchObject({
      genes: ['a', 'c'],
    });
  });
});

test('the notes of pages are handed over once, and then let go', async () => {
  const notes = { some: 'notes' } as unknown as NonNullable<RenderResult['notes']>;
  const { rendered } = await render({ result: { notes } });
  expect(rendered.takeNotes().genes).toEqual([notes]);
  expect(rendered.takeNotes()).toEqual(perCollection(() => []));
});
