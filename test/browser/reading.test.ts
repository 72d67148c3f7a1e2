/** The pages as a screen reader tells them: what controls and tables are called, and what is said when something changes. */
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedFolder } from '../integration/workFolder.ts';
import { hasBrowser, open, startBrowser, type Watched, withPage } from './browser.ts';
import { preview, type Served } from './previewSite.ts';

const sample = path.join(import.meta.dirname, '../../data');
const canRun = hasBrowser();
let browser: Browser;
let site: Served | undefined;

beforeAll(async () => {
  if (canRun) browser = await startBrowser();
});
afterAll(() => browser?.close());

sharedFolder(async (folder) => {
  if (canRun) site = await preview(folder, sample);
});
afterAll(() => site?.server.stop());

const said = (page: Page, text: RegExp | string) =>
  page.getByRole('status').filter({ hasText: text }).first().waitFor({ state: 'attached' });

describe.skipIf(!canRun)('who cannot see the pages', () => {
  test.each([
    '',
    '?phages',
    '?phage=Banobagleep',
    '?gene=Banobagleep_CDS_5',
    '?pham=2657',
    '?note=tape+measure',
    '?compare&with=Dafufe7&with=Fanodopox',
    '?search=tail',
  ])('hears on %s what each table and control is, and headings in order', async (query) => {
    const { base } = site!;
    await withPage(browser, base, async ({ page }) => {
      await open(page, `${base}/${query}`);
      const tree = await page.locator('body').ariaSnapshot();
      expect(tree).not.toMatch(
        /^\s*- (table|button|link|combobox|searchbox|spinbutton|application)(:|$)/m,
      );
      expect(tree).not.toMatch(/^\s*- list$/m);
      const levels = [...tree.matchAll(/heading .*\[level=(\d)\]/g)].map(([, level]) =>
        Number(level),
      );
      expect(levels[0]).toBe(1);
      expect(levels.filter((level) => level === 1)).toHaveLength(1);
      for (const [at, level] of levels.entries()) {
        expect(level - (levels[at - 1] ?? 0)).toBeLessThanOrEqual(1);
      }
    });
  });

  test('is told how much a search finds, and what fits a comparison', async () => {
    const { base } = site!;
    await withPage(browser, base, async ({ page }) => {
      await open(page, `${base}/?search=tail`);
      await said(page, '0 phages');
      await said(page, '6 functions');
      await page.getByRole('searchbox').fill('Banobagleep_CDS_76');
      await said(page, '1 gene');
      await open(page, `${base}/?compare`);
      await page.getByLabel('Add a phage').fill('fan');
      await said(page, '1 phage to add');
      await page.getByLabel('Add a phage').fill('no such phage');
      await said(page, 'No phage fits.');
    });
  });

  test('keeps the focus where a phage of a comparison is moved, and is told where that is', async () => {
    const { base } = site!;
    await withPage(browser, base, async ({ page }) => {
      await open(page, `${base}/?compare&with=Dafufe7&with=Fanodopox`);
      const up = page.getByRole('button', { name: 'Move Fanodopox up' });
      await up.focus();
      await page.keyboard.press('Enter');
      await said(page, 'Fanodopox is now at place 1 of 2.');
      const focused = page.locator('button:focus');
      await expect.poll(() => focused.getAttribute('aria-label')).toBe('Move Fanodopox up');
      expect(await up.getAttribute('aria-disabled')).toBe('true');
      await page.keyboard.press('Enter');
      expect(new URL(page.url()).search).toBe('?compare&with=Fanodopox&with=Dafufe7');
      await page.getByRole('button', { name: 'Take Fanodopox out' }).click();
      await said(page, 'Fanodopox is taken out.');
      await page.locator('input:focus').waitFor();
    });
  });

  test('keeps the focus where a comparison that was full has room again', async () => {
    const { base } = site!;
    const full = Array.from({ length: 30 }, (_, at) => `&with=Nobody${at}`);
    const takeOut = async ({ page }: Watched) => {
      await open(page, `${base}/?compare${full.join('')}`);
      await page.getByText('are the most that are compared at once').waitFor();
      await page
        .getByRole('button', { name: /^Take .* out$/ })
        .first()
        .click();
      await said(page, 'is taken out.');
      await page.locator('input:focus').waitFor();
    };
    // There are no such phages.
    await withPage(browser, base, takeOut, { expected: /404/ });
  });
});
