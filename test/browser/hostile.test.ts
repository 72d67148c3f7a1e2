/** Texts of records that try to be code, to turn round what stands beside them, or to be formulas, on every page. */
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect } from 'vitest';
import { inBrowser, open, testOf } from './browser.ts';
import {
  formula,
  hostileData,
  long,
  markup,
  names,
  quotedFormula,
  script,
  turning,
} from './hostileSite.ts';
import { savedBy } from './saved.ts';

const test = testOf({ files: hostileData });

const at = encodeURIComponent;
/** Looked at one after the other: starting a page takes as long as looking at it. */
const pages: Readonly<Record<string, readonly string[]>> = {
  'lists and maps of all': [
    '',
    '?phages',
    '?interface',
    '?pham=7',
    `?compare&${names.map((name) => `with=${at(name)}`).join('&')}&labels=notes`,
  ],
  'searches and functions': [
    ...[script, markup, turning, '=HYPER', 'Long', '__proto__', 'constructor'].map(
      (text) => `?search=${at(text)}`,
    ),
    ...[script, markup, '__proto__'].map((text) => `?note=${at(text)}`),
  ],
  'pages that were there before the script': names.map((name) => `phages/${at(name)}/`),
  'phages and genes': [
    ...names.map((name) => `?phage=${at(name)}`),
    ...[markup, turning, '__proto__'].map((name) => `?gene=${at(`${name}_CDS_2`)}`),
  ],
};

inBrowser('hostile texts', () => {
  test.for(Object.entries(pages))('are shown as texts by %s', async ([, queries], { newPage }) => {
    const { page } = await newPage();
    for (const query of queries) {
      await open(page, query);
      expect(await page.locator('.page-head h1').count(), query).toBe(1);
      expect(await page.title(), query).not.toBe('run');
      // Whatever was taken for HTML would be here, with an attribute that none of ours has.
      expect(await page.locator('[onerror]').count(), query).toBe(0);
      expect(await page.locator('body script').count(), query).toBe(0);
      expect(await page.title(), query).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      expect(width, query).toBeLessThanOrEqual(1280);
    }
  });

  test('are texts without a script, too', async ({ newPage }) => {
    const { page } = await newPage({ javaScriptEnabled: false });
    for (const address of pages['pages that were there before the script'] ?? []) {
      await page.goto(address);
      expect(await page.locator('h1').count(), address).toBe(1);
      expect(await page.locator('[onerror], body script').count(), address).toBe(0);
      expect(await page.title(), address).not.toMatch(/^run$|[\u202a-\u202e\u2066-\u2069]/);
    }
  });

  test('are texts in a saved copy of a page, too', async ({ newPage }) => {
    const { page } = await newPage();
    // Without the code of the pages, which would set its title again.
    const copy = await page.context().newPage();
    for (const query of pages['phages and genes'] ?? []) {
      await open(page, query);
      await copy.setContent(await page.content());
      expect(await copy.title(), query).toBe(await page.title());
      const others = copy.locator('script:not([type="module"], [type="application/ld+json"])');
      expect(await others.count(), query).toBe(0);
      expect(await copy.locator('[onerror]').count(), query).toBe(0);
    }
  });

  test('a name that turns direction turns round nothing beside it', async ({ newPage }) => {
    const { page } = await newPage();
    const query = [turning, 'Plain'].map((name) => `with=${at(name)}`).join('&');
    await open(page, `?compare&${query}`);
    expect(await page.locator('.page-head h1').innerText()).toBe('Compare leftthgir, Plain');
    const [turned, plain] = await page.locator('.json-links a').all();
    const left = async (link: typeof turned) => (await link?.boundingBox())?.x ?? Number.NaN;
    expect(await left(turned)).toBeLessThan(await left(plain));
    const { text: svg } = await savedBy(page, 'Save SVG');
    expect(svg).toContain('leftthgir');
    expect(svg).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  });

  test('a long text is short until it is asked for', async ({ openPage }) => {
    const { page } = await openPage('?phage=Plain');
    const lysogeny = page
      .locator('dd')
      .filter({ hasText: /^Long Long/ })
      .first();
    expect((await lysogeny.innerText()).length).toBeLessThan(500);
    await lysogeny.getByRole('button', { name: 'Show all 10,000 characters' }).click();
    expect((await lysogeny.innerText()).trim()).toBe(long.trim());
  });

  test('tables are saved without formulas, a record a row', async ({ openPage }) => {
    const { page } = await openPage('?phages');
    const { name, text: table } = await savedBy(page, 'Save all columns (TSV)');
    expect(name).toBe('phages.tsv');
    // As a spreadsheet reads it; rows of another length are an error, and so are quotes that are not doubled.
    const rows = parse(table, { delimiter: '\t' });
    expect(rows).toHaveLength(names.length + 1);
    const cells = rows.flat();
    expect(cells.filter((cell) => /^[=+\-@]/.test(cell.trimStart()))).toEqual([]);
    expect(cells).toContain(`'${formula}`);
    for (const text of [quotedFormula, '"quoted without an end', '\tTab\r\nand line'])
      expect(cells).toContain(text);
  });

  test('files are named after a phage without what systems cannot save', async ({ openPage }) => {
    const { page } = await openPage(`?phage=${at(markup)}`);
    const { name, text: svg } = await savedBy(page, 'Save SVG');
    expect(name).toMatch(/^[\w.-]+\.svg$/);
    expect(path.basename(name)).toBe(name);
    expect(svg).toContain('&lt;img src=x');
    expect(svg).not.toContain('<img');
  });
});
