/** Pages are the ordered records cut to size, and nothing besides, in however many parts they are rendered (L1, L2, L3, L6). */
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { phagePartOfGeneId } from '../../src/records/geneRules.ts';
import type { CollectionName } from '../../src/contract/collectionName.ts';
import { foldName, unsafeNameReason } from '../../src/contract/recordName.ts';
import { renderPart, type RenderResult } from '../../src/sinks/renderPart.ts';
import { filesOf } from '../unit/publishing/writtenFiles.ts';
import { partition } from '../../src/base/merge.ts';
import type { MergedRun } from '../../src/base/runs.ts';
import { paged } from '../../src/sinks/pageBuilder.ts';
import { readTree } from '../integration/workFolder.ts';
import { tempFolder } from '../unit/sources/tempFolder.ts';
import { runIn, spillInBlocks, type TestRecord } from '../unit/base/runFiles.ts';
import { anyText } from './arbitraries.ts';
import { compareCodePoints } from './naive.ts';

const baseUrl = 'https://phages.example/v1';

interface Case {
  readonly collection: CollectionName;
  readonly records: readonly TestRecord[];
  /** For each piece, by rank, the run that it goes to. */
  readonly runOfPiece: readonly number[];
  readonly blockSizes: readonly number[];
  readonly pageSize: number;
  readonly wantedParts: number;
  readonly recordFiles: boolean;
  readonly colliding: readonly string[];
}

const anyKey = fc.oneof(
  anyText,
  fc
    .tuple(fc.constantFrom('Quillon', 'quillon', 'é', 'a/b', '..'), fc.nat({ max: 12 }))
    .map(([phage, number]) => `${phage}_CDS_${number}`),
  fc.constantFrom('.', '..', 'NUL', 'index.json', 'page', 'x'.repeat(201), ' ', 'a '),
);

const anyCase: fc.Arbitrary<Case> = fc.record({
  collection: fc.constantFrom('genes', 'phages'),
  records: fc.array(
    fc.record({
      key: anyKey,
      json: anyText.map((text) => JSON.stringify({ text })),
      piece: fc.nat({ max: 4 }),
      line: fc.integer({ min: 1, max: 4 }),
    }),
    { maxLength: 30 },
  ),
  runOfPiece: fc.array(fc.nat({ max: 2 }), { minLength: 5, maxLength: 5 }),
  blockSizes: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 3 }),
  pageSize: fc.oneof(fc.integer({ min: 1, max: 6 }), fc.constantFrom(10, 29, 30, 31, 1000)),
  wantedParts: fc.integer({ min: 1, max: 12 }),
  recordFiles: fc.boolean(),
  colliding: fc.subarray(['quillon', 'é', 'a', '']),
});

test('the files of all parts are those of a naive rendering, each written once', async () => {
  const folder = tempFolder();
  const stagingDir = `${folder}/staging`;
  await fc.assert(
    fc.asyncProperty(anyCase, async (of) => {
      rmSync(stagingDir, { recursive: true, force: true });
      const results = render(folder, of, stagingDir);
      const wanted = renderNaively(of);
      const put = filesOf(...results);
      expect(put.map((file) => file.path).sort()).toEqual(Object.keys(wanted).sort());
      expect(await readTree(stagingDir)).toEqual(wanted);
      for (const { path, bytes, sha256 } of put) {
        const written = Buffer.from(wanted[path] ?? '', 'latin1');
        expect(bytes).toBe(written.length);
        expect(sha256).toBe(createHash('sha256').update(written).digest('hex'));
      }
      expect(results.every(({ linked }) => linked === 0)).toBe(true);
    }),
    { seed: 61, numRuns: 250 },
  );
});

test('what the merged order brings to light is told once, whether pages are rendered or not', () => {
  const folder = tempFolder();
  const stagingDir = `${folder}/staging`;
  fc.assert(
    fc.property(anyCase, (of) => {
      const sorted = inOrder(of.records);
      const repeated = sorted.flatMap((record, index) => {
        const first = sorted.find(({ key }) => key === record.key)!;
        const isFirst = sorted.indexOf(first) === index;
        return isFirst ? [] : [{ key: record.key, first: placeOf(first), again: placeOf(record) }];
      });
      // Of phages, all names are known before the merge.
      const isColliding = (key: string) =>
        of.collection === 'genes' && of.colliding.includes(foldName(phagePartOfGeneId(key)));
      const suspects = sorted
        .filter(({ key }, index) => key !== sorted[index - 1]?.key && isColliding(key))
        .map((record) => ({ key: record.key, place: placeOf(record) }));
      const firstKeys = sorted.flatMap(({ key }, index) =>
        index % of.pageSize === 0 ? [key] : [],
      );

      const rendered = render(folder, of, stagingDir);
      const compared = render(folder, of, null);
      for (const results of [rendered, compared]) {
        expect(results.flatMap((result) => result.repeated)).toEqual(repeated);
        expect(results.flatMap((result) => result.suspects)).toEqual(suspects);
      }
      expect(rendered.flatMap((result) => result.firstKeys)).toEqual(firstKeys);
      expect(compared.every(({ count, linked }) => count === 0 && linked === 0)).toBe(true);
    }),
    { seed: 62, numRuns: 250 },
  );
});

