/** The pages as a screen reader tells them: what controls and tables are called, and what is said when something changes. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { inBrowser, open, soon, test } from './browser.ts';

const said = (page: Page, text: RegExp | string) =>
  page.getByRole('status').filter({ hasText: text }).first().waitFor({ state: 'attached' });

inBrowser('who cannot see the pages', () => {
  test('is told how much a search finds, and what fits a comparison', async ({ openPage }) => {
    const { page } = await openPage('?search=tail');
    await said(page, '0 phages');
    await said(page, '6 functions');
    await page.getByRole('searchbox').fill('Banobagleep_CDS_76');
    await said(page, '1 gene');
    await open(page, '?compare');
    await page.getByLabel('Add a phage').fill('fan');
    await said(page, '1 phage to add');
    await page.getByLabel('Add a phage').fill('no such phage');
    await said(page, 'No phage fits.');
  });

  test('keeps the focus where a phage of a comparison is moved, and is told where that is', async ({
    openPage,
  }) => {
    const { page } = await openPage('?compare&with=Dafufe7&with=Fanodopox');
    const up = page.getByRole('button', { name: 'Move Fanodopox up' });
    await up.focus();
    await page.keyboard.press('Enter');
    await said(page, 'Fanodopox is now at place 1 of 2.');
    const focused = page.locator('button:focus');
    await soon(async () =>
      expect(await focused.getAttribute('aria-label')).toBe('Move Fanodopox up'),
    );
    expect(await up.getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.press('Enter');
    expect(new URL(page.url()).search).toBe('?compare&with=Fanodopox&with=Dafufe7');
    await page.getByRole('button', { name: 'Take Fanodopox out' }).click();
    await said(page, 'Fanodopox is taken out.');
    await page.locator('input:focus').waitFor();
  });

  test('keeps the focus where a comparison that was full has room again', async ({ openPage }) => {
    const full = Array.from({ length: 30 }, (_, at) => `&with=Nobody${at}`);
    // There are no such phages.
    const { page } = await openPage(`?compare${full.join('')}`, { expected: /404/ });
    await page.getByText('are the most that are compared at once').waitFor();
    await page
      .getByRole('button', { name: /^Take .* out$/ })
      .first()
      .click();
    await said(page, 'is taken out.');
    await page.locator('input:focus').waitFor();
  });
});
