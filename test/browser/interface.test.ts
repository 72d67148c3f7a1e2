/** The page of the interface: requests that run against the site, below a path, and code that no other page loads. */
import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright-core';
import { expect } from 'vitest';
import { inBrowser, open, test } from './browser.ts';

/** The scripts that a page has loaded, one after the other. */
async function scriptsOf(page: Page, address: string): Promise<readonly string[]> {
  const answers: Response[] = [];
  const collect = (response: Response) => {
    if (new URL(response.url()).pathname.endsWith('.js')) answers.push(response);
  };
  page.on('response', collect);
  await open(page, address);
  // What is loaded later may be under way when the page is closed.
  page.off('response', collect);
  return Promise.all(answers.map((answer) => answer.text()));
}

inBrowser('the interface', () => {
  test('is tried out against the site of the page, also below a path', async ({
    newPage,
    site,
  }) => {
    const base = `${site}/below`;
    // A request beside the path is a fault, and so is anything that the policy of the page does not allow.
    const { page, shoot } = await newPage({ base });
    await page.route(`${base}/**`, async (route) => {
      const url = route.request().url().replace(base, site);
      await route.fulfill({ response: await route.fetch({ url }) });
    });
    await open(page, '?interface');
    const operation = page.locator('.operation').filter({ hasText: '/api/phages/{phage_name}/' });
    await operation.locator('summary').click();
    await operation.getByLabel(/^phage_name/).fill('Banobagleep');
    const command = operation.getByRole('region', { name: /^Command/ });
    expect(await command.innerText()).toBe(`curl '${base}/api/phages/Banobagleep/'`);
    const [answer] = await Promise.all([
      page.waitForResponse(/\/api\/phages\/Banobagleep\//),
      operation.getByRole('button', { name: 'Send' }).click(),
    ]);
    expect(answer.url()).toBe(`${base}/api/phages/Banobagleep/`);
    await operation
      .getByRole('status')
      .getByText(/^200, application\/json, /)
      .waitFor();
    const shown = operation.getByRole('region', { name: /^Answer of/ });
    expect(await shown.innerText()).toContain('"phage_name": "Banobagleep"');
    await shoot('interface-tried');
  });

  test('of a page, code is loaded when it is asked for: the first loads little, and none of maps or search', async ({
    newPage,
  }) => {
    // By names that no minifier can change: those by which libraries are told what to do.
    const libraries = ['storeFields', 'translateExtent', 'alignLocally'];
    for (const [query, library] of [
      ['', null],
      ['?search=tail', 'storeFields'],
      ['?phage=Banobagleep', 'translateExtent'],
    ] as const) {
      const { page } = await newPage();
      const scripts = await scriptsOf(page, query);
      const bytes = scripts.reduce((sum, code) => sum + gzipSync(code).length, 0);
      expect(bytes).toBeLessThan(60_000);
      const loaded = libraries.filter((name) => scripts.join('\n').includes(name));
      if (library === null) expect(loaded).toEqual([]);
      else expect(loaded).toContain(library);
    }
  });
});