test('a run of pages can be rendered alone, from its first key', async () => {
  const folder = tempFolder();
  const stagingDir = `${folder}/staging`;
  await fc.assert(
    fc.asyncProperty(anyCase, fc.nat(), fc.nat(), async (some, from, length) => {
      // As when a cached build renders again only what changed, which needs keys without repeats.
      const unique = some.records.filter(
        ({ key }, index) => some.records.findIndex((other) => other.key === key) === index,
      );
      fc.pre(unique.length > 0);
      const of = { ...some, records: unique, recordFiles: false };
      const shape = paged(of.collection, unique.length, of.pageSize);
      const firstPage = from % shape.lastPage;
      const endPage = firstPage + 1 + (length % (shape.lastPage - firstPage));
      const part = {
        fromKey: inOrder(unique)[firstPage * of.pageSize]?.key ?? null,
        firstRank: firstPage * of.pageSize,
        endRank: Math.min(unique.length, endPage * of.pageSize),
      };
      rmSync(stagingDir, { recursive: true, force: true });
      const runs = makeRuns(folder, of);
      const result = renderPart({
        runs,
        part,
        shape,
        contested: new Set(),
        maxRepeated: 50,
        changedKeys: null,
        site: siteOf(stagingDir, false),
      });
      const wanted = Object.entries(renderNaively(of)).filter(([file]) => {
        const page = file.endsWith('index.json') ? 1 : Number(/(\d+)\.json$/.exec(file)?.[1]);
        return page > firstPage && page <= endPage;
      });
      expect(await readTree(stagingDir)).toEqual(Object.fromEntries(wanted));
      expect(result.firstKeys).toHaveLength(endPage - firstPage);
    }),
    { seed: 63, numRuns: 150 },
  );
});

function siteOf(stagingDir: string, recordFiles: boolean) {
  return {
    stagingDir,
    liveDir: null,
    baseUrl,
    links: 'query',
    precompress: [],
    recordFiles,
    caseInsensitiveNames: false,
    fieldNames: {},
    noted: false,
    partitioned: null,
  } as const;
}

/** Renders all parts, one after the other. */
function render(folder: string, of: Case, stagingDir: string | null): RenderResult[] {
  const runs = makeRuns(folder, of);
  return partition(runs, of.wantedParts).map((part) =>
    renderPart({
      runs,
      part,
      shape: paged(of.collection, of.records.length, of.pageSize),
      contested: new Set(of.colliding),
      maxRepeated: 50,
      changedKeys: null,
      site: stagingDir === null ? null : siteOf(stagingDir, of.recordFiles),
    }),
  );
}

function makeRuns(folder: string, { records, runOfPiece, blockSizes }: Case): MergedRun[] {
  return [...new Set(runOfPiece)].map((of) => {
    const ranks = runOfPiece.flatMap((run, rank) => (run === of ? [rank] : []));
    const own = records
      .filter(({ piece }) => runOfPiece[piece] === of)
      .map((record) => ({ ...record, piece: ranks.indexOf(record.piece) }));
    const run = spillInBlocks(runIn(folder, `${of}.run`), own, blockSizes);
    return { ...run, ranks: Uint32Array.from(ranks) };
  });
}

function inOrder(records: readonly TestRecord[]): TestRecord[] {
  return records.toSorted(
    (a, b) => compareCodePoints(a.key, b.key) || a.piece - b.piece || a.line - b.line,
  );
}

function placeOf({ piece, line }: TestRecord) {
  return { rank: piece, line };
}

/** Every file by its path, its bytes as `readTree` gives them. */
function renderNaively({ collection, records, pageSize, recordFiles }: Case) {
  const sorted = inOrder(records);
  const pages = Math.max(1, Math.ceil(sorted.length / pageSize));
  const link = (page: number) => `"${baseUrl}/api/${collection}/?format=api&page=${page}"`;
  const files: Record<string, string> = {};
  for (let page = 1; page <= pages; page++) {
    const results = sorted.slice((page - 1) * pageSize, page * pageSize).map(({ json }) => json);
    const text =
      `{"count":${sorted.length},"next":${page === pages ? 'null' : link(page + 1)},` +
      `"previous":${page === 1 ? 'null' : link(page - 1)},"results":[${results.join(',')}]}`;
    if (page === 1) files[`api/${collection}/index.json`] = text;
    files[`api/${collection}/page/${page}.json`] = text;
  }
  for (const { key, json } of recordFiles ? sorted : []) {
    if (unsafeNameReason(key) === null) files[`api/${collection}/${key}/index.json`] ??= json;
  }
  return Object.fromEntries(
    Object.entries(files).map(([file, text]) => [file, Buffer.from(text).toString('latin1')]),
  );
}
