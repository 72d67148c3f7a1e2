/** The first page, the table of phages, and what every page says of itself. */
import { gunzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { inBrowser, open, sample, soon, testOf } from './browser.ts';
import { savedBy } from './saved.ts';

const about = {
  title: 'Phages of a test',
  description: 'What a test needs to know.',
  creators: [
    { name: 'Ada Example', orcid: '0000-0002-1825-0097', affiliation: 'Example Lab' },
    { name: 'Bo Example' },
  ],
  licence: 'CC-BY-4.0',
  licenceUrl: 'https://creativecommons.org/licenses/by/4.0/',
  contact: 'Ada Example <ada@example.org>',
  citation: 'Example A. Phages of a test. 2026.',
};
const test = testOf({
  files: { 'phagepress.config.json': JSON.stringify({ about }) },
  data: sample,
  args: ['--release-date', '2026-02-03'],
});

async function json<Value>(page: Page, file: string): Promise<Value> {
  return (await (await page.request.get(new URL(file, page.url()).href)).json()) as Value;
}

inBrowser('the first page', () => {
  test('says what the data is, how much, which release, under which terms', async ({
    openPage,
  }) => {
    const { page, shoot } = await openPage('');
    expect(await page.locator('h1').innerText()).toBe(about.title);
    expect(await page.title()).toBe(about.title);
    expect(await page.locator('.lead').innerText()).toBe(about.description);
    expect(await page.locator('.facts').innerText()).toMatch(
      new RegExp(
        [
          'Creators',
          'Ada Example, Example Lab',
          'Bo Example',
          'Cite as',
          about.citation,
          'Licence',
          about.licence,
          'Contact',
          about.contact,
        ].join('\\s+'),
      ),
    );
    const ada = page.getByRole('link', { name: 'Ada Example' });
    expect(await ada.getAttribute('href')).toBe('https://orcid.org/0000-0002-1825-0097');
    const licence = page.getByRole('link', { name: about.licence });
    expect(await licence.getAttribute('href')).toBe(about.licenceUrl);

    const { release, collections } = await json<{
      release: string;
      collections: Record<string, { count: number }>;
    }>(page, 'release.json');
    const tiles = await page.locator('.tiles li').allInnerTexts();
    expect(tiles.map((text) => text.replace(/\s+/g, ' ').trim())).toEqual([
      '24 phages',
      '2,000 genes',
      `${collections['phams']!.count.toLocaleString('en')} gene families`,
    ]);
    const foot = await page.locator('.site-foot p').first().innerText();
    expect(foot).toContain(`Release ${release.slice(0, 12)} of 2026-02-03.`);
    await shoot('home-about');
  });

  test('counts one of a kind as one', async ({ openPage, genomesSite: base }) => {
    const { page } = await openPage('', { base });
    await page.locator('.tiles').getByText('1 RNA or other feature').waitFor();
  });

  test('has a chart of host genera that leads to their phages', async ({ openPage }) => {
    const { page } = await openPage('');
    const chart = page.locator('section').filter({ hasText: 'Phages by host genus' });
    const bar = chart.getByRole('link').first();
    const [, genus = '', count = ''] = /^(\S+)\s+(\d+)\s+phages$/.exec(await bar.innerText()) ?? [];
    const index = await json<{ genera: string[]; genus: number[] }>(page, 'web/phages.json');
    const place = index.genera.indexOf(genus);
    expect(index.genus.filter((one) => one === place)).toHaveLength(Number(count));
    await bar.click();
    await page.getByText(`${count} of 24 phages`).waitFor();
    expect(new URL(page.url()).search).toBe(`?phages&genus=${genus}`);
  });

  test('counts the phages whose host is unknown', async ({ newPage }) => {
    const { page } = await newPage();
    await page.route('**/web/phages.json', async (route) => {
      const index = (await (await route.fetch()).json()) as { genus: readonly number[] };
      const genus = index.genus.map((place, row) => (row < 3 ? -1 : place));
      await route.fulfill({ json: { ...index, genus } });
    });
    await open(page, '');
    const chart = page.locator('section').filter({ hasText: 'Phages by host genus' });
    await chart.getByText('Of unknown host: 3 phages.').waitFor();
  });

  test('has a map of where phages were found, which leads to their pages', async ({ openPage }) => {
    const { page } = await openPage('');
    const map = page.getByRole('img', { name: /^Where 16 phages of 24 were found\./ });
    await map.scrollIntoViewIfNeeded();
    const { latitude, longitude, name } = await json<Record<string, (number | null)[]>>(
      page,
      'web/phages.json',
    );
    const at = latitude!.findIndex((degrees) => degrees !== null);
    const { x, y, width } = (await map.boundingBox())!;
    const perDegree = width / 360;
    const [left, top] = [(longitude![at]! + 180) * perDegree, (84 - latitude![at]!) * perDegree];
    await page.mouse.move(x + left, y + top);
    // Several may have been found at nearly one place.
    const said = await page.locator('.tip strong').innerText();
    const there = (one: number) => Math.abs((latitude![one] ?? 90) - latitude![at]!) < 0.5;
    expect(name!.filter((_, one) => there(one))).toContain(said);
    await page.mouse.click(x + left, y + top);
    await page.getByRole('heading', { level: 1, name: said }).waitFor();
  });

  test('shows genomes, years and functions, and each leads on', async ({ openPage }) => {
    const { page } = await openPage('');
    const index = await json<{ name: string[]; length: number[]; gc: string[]; year: number[] }>(
      page,
      'web/phages.json',
    );
    const years = page.locator('section').filter({ hasText: 'Phages by year found' });
    const [latest = ''] = await years
      .getByRole('link')
      .first()
      .innerText()
      .then((text) => text.split(/\s/));
    expect(Number(latest)).toBe(Math.max(...index.year));
    const functions = page.locator('section').filter({ hasText: 'Functions most seen' });
    expect(await functions.getByRole('link').first().getAttribute('href')).toMatch(
      /^\?note=.*&exact=yes$/,
    );
    expect(await functions.getByText('hypothetical').count()).toBe(0);
    // The longest genome is the dot farthest to the right.
    const longest = index.length.indexOf(Math.max(...index.length));
    const chart = page.getByRole('img', { name: /by genome length and GC content/ });
    await chart.scrollIntoViewIfNeeded();
    const box = (await chart.boundingBox())!;
    const tip = page.locator('.tip');
    for (let x = box.x + box.width - 2; x > box.x && !(await tip.isVisible()); x -= 6)
      for (let y = box.y; y < box.y + box.height && !(await tip.isVisible()); y += 8)
        await page.mouse.move(x, y);
    expect(await tip.innerText()).toContain(`${index.length[longest]!.toLocaleString('en')} bp`);
    await page.mouse.down();
    await page.mouse.up();
    await page
      .getByRole('heading', { level: 1, name: index.name[longest]!, exact: true })
      .waitFor();
  });

  test('has bulk files under their sizes, and leads to the interface and the raw JSON', async ({
    openPage,
  }) => {
    const { page } = await openPage('');
    const row = page.getByRole('row').filter({ hasText: 'genes.ndjson.gz' });
    const { bytes } = await savedBy(page, row.getByRole('link'));
    expect(gunzipSync(bytes).toString().trimEnd().split('\n')).toHaveLength(2000);
    const [records, size] = await row.locator('td').allInnerTexts();
    expect(records).toBe('2,000');
    expect(size).toBe(`${Math.round(bytes.length / 1000)} kB`);
    for (const cell of await page
      .locator('table[aria-label^=Files] tbody td:last-child')
      .allInnerTexts())
      expect(cell).toMatch(/^\d[\d.,]* (bytes|kB|MB)$/);
    // Where there is room, a file is on one line with what it is.
    const tops = await row
      .locator('.described > *')
      .evaluateAll((all) => all.map((one) => one.offsetTop));
    expect(tops).toEqual([tops[0], tops[0]]);

    for (const [name, file] of [
      ['list of its addresses', 'api/index.json'],
      ['OpenAPI description', 'openapi.json'],
    ] as const) {
      expect(await page.getByRole('link', { name }).getAttribute('href')).toBe(file);
      expect(await json<object>(page, file)).toBeTypeOf('object');
    }
    await page.getByRole('link', { name: 'its interface' }).click();
    await page.getByRole('heading', { level: 1, name: 'Interface' }).waitFor();
  });
});

inBrowser('the table of phages', () => {
  test('is narrowed by each filter to as many as it says', async ({ openPage }) => {
    const { page } = await openPage('?phages');
    const status = page.locator('main [role=status]').first();
    for (const [label, key] of [
      ['Cluster', 'cluster'],
      ['Subcluster', 'subcluster'],
      ['Host genus', 'genus'],
      ['Host strain', 'strain'],
      ['Country', 'country'],
      ['Year found', 'year'],
    ] as const) {
      const select = page.getByRole('combobox', { name: label, exact: true });
      const option = select.locator('option').nth(1);
      const [, value = '', count = ''] = /^(.*) \((\d+)\)$/.exec(await option.innerText()) ?? [];
      await select.selectOption(value);
      await soon(async () => expect(await status.innerText()).toBe(`${count} of 24 phages`));
      expect(new URL(page.url()).searchParams.get(key)).toBe(value);
      const rows = page.locator('tbody tr:not(.spacer)');
      expect(await rows.count()).toBe(Number(count));
      await page.getByRole('link', { name: 'Clear filters' }).click();
      await soon(async () => expect(await status.innerText()).toBe('24 phages'));
    }
    const index = await json<Record<'annotated' | 'temperate', number[]>>(page, 'web/phages.json');
    for (const [label, key] of [
      ['Temperate', 'temperate'],
      ['Annotated', 'annotated'],
    ] as const) {
      const select = page.getByRole('combobox', { name: label });
      for (const [answer, flag] of [
        ['yes', 1],
        ['no', 0],
      ] as const) {
        await select.selectOption(answer);
        const count = index[key].filter((one) => one === flag).length;
        await soon(async () => expect(await status.innerText()).toBe(`${count} of 24 phages`));
      }
      await select.selectOption('any');
    }
    // Places are found by the text, too.
    const { countries, country } = await json<{ countries: string[]; country: number[] }>(
      page,
      'web/phages.json',
    );
    await page.getByLabel('Find').fill(countries[0]!.toUpperCase());
    const there = country.filter((one) => one === 0).length;
    await soon(async () => expect(await status.innerText()).toBe(`${there} of 24 phages`));
  });

  test('is saved as it is shown: its rows, in its order', async ({ openPage }) => {
    const { page } = await openPage('?phages&cluster=A&sort=-length&columns=name,length');
    const shown = await page.locator('tbody tr:not(.spacer)').allInnerTexts();
    expect(shown).toHaveLength(6);
    const { text } = await savedBy(page, 'Save shown columns (TSV)');
    const [head, ...rows] = text.trimEnd().split('\n');
    expect(head).toBe('Phage\tGenome length');
    expect(rows).toEqual(shown.map((row) => row.trim().replace(/\s+/, '\t').replaceAll(',', '')));
    const lengths = rows.map((row) => Number(row.split('\t')[1]));
    expect(lengths).toEqual(lengths.toSorted((a, b) => b - a));
  });

  test('is as long as its rows: the page scrolls, and no box in it', async ({ openPage }) => {
    const { page } = await openPage('?phages', { viewport: { width: 1280, height: 300 } });
    await page.getByRole('link', { name: 'Wovomadax' }).waitFor();
    const table = page.getByRole('region', { name: 'Table of phages' });
    const hidden = await table.evaluate((box) => [
      box.scrollHeight - box.clientHeight,
      box.scrollWidth - box.clientWidth,
    ]);
    expect(hidden).toEqual([0, 0]);
    // One that is wider than the page has its head and its bar in sight.
    await page.setViewportSize({ width: 500, height: 300 });
    await soon(async () =>
      expect(
        await table.evaluate((box) => [
          box.scrollWidth > box.clientWidth,
          box.scrollHeight > box.clientHeight,
        ]),
      ).toEqual([true, true]),
    );
    await page.setViewportSize({ width: 1280, height: 300 });
    await soon(async () =>
      expect(await table.evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0),
    );
    expect(await page.getByRole('row').first().getByRole('columnheader').count()).toBe(9);
  });
});

inBrowser('a site', () => {
  test('is described by each page, which takes what it told search engines along', async ({
    newPage,
  }) => {
    const { page } = await newPage();
    const description = () => page.locator('meta[name=description]').getAttribute('content');
    const told = page.locator('head script[type="application/ld+json"]');
    await open(page, '');
    expect(await description()).toBe(about.description);
    await open(page, '?phage=Banobagleep');
    expect(await description()).toMatch(
      /^The bacteriophage Banobagleep: cluster CZ4, [\d,]+ bp, [\d.]+ % GC, host \w+, found \d+\.$/,
    );
    expect(await told.count()).toBe(2);
    await page.getByRole('link', { name: 'Phages', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Phages' }).waitFor();
    await soon(async () => expect(await description()).toMatch(/^All phages with their clusters/));
    expect(await told.count()).toBe(1);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Banobagleep' }).waitFor();
    await soon(async () => expect(await told.count()).toBe(2));
    await page.goForward();
    await page.getByRole('heading', { level: 1, name: 'Phages' }).waitFor();
    await soon(async () => expect(await told.count()).toBe(1));
  });

  test('without views, bulk files and genomes says so, and works with the rest', async ({
    openPage,
    bareSite: base,
  }) => {
    const { page, shoot } = await openPage('', { base });
    await page.getByText('This site was built without files that have all records.').waitFor();
    await page.getByText('Phages by cluster').waitFor();
    await shoot('home-bare');
    await open(page, '?phages');
    await page.getByText('24 phages', { exact: true }).waitFor();
    await open(page, '?note=tail');
    await page.getByText('built without gene families, so notes cannot be searched').waitFor();
    await open(page, '?gene=Banobagleep_CDS_5');
    await page.getByRole('heading', { level: 1, name: 'Banobagleep_CDS_5' }).waitFor();
    await page.getByText('so the neighbourhood is not shown').waitFor();
    await page.getByText('This site has no genome of Banobagleep').waitFor();
    expect(await page.locator('.json-links a').allInnerTexts()).toEqual(['api/genes/']);
    await open(page, '?phage=Banobagleep');
    await page.getByText('This site was built without the genes of single phages').waitFor();
    await open(page, '?pham=9476');
    await page.getByText('This site was built without the view of gene families.').waitFor();
    await open(page, '?compare');
    await page.getByText('genomes cannot be compared').waitFor();
    await open(page, '?search=Banobagleep');
    await page.getByText('notes cannot be searched').waitFor();
  });
});
