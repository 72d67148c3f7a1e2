import { hash } from 'node:crypto';
import { utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { DamagedCache } from '../../../src/base/failure.ts';
import { carryOver, type LiveSite } from '../../../src/pipeline/rebuild.ts';
import { linkFiles, type LinkTask } from '../../../src/pipeline/tasks.ts';
import { checkFiles, type CheckTask } from '../../../src/publishing/siteWriter.ts';
import { joinWritten, listWritten } from '../../../src/publishing/fileList.ts';
import { filesIn } from '../publishing/siteFolder.ts';
import { tempFolder } from '../sources/tempFolder.ts';

const publishedAt = new Date('2026-01-02T03:04:05Z');

/** The very tasks, in this thread; what they were asked is kept. */
function createThreads() {
  const asked: { checked: string[]; linked: string[] } = { checked: [], linked: [] };
  const tasks = { checkFiles, linkFiles };
  return {
    asked,
    threads: {
      jobs: 2,
      start() {},
      run(name: keyof typeof tasks, input: CheckTask & LinkTask) {
        const names = input.files.map((file) => file.path);
        asked[name === 'checkFiles' ? 'checked' : 'linked'].push(...names);
        return Promise.resolve().then(() => tasks[name](input));
      },
      close: () => Promise.resolve(),
    } as Parameters<typeof carryOver>[4]['workers'],
  };
}

const site = {
  'api/genes/index.json': 'list',
  'api/genes/page/1.json': 'list',
  'api/genes/page/2.json': 'page 2',
  'api/genes/page/2.json.gz': 'page 2, packed',
  'api/genes/Trixie_CDS_1/index.json': 'gene',
  'api/clusters/index.json': 'clusters',
  'api/clusters/A/index.json': 'A',
  'bulk/genes.tsv.gz': 'table',
  'openapi.json': 'description',
};

interface Asked {
  readonly rendered?: readonly string[];
  readonly kept?: readonly string[];
  readonly read?: readonly string[];
  readonly spoil?: (liveDir: string) => void;
  readonly live?: Partial<LiveSite>;
}

async function carry({ rendered = [], kept = [], read = [], spoil, live = {} }: Asked = {}) {
  const liveDir = tempFolder(site);
  for (const name of Object.keys(site)) {
    utimesSync(path.join(liveDir, name), publishedAt, publishedAt);
  }
  spoil?.(liveDir);
  const files = Object.entries(site).map(([name, text]) => {
    return { path: name, bytes: text.length, sha256: hash('sha256', text) };
  });
  const stagingDir = tempFolder();
  const { asked, threads } = createThreads();
  const written = rendered.map((name) => ({ path: name, bytes: 1, sha256: 'f'.repeat(64) }));
  let advanced = 0;
  let total = 0;
  const progress = {
    stage: (_: string, amount: number | null) => void (total = amount ?? 0),
    advance: (by: number) => void (advanced += by),
    end() {},
  };
  const carried = await carryOver(
    joinWritten([listWritten(written, 0)]),
    { isKept: (file) => kept.includes(file), isAlias: () => false, filesRead: () => new Set(read) },
    {
      dir: liveDir,
      publishedAtMs: publishedAt.getTime(),
      isChecked: false,
      files,
      rerendered: 'changed-pages',
      ...live,
    },
    stagingDir,
    { workers: threads, progress },
  );
  expect(advanced).toBe(total);
  expect(Object.keys(filesIn(stagingDir))).toEqual(carried.map((file) => file.path).toSorted());
  return {
    carried: carried.map((file) => file.path),
    checked: [...new Set(asked.checked)].toSorted(),
  };
}

const ofGenes = Object.keys(site).filter((name) => name.startsWith('api/genes/'));

describe('what is carried over', () => {
  test('are pages and records that were not rendered, and whatever else holds', async () => {
    const { carried } = await carry({
      rendered: ['api/genes/page/1.json', 'api/genes/index.json'],
      kept: ['api/clusters/A/index.json'],
    });
    expect(carried).toEqual([
      'api/genes/page/2.json',
      'api/genes/page/2.json.gz',
      'api/genes/Trixie_CDS_1/index.json',
      'api/clusters/A/index.json',
    ]);
  });

  test('is no sibling of a page that was rendered: it may have none now', async () => {
    const { carried } = await carry({ rendered: ['api/genes/page/2.json'] });
    expect(carried).not.toContain('api/genes/page/2.json.gz');
    expect(carried).toContain('api/genes/page/1.json');
  });

  test('are the records alone where all pages are rendered, whether they were or not', async () => {
    const { carried } = await carry({ live: { rerendered: 'all-pages' } });
    expect(carried).toEqual(['api/genes/Trixie_CDS_1/index.json']);
  });
});

describe('what is carried over is looked at first', () => {
  test('by its hash where something new is derived from it, and all of it where that was asked', async () => {
    const { checked } = await carry({ read: ['api/genes/page/2.json'] });
    expect(checked).toEqual(['api/genes/index.json', 'api/genes/page/2.json']);
    const all = await carry({ live: { isChecked: true } });
    expect(all.checked).toEqual([...ofGenes, 'bulk/genes.tsv.gz'].toSorted());
  });

  test('a page with other bytes of the same size is found where it is read', async () => {
    const spoil = (liveDir: string) => {
      const file = path.join(liveDir, 'api/genes/page/2.json');
      writeFileSync(file, 'PAGE 2');
      utimesSync(file, publishedAt, publishedAt);
    };
    await expect(carry({ spoil, read: ['api/genes/page/2.json'] })).rejects.toThrow(DamagedCache);
    expect((await carry({ spoil })).carried).toEqual(ofGenes);
  });

  test.each(['api/genes/Trixie_CDS_1/index.json', 'bulk/genes.tsv.gz'])(
    '%s that is newer than the site is none of it',
    async (name) => {
      const later = new Date(publishedAt.getTime() + 1);
      const spoil = (liveDir: string) => utimesSync(path.join(liveDir, name), later, later);
      await expect(carry({ spoil })).rejects.toThrow(`${name} is not what was published`);
    },
  );
});
