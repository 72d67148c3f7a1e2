import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deserialize } from 'node:v8';
import { describe, expect, test } from 'vitest';
import { perList, perCollection } from '../../../src/contract/collectionName.ts';
import {
  renderDerived,
  type SiteNotes,
  type StagedPages,
} from '../../../src/build/renderDerived.ts';
import type { RenderedPages } from '../../../src/build/renderPages.ts';
import { bulkOfRecords } from './someOptions.ts';
import { viewNames } from '../../../src/contract/views.ts';
import { DamagedCache } from '../../../src/failure.ts';
import type { LiveSite } from '../../../src/incremental/previous.ts';
import { endBlock } from '../../../src/publishing/bgzf.ts';
import { joinWritten } from '../../../src/publishing/fileList.ts';
import { loadSchemas } from '../../../src/validation/loadSchemas.ts';
import { filesOf } from '../publishing/writtenFiles.ts';
import { tempFolder } from '../sources/tempFolder.ts';
import { inProcessWorkers } from '../validation/inProcessWorkers.ts';
import { built, builtSite, plan } from '../verifying/folder/builtFolder.ts';
import { siteOptionsWith, silent } from './someOptions.ts';
import { below, bytesBelow, hashesOf, publishedOf } from './stagedFiles.ts';

const { notes } = plan;
const listed = /^api\/(genes|phages)\/(index|page\/[0-9]+)\.json$/;
const some = (holds: (file: string) => boolean) =>
  Object.fromEntries(Object.entries(builtSite).filter(([file]) => holds(file)));
const published = some((file) => file !== 'manifest.json' && file !== 'release.json');
const pages = some((file) => listed.test(file));
/** The genes of phams come from partitions, which are none here. */
const derived = some((file) => /^(api|bulk|data|phams)\//.test(file) && !isOther(file));

function isOther(file: string): boolean {
  return (
    listed.test(file) || /^api\/(genes|phages|phams)\//.test(file) || file === 'api/index.json'
  );
}

const options = siteOptionsWith({
  pageSizes: { ...perList(() => 2), genes: 3 },
  views: viewNames.filter((view) => view !== 'phams'),
  bulk: bulkOfRecords,
});

interface Rendering {
  readonly live?: Partial<LiveSite> & Pick<LiveSite, 'dir' | 'notes' | 'rerendered'>;
  /** Whether all pages were rendered; otherwise none. */
  readonly isWhole?: boolean;
  readonly areUnique?: boolean;
}

async function render({ live, isWhole = true, areUnique = true }: Rendering = {}) {
  const staged = isWhole ? pages : {};
  const stagingDir = tempFolder(staged);
  const all = { ...perCollection(() => []), genes: [notes.genes], phages: [notes.phages] };
  const rendered = {
    ...joinWritten([]),
    firstKeys: perCollection(() => null),
    hasUniqueKeys: areUnique,
    takeNotes: () => (isWhole ? all : perCollection(() => [])),
  } satisfies Omit<RenderedPages, 'shapes'>;
  const files = publishedOf(published);
  const known = { files, publishedAtMs: Infinity, isChecked: false };
  const work: StagedPages = {
    rendered,
    partitioned: null,
    live: live === undefined ? null : { ...known, ...live },
    genomeIndex: null,
    aliases: null,
  };
  const place = { stagingDir, liveDir: live?.dir ?? null, precompress: [] };
  const effects = { workers: inProcessWorkers, progress: silent };
  const made = await renderDerived(work, options, place, loadSchemas(), effects);
  const written = Object.fromEntries(
    Object.entries(bytesBelow(stagingDir)).filter(([file]) => !(file in staged)),
  );
  expect(filesOf(made)).toEqual(publishedOf(written));
  return { ...made, written };
}

describe('of a site that is built anew', () => {
  test('views and bulk files are those of a build, and none is a link', async () => {
    const { written, linked, notes: packed } = await render();
    expect(hashesOf(written)).toEqual(hashesOf(derived));
    expect(linked).toBe(0);
    const { bulk }: SiteNotes = deserialize(packed());
    expect(bulk['bulk/phages.tsv.gz']).toEqual([
      { bytes: built('bulk/phages.tsv.gz').length - endBlock.length, records: 4 },
    ]);
  });

  test('the data package says whether keys are unique', async () => {
    const file = 'bulk/datapackage.json';
    expect(built(file).toString()).toContain('primaryKey');
    expect((await render({ areUnique: false })).written[file]?.toString()).not.toContain(
      'primaryKey',
    );
  });
});

describe('of a site whose records are all as they were', () => {
  const live = async (rerendered: LiveSite['rerendered']) => {
    const { notes: packed } = await render();
    return { dir: tempFolder(builtSite), notes: packed, rerendered };
  };

  test('views, bulk files and records are linked where only pages are rendered', async () => {
    const { written, linked, count } = await render({ live: await live('all-pages') });
    const records = some((file) => /^api\/(genes|phages)\/[^/]+\/index\.json$/.test(file));
    const due = hashesOf({ ...derived, ...below('api/genes/', records) });
    expect(hashesOf(below('bulk/', written))).toEqual(hashesOf(below('bulk/', derived)));
    expect(hashesOf(below('api/genes/', written))).toEqual(hashesOf(below('api/genes/', records)));
    expect(hashesOf(written)).toMatchObject(due);
    expect(linked).toBe(count);
  });

  test('views are not even compared with the pages then', async () => {
    const site = await live('all-pages');
    const file = 'api/clusters/index.json';
    const other = Buffer.from(built(file)).fill('x');
    writeFileSync(path.join(site.dir, file), other);
    const files = publishedOf({ ...published, [file]: other });
    expect((await render({ live: { ...site, files } })).written[file]).toEqual(other);
  });

  test('they are linked or copied, and so are the pages, where no page changed', async () => {
    const { written } = await render({ live: await live('changed-pages'), isWhole: false });
    const due = { ...derived, ...pages };
    for (const file of Object.keys(due)) expect(written[file], file).toEqual(due[file]);
  });

  test('what the next build is told is the same again', async () => {
    const before = await live('all-pages');
    const { notes: again } = await render({ live: before });
    expect(deserialize(again())).toEqual(deserialize(before.notes()));
  });

  test('a live file that is missing or was changed is damage', async () => {
    for (const spoil of [
      (file: string) => rmSync(file),
      (file: string) => writeFileSync(file, 'other'),
    ]) {
      const site = await live('changed-pages');
      spoil(path.join(site.dir, 'bulk/genes.tsv.gz'));
      await expect(render({ live: site, isWhole: false })).rejects.toThrow(DamagedCache);
    }
  });
});
