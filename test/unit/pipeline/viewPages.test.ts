/** Views of more than a thousand phages are cut into pages, which a rebuild keeps, and verify checks. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { perList } from '../../../src/contract/collectionName.ts';
import type { Release } from '../../../src/contract/release.ts';
import { verifyFolder } from '../../../src/verifying/folder/verifyFolder.ts';
import { asLines, tinyGene, tinyPhage } from '../../integration/tinyData.ts';
import { build } from '../publishing/build.ts';
import { filesIn } from '../publishing/siteFolder.ts';
import { inProcessWorkers } from '../records/inProcessWorkers.ts';
import { tempFolder } from '../sources/tempFolder.ts';
import { told } from '../verifying/folder/builtFolder.ts';

const nameAt = (at: number) => `P${String(at).padStart(5, '0')}`;

/** Phages of one subcluster; the first `finished` of them are sequenced, and the first has other notes. */
const phages = (count: number, finished: number, found = 'here') =>
  asLines(
    Array.from({ length: count }, (_, at) =>
      tinyPhage(nameAt(at), {
        seq_finished: at < finished,
        psubcluster: { subcluster: 'Q 1' },
        found_city: at === 0 ? found : '',
      }),
    ),
  );

const dataOf = (text: string) =>
  tempFolder({
    'data/genes/a.ndjson': asLines([tinyGene(nameAt(0), 1)]),
    'data/phages/a.ndjson': text,
  });

interface Page {
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly { readonly phage_name: string }[];
}

const silent = { stage() {}, advance() {}, end() {} };

async function findingsIn(root: string): Promise<string[]> {
  const options = { root, allowed: new Set<never>(), expectRelease: null };
  return told((await verifyFolder(options, inProcessWorkers, silent)).log);
}

test.each(['files', 'packed'] as const)(
  'each page has a thousand records and the links of a list: %s',
  async (records) => {
    const folder = dataOf(phages(1001, 1000));
    const site = path.join(folder, 'site');
    const pageSizes = { ...perList(() => 1000), phages: 700 };
    const views = ['sequenced_phages', 'subclusters'] as const;
    const options = {
      records,
      bulk: [],
      views,
      pages: false,
      pageSizes,
      caseInsensitiveNames: true,
    };
    await build(folder, options);
    const read = (file: string) => readFileSync(path.join(site, 'api', file)).toString();
    const release = JSON.parse(readFileSync(path.join(site, 'release.json')).toString()) as Release;
    const lists = ['subclusters/Q 1/phagelist', 'subclusters/q 1/phagelist'];
    // A thousand, which are sequenced, fit on one page.
    expect(release.view_pages).toEqual(Object.fromEntries(lists.map((view) => [view, 2])));
    for (const view of lists) {
      const pages = [1, 2].map((at) => JSON.parse(read(`${view}/page/${at}.json`)) as Page);
      const address = 'https://example.org/api/subclusters/Q%201/phagelist/?format=api&page=';
      expect(pages.map(({ next }) => next)).toEqual([`${address}2`, null]);
      expect(pages.map(({ previous }) => previous)).toEqual([null, `${address}1`]);
      const names = pages.map(({ results }) => results.map(({ phage_name: name }) => name));
      expect(names.map(({ length }) => length)).toEqual([1000, 1]);
      expect(names.flat()).toEqual(Array.from({ length: 1001 }, (_, at) => nameAt(at)));
      expect(pages.map(({ count }) => count)).toEqual([1001, 1001]);
      if (records === 'files') expect(read(`${view}/index.json`)).toBe(read(`${view}/page/1.json`));
    }
    expect(await findingsIn(site)).toEqual([]);

    // What a build takes over, and what it makes again, is what a build afresh gives.
    for (const data of [phages(1001, 1001, 'there'), phages(950, 950)]) {
      writeFileSync(path.join(folder, 'data/phages/a.ndjson'), data);
      await build(folder, { ...options, maxDrop: 100 });
      const rebuilt = filesIn(site);
      await build(folder, {
        ...options,
        out: path.join(folder, 'afresh'),
        cache: false,
        maxDrop: 100,
      });
      expect(rebuilt).toEqual(filesIn(path.join(folder, 'afresh')));
    }
    expect(readFileSync(path.join(site, 'release.json')).toString()).not.toContain('view_pages');
  },
);

test('a page of a view that is gone or another is found', async () => {
  const folder = dataOf(phages(1001, 1001));
  const site = path.join(folder, 'site');
  const views = ['sequenced_phages'] as const;
  const pageSizes = { ...perList(() => 1000), phages: 1001 };
  await build(folder, { bulk: [], views, pages: false, pageSizes });
  const page = path.join(site, 'api/sequenced_phages/page/2.json');
  const whole = readFileSync(page);
  writeFileSync(page, whole.toString().replace('P01000', 'P01002'));
  expect((await findingsIn(site)).join()).toContain('V1');
  writeFileSync(page, whole);
  rmSync(page);
  expect((await findingsIn(site)).join()).toContain('V1');
});

test('a file server without rules would answer page 1 for ever', async () => {
  const folder = dataOf(phages(1001, 1001));
  const views = ['sequenced_phages'] as const;
  const pageSizes = { ...perList(() => 1000), phages: 1001 };
  const options = { bulk: [], views, pages: false, pageSizes };
  await expect(build(folder, { ...options, hosts: ['static'] })).rejects.toThrow(
    /would answer page 1 for ever: sequenced_phages has 2 pages\.$/,
  );
  await build(folder, { ...options, hosts: ['static'], links: 'path' });
  const text = readFileSync(path.join(folder, 'site/api/sequenced_phages/index.json')).toString();
  expect(text).toContain('/api/sequenced_phages/page/2.json?format=api&page=2"');
});
