/** Pages of phages and clusters that need no script: what they say of records, and which are made again. */
import { expect, test } from 'vitest';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { asLines, tinyGene, tinyPhage } from '../../integration/tinyData.ts';
import { differences, readTree, writeFiles } from '../../integration/workFolder.ts';
import { inFastFolder } from '../../property/siteBuilds.ts';
import { build } from '../publishing/build.ts';

const script = '</script><script>alert("run")</script>';
const odd = `a"b'c&d é`;

const phages = [
  tinyPhage('Alpha', { finder_name: script, pcluster: { cluster: odd, temperate: true } }),
  { ...tinyPhage('Beta'), pcluster: null, psubcluster: null, genome_length: null },
  tinyPhage(odd, { discovery_notes: 'https://phages.example/"><b>' }),
];

const genes = [
  ...Array.from({ length: 3 }, (_, at) =>
    tinyGene('Alpha', at + 1, { Start: 3000 - at * 900, Stop: 3012 - at * 900, Notes: script }),
  ),
  { ...tinyGene(odd, 1, { Notes: '' }), PhamID: null },
  tinyGene('Unrecorded', 1),
];

async function siteOf(folder: string, changes = {}, records = { phages, genes }) {
  await writeFiles(path.join(folder, 'data'), {
    'genes/all.ndjson': asLines(records.genes),
    'phages/all.ndjson': asLines(records.phages),
  });
  const allowed = new Set(['null-value'] as const);
  await build(folder, { pages: true, html: true, allowed, ...changes });
  return path.join(folder, 'site');
}

const pageOf = (site: string, address: string) =>
  readFileSync(path.join(site, address, 'index.html'), 'utf8');

test('a page has the record and the genes of its phage by position, and no text of them as code', async () => {
  await inFastFolder(async (folder) => {
    const site = await siteOf(folder);
    const page = pageOf(site, 'phages/Alpha');
    expect(page).toContain('<title>Alpha – Bacteriophage genes and phages</title>');
    expect(page).toContain('href="https://example.org/phages/Alpha/"');
    expect(page.match(/Alpha_CDS_\d(?=<)/g)).toEqual(['Alpha_CDS_3', 'Alpha_CDS_2', 'Alpha_CDS_1']);
    // Its Start is 0-based; the page counts from 1.
    expect(page).toContain('<td class="number">1,201</td><td class="number">1,212</td>');
    expect(page).toContain('&lt;/script&gt;');
    expect(page.match(/<script/g)).toHaveLength(2);
    expect(page).not.toContain('alert("run")');
    const data = /<script type="application\/ld\+json" id="page-data">(.*)<\/script>/.exec(page);
    expect(JSON.parse(data?.[1] ?? '')).toMatchObject({
      '@type': 'Taxon',
      name: 'Alpha',
      parentTaxon: `Cluster ${odd}`,
    });
  });
});

test('pages lead to each other, whatever the names', async () => {
  await inFastFolder(async (folder) => {
    const site = await siteOf(folder);
    const to = encodeURIComponent(odd).replaceAll("'", '&#39;');
    expect(pageOf(site, 'phages/Alpha')).toContain(`href="clusters/Q7/"`);
    expect(pageOf(site, `clusters/${odd}`)).toContain('href="phages/Alpha/"');
    const list = pageOf(site, 'phages');
    for (const name of ['Alpha', 'Beta', to]) expect(list).toContain(`href="phages/${name}/"`);
    expect(list).toContain('In no cluster');
    expect(pageOf(site, `phages/${odd}`)).not.toContain('<b>');
    const sitemap = readFileSync(path.join(site, 'sitemap.xml'), 'utf8');
    for (const address of [`phages/${to}/`, `clusters/${to}/`, 'clusters/Q7/', ''])
      expect(sitemap).toContain(`<loc>https://example.org/${address}</loc>`);
  });
});

test('a phage without a record has no page, one without genes has', async () => {
  await inFastFolder(async (folder) => {
    const tree = await readTree(await siteOf(folder));
    expect(tree).not.toHaveProperty(['phages/Unrecorded/index.html']);
    expect(tree['phages/Beta/index.html']).toContain('This site has no genes of this phage.');
  });
});

test('a change makes only the pages again that it is about', async () => {
  await inFastFolder(async (folder) => {
    const pages = ['phages', 'phages/Alpha', 'phages/Beta', 'clusters/Q7'];
    const textsOf = (site: string) => pages.map((address) => pageOf(site, address));
    const site = await siteOf(folder);
    const inodesOf = () => pages.map((page) => statSync(path.join(site, page, 'index.html')).ino);
    const [before, texts] = [inodesOf(), textsOf(site)];
    const other = [tinyGene('Alpha', 1, { Notes: 'lysin' }), ...genes.slice(1)];
    await siteOf(folder, {}, { phages, genes: other });
    const isOther = (_: unknown, at: number) => texts[at] !== textsOf(site)[at];
    expect(pages.filter(isOther)).toEqual(['phages/Alpha']);
    // Hard links of the files as they were.
    expect(inodesOf().map((inode, at) => inode === before[at])).toEqual([true, false, true, true]);
  });
});

test.each([{ about: { title: 'Ours' } }, { bulk: [] }, { html: false }])(
  'another site, %j, has pages as if it were built afresh',
  async (changes) => {
    await inFastFolder(async (folder) => {
      await siteOf(folder);
      const tree = await readTree(await siteOf(folder, changes));
      const afresh = await readTree(await siteOf(path.join(folder, 'afresh'), changes));
      expect(differences(tree, afresh)).toEqual([]);
    });
  },
);

test("the publisher's own robots.txt and sitemap.xml stay as they are", async () => {
  await inFastFolder(async (folder) => {
    const own = { 'robots.txt': 'User-agent: *\n', 'sitemap.xml': '<urlset/>\n' };
    await writeFiles(path.join(folder, 'own'), own);
    const tree = await readTree(await siteOf(folder, { static: path.join(folder, 'own') }));
    expect(tree).toMatchObject(own);
  });
});
