/** The page of the interface: requests that run against the site, below a path, and code that no other page loads. */
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { inBrowser, open, test } from './browser.ts';

/** The scripts that a page has loaded, one after the other. */
async function scriptsOf(page: Page, address: string): Promise<readonly string[]> {
  const answers: Promise<string>[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.endsWith('.js')) answers.push(response.text());
  });
  await open(page, address);
  return Promise.all(answers);
}

inBrowser('the interface', () => {
  test('is tried out against the site that the page is of, also below a path', async ({
    newPage,
    sampleSite: root,
  }) => {
    const base = `${root}/below`;
    // A request beside the path is a fault, and so is anything that the policy of the page does not allow.
    const { page, shoot } = await newPage(base);
    await page.route(`${base}/**`, async (route) => {
      const url = route.request().url().replace(base, root);
      await route.fulfill({ response: await route.fetch({ url }) });
    });
    await open(page, `${base}/?interface`);
    const operation = page
      .locator('.opblock')
      .filter({ has: page.locator('[data-path="/api/phages/{phage_name}/"]') });
    await operation.locator('.opblock-summary-control').click();
    await operation.getByRole('button', { name: 'Try it out' }).click();
    await operation.getByRole('textbox').first().fill('Banobagleep');
    const [answer] = await Promise.all([
      page.waitForResponse(/\/api\/phages\/Banobagleep\//),
      operation.getByRole('button', { name: 'Execute' }).click(),
    ]);
    expect(answer.url()).toBe(`${base}/api/phages/Banobagleep/`);
    const live = operation.locator('.live-responses-table');
    await live.locator('.response-col_status').filter({ hasText: '200' }).first().waitFor();
    expect(await live.innerText()).toContain('"phage_name": "Banobagleep"');
    await shoot('interface-tried');
  });

  test('is not loaded by the first page, which loads little script, and none of maps or search', async ({
    withPage,
    sampleSite: base,
  }) => {
    await withPage(base, async ({ page }) => {
      const scripts = await scriptsOf(page, `${base}/`);
      expect(scripts.reduce((sum, code) => sum + gzipSync(code).length, 0)).toBeLessThan(60_000);
      expect(scripts.join('\n')).not.toMatch(/storeFields|translateExtent|opblock/);
    });
    // By names that no minifier can change: those by which libraries are told what to do.
    for (const [query, library] of [
      ['?search=tail', 'storeFields'],
      ['?phage=Banobagleep', 'translateExtent'],
      ['?interface', 'opblock'],
    ] as const) {
      await withPage(base, async ({ page }) => {
        expect((await scriptsOf(page, `${base}/${query}`)).join('\n')).toContain(library);
      });
    }
  });
});
