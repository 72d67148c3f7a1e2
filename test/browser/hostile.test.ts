/** Texts of records that try to be code, to turn round what stands beside them, or to be formulas, on every page. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import type { Browser, Download, Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { freePort, type ServerProcess, startServer } from '../contract/serverProcess.ts';
import { cliFile, nodeFile, runWell } from '../integration/runCli.ts';
import { sharedFolder, writeFiles } from '../integration/workFolder.ts';
import { hasBrowser, open, startBrowser, withPage } from './browser.ts';
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

const canRun = hasBrowser();
let browser: Browser;
let server: ServerProcess | undefined;
let base = '';

sharedFolder(async (cwd) => {
  if (!canRun) return;
  await writeFiles(cwd, hostileData);
  await runWell(['build', '--quiet', '--no-cache'], { cwd });
  const port = await freePort();
  base = `http://127.0.0.1:${port}`;
  const serve = [cliFile, 'preview', '--port', String(port)];
  server = await startServer(nodeFile, serve, { url: `${base}/`, cwd });
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const at = encodeURIComponent;
const pages: readonly (readonly [string, string])[] = [
  ['home', ''],
  ['phages', '?phages'],
  ['interface', '?interface'],
  ['family', '?pham=7'],
  ['comparison', `?compare&${names.map((name) => `with=${at(name)}`).join('&')}&labels=notes`],
  ...[script, markup, turning, '=HYPER', 'Long', '__proto__', 'constructor'].map(
    (text) => [`search for ${text}`, `?search=${at(text)}`] as const,
  ),
  ...[script, markup, '__proto__'].map(
    (text) => [`function ${text}`, `?note=${at(text)}`] as const,
  ),
  ...names.map((name) => [`phage ${name}`, `?phage=${at(name)}`] as const),
  ...[markup, turning, '__proto__'].map(
    (name) => [`gene of ${name}`, `?gene=${at(`${name}_CDS_2`)}`] as const,
  ),
];

async function save(page: Page, button: string): Promise<readonly [Download, string]> {
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return [saved, await readFile(await saved.path(), 'utf8')];
}

describe.skipIf(!canRun)('hostile texts', () => {
  test.each(pages)('are shown as texts: %s', async (_, query) => {
    await withPage(browser, base, async ({ page }) => {
      await open(page, `${base}/${query}`);
      expect(await page.locator('.page-head h1').count()).toBe(1);
      expect(await page.title()).not.toBe('run');
      // Whatever was taken for HTML would be here, with an attribute that none of ours has.
      expect(await page.locator('[onerror]').count()).toBe(0);
      expect(await page.locator('body script').count()).toBe(0);
      expect(await page.title()).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      expect(width).toBeLessThanOrEqual(1280);
    });
  });

  test('a name that turns direction turns round nothing beside it', async () => {
    await withPage(browser, base, async ({ page }) => {
      const query = [turning, 'Plain'].map((name) => `with=${at(name)}`).join('&');
      await open(page, `${base}/?compare&${query}`);
      expect(await page.locator('.page-head h1').innerText()).toBe('Compare leftthgir, Plain');
      const [turned, plain] = await page.locator('.json-links a').all();
      const left = async (link: typeof turned) => (await link?.boundingBox())?.x ?? Number.NaN;
      expect(await left(turned)).toBeLessThan(await left(plain));
      const [, svg] = await save(page, 'Save SVG');
      expect(svg).toContain('leftthgir');
      expect(svg).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    });
  });

  test('a long text is short until it is asked for', async () => {
    await withPage(browser, base, async ({ page }) => {
      await open(page, `${base}/?phage=Plain`);
      const lysogeny = page
        .locator('dd')
        .filter({ hasText: /^Long Long/ })
        .first();
      expect((await lysogeny.innerText()).length).toBeLessThan(500);
      await lysogeny.getByRole('button', { name: 'Show all 10,000 characters' }).click();
      expect((await lysogeny.innerText()).trim()).toBe(long.trim());
    });
  });

  test('tables are saved without formulas, a record a row', async () => {
    await withPage(browser, base, async ({ page }) => {
      await open(page, `${base}/?phages`);
      const [saved, table] = await save(page, 'Save all columns (TSV)');
      expect(saved.suggestedFilename()).toBe('phages.tsv');
      // As a spreadsheet reads it; rows of another length are an error, and so are quotes that are not doubled.
      const rows = parse(table, { delimiter: '\t' });
      expect(rows).toHaveLength(names.length + 1);
      const cells = rows.flat();
      expect(cells.filter((cell) => /^[=+\-@]/.test(cell.trimStart()))).toEqual([]);
      expect(cells).toContain(`'${formula}`);
      for (const text of [quotedFormula, '"quoted without an end', '\tTab\r\nand line'])
        expect(cells).toContain(text);
    });
  });

  test('files are named after a phage without what systems cannot save', async () => {
    await withPage(browser, base, async ({ page }) => {
      await open(page, `${base}/?phage=${at(markup)}`);
      const [saved, svg] = await save(page, 'Save SVG');
      expect(saved.suggestedFilename()).toMatch(/^[\w.-]+\.svg$/);
      expect(path.basename(saved.suggestedFilename())).toBe(saved.suggestedFilename());
      expect(svg).toContain('&lt;img src=x');
      expect(svg).not.toContain('<img');
    });
  });
});
