import { rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { planTables, stageTables } from '../../../src/pipeline/stageBulk.ts';
import { type PerCollection, perCollection } from '../../../src/contract/collectionName.ts';
import type { PageNotes } from '../../../src/records/notes.ts';
import type { Change } from '../../../src/sinks/view.ts';
import { asLines, tinyGene, tinyPhage } from '../../integration/tinyData.ts';
import { filesOf } from '../publishing/writtenFiles.ts';
import { inProcessWorkers } from '../records/inProcessWorkers.ts';
import { genesOn, phagesOn } from '../sinks/someNotes.ts';
import { watchedProgress } from '../watchedProgress.ts';
import { bytesBelow, publishedOf } from './stagedFiles.ts';
import { stagedPages } from './stagedPages.ts';

const gene = (phage: string, number: number, pham: number) =>
  tinyGene(phage, number, { PhamID: { PhamID: pham, Color: '#123456' } });

/** Two pages of genes in three families, and two of phages. */
const data = {
  'genes/a.ndjson': asLines([
    gene('Quillon', 1, 7),
    gene('Quillon', 2, 30),
    gene('Quillon', 3, 7),
    gene('Vexmoor', 1, 7),
    gene('Vexmoor', 2, 9),
  ]),
  'phages/a.ndjson': asLines([
    tinyPhage('Quillon'),
    tinyPhage('Vexmoor', { psubcluster: null }),
    tinyPhage('Yet', { pcluster: { cluster: 'Singleton', temperate: true }, psubcluster: null }),
  ]),
};

type Changed = Partial<PerCollection<readonly PageNotes[]>>;

/** What was rendered of each list since pages with these notes; of the others, nothing. */
function changeOf(before: PerCollection<PageNotes>, rendered: Changed): PerCollection<Change> {
  return perCollection((name) => ({ before: before[name], rendered: rendered[name] ?? [] }));
}

interface Staging {
  readonly records?: Readonly<Record<string, string>>;
  /** What changed; null where all pages were rendered. */
  readonly changed?: Changed | null;
  /** What becomes of the pages before they are read. */
  readonly prepare?: (stagingDir: string) => void;
}

/** Stages the tables beside the pages. */
async function stage({ records = data, changed = null, prepare }: Staging = {}) {
  const { stagingDir, notes, pages } = await stagedPages(records);
  prepare?.(stagingDir);
  const plan = planTables(notes, changed && changeOf(notes, changed));
  const { progress, seen } = watchedProgress();
  const place = { stagingDir, liveDir: null, fieldNames: {}, isGuarded: false };
  const staged = await stageTables(plan, place, { workers: inProcessWorkers, progress });
  const files = Object.fromEntries(
    Object.entries(bytesBelow(stagingDir)).filter(([file]) => !(file in pages)),
  );
  expect(filesOf(staged)).toEqual(publishedOf(files));
  expect(seen.stages).toEqual([['Writing tables', null]]);
  const rows = (file: string) =>
    String(files[file])
      .trimEnd()
      .split('\n')
      .map((row) => row.split('\t'));
  return { files, rows };
}

const phageTables = ['data/full.tsv', 'data/simple.tsv'];
const familyTables = [30, 7, 9].map((id) => `phams/genelist/${id}.tsv`);

describe('the tables of phages', () => {
  test('have each phage, however many there are', async () => {
    const names = Array.from({ length: 1100 }, (_, at) => `p${String(at).padStart(4, '0')}`);
    const phages = asLines(names.map((name) => tinyPhage(name)));
    const { rows } = await stage({ records: { ...data, 'phages/a.ndjson': phages } });
    for (const table of phageTables) {
      expect(rows(table).map((row) => row[0])).toEqual(['Phage Name', ...names]);
    }
  });
});

describe('where pages were rendered', () => {
  test('of neither list, nothing is written, nor read', async () => {
    const prepare = (dir: string) => rmSync(path.join(dir, 'api'), { recursive: true });
    expect((await stage({ changed: {}, prepare })).files).toEqual({});
    expect((await stage({ changed: { genes: [genesOn()] }, prepare })).files).toEqual({});
  });
});

/** The pages that are read, and the live tables that are kept. */
async function planned(changed: Changed | null) {
  const { notes } = await stagedPages(data);
  const { filesRead, isKept } = planTables(notes, changed && changeOf(notes, changed));
  const asked = [...phageTables, ...familyTables, 'phams/genelist/8.tsv', 'data/other.tsv'];
  return { read: filesRead().toSorted(), kept: asked.filter((file) => isKept(file)) };
}

const pagesOf = (list: string) => [1, 2].map((page) => `api/${list}/page/${page}.json`);

describe('the plan', () => {
  test('of all tables keeps none, and reads each page with a row of one', async () => {
    expect(await planned(null)).toEqual({
      read: [...pagesOf('genes'), ...pagesOf('phages')],
      kept: [],
    });
  });

  test('keeps the tables that nothing touched', async () => {
    const ofOthers = [...phageTables, ...familyTables, 'phams/genelist/8.tsv'];
    expect(await planned({})).toEqual({ read: [], kept: ofOthers });
    const changed = { genes: [genesOn([2, 0, 2, 'Vexmoor', [8, 9]])] };
    // Family 7 had a gene there.
    expect(await planned(changed)).toEqual({
      read: pagesOf('genes'),
      kept: [...phageTables, 'phams/genelist/30.tsv'],
    });
    expect(await planned({ phages: [phagesOn({ page: 2, at: 0 })] })).toEqual({
      read: pagesOf('phages'),
      kept: [...familyTables, 'phams/genelist/8.tsv'],
    });
  });

  test('reads only the pages that have genes of a family that is written', async () => {
    const none = genesOn();
    const { notes } = await stagedPages(data);
    const change = changeOf({ ...notes, genes: none }, { genes: [genesOn([1, 1, 1, 'Q', [30]])] });
    expect(planTables(notes, change).filesRead()).toEqual(['api/genes/page/1.json']);
  });
});
