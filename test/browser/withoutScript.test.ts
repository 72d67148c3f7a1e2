/** Pages of phages and clusters that are there before any script runs, and how the script takes them over. */
import { expect } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { inBrowser, openAgain, soon, test } from './browser.ts';

const pages = [
  ['', 'home', 'Bacteriophage genes and phages', 'all phages'],
  ['phages/Banobagleep/', 'phage', 'Banobagleep', 'Banobagleep_CDS_5'],
  ['clusters/A/', 'cluster', 'Cluster A', 'Benutoskree'],
  ['phages/', 'phages', 'Phages', 'Benutoskree'],
] as const;

inBrowser('a page without a script', () => {
  test.for(pages)(
    '%s can be read and followed, in light, dark and on a phone',
    async ([address, name, title, linked], { newPage }) => {
      const viewport = { width: 1280, height: 900 };
      const { page, shoot } = await newPage({ viewport });
      // Without scripts at all, the program that looks for faults could not run either.
      await page.route('**/*.js', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: '' }),
      );
      for (const [look, width, colorScheme] of [
        ['light', 1280, 'light'],
        ['dark', 1280, 'dark'],
        ['phone', 360, 'light'],
      ] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        await page.goto(address);
        await shoot(`no-script-${name}-${look}`);
        expect(await page.locator('h1').innerText()).toBe(title);
        expect(await page.getByRole('link', { name: linked, exact: true }).count()).toBe(1);
        await expectAccessible(page);
        const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
        expect(wide, look).toBeLessThanOrEqual(width);
      }
    },
  );

  test('lays out its table of genes once it comes near the screen', async ({ newPage }) => {
    const { page } = await newPage({ viewport: { width: 1280, height: 150 } });
    await page.route('**/*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: '' }),
    );
    await page.goto('phages/Banobagleep/');
    const row = page.locator('.scroll tr').last();
    const isLaidOut = () =>
      row.evaluate((tr) => tr.checkVisibility({ contentVisibilityAuto: true }));
    expect(await isLaidOut()).toBe(false);
    await row.scrollIntoViewIfNeeded();
    await expect.poll(isLaidOut).toBe(true);
  });

  test('leads from cluster to phage and back to all', async ({ newPage, site }) => {
    const { page } = await newPage({ javaScriptEnabled: false });
    await page.goto('clusters/A/');
    await page.getByRole('link', { name: 'Benutoskree' }).click();
    await page.getByRole('link', { name: 'Cluster A2' }).click();
    expect(page.url()).toBe(`${site}/clusters/A2/`);
    await page.getByRole('navigation').getByRole('link', { name: 'Phages' }).click();
    expect(page.url()).toBe(`${site}/phages/`);
  });

  test('is there for an address of nothing, and for browsers alone', async ({ newPage, site }) => {
    const lost = await fetch(`${site}/phages/Nobody/`, { headers: { Accept: 'text/html,*/*' } });
    expect([lost.status, lost.headers.get('Content-Type')]).toEqual([
      404,
      'text/html; charset=utf-8',
    ]);
    const { page, shoot } = await newPage({ javaScriptEnabled: false });
    await page.setContent(await lost.text());
    await shoot('no-script-lost');
    expect(await page.locator('h1').innerText()).toBe('There is nothing at this address.');
    const leads = page.getByRole('link');
    expect(await leads.evaluateAll((links) => links.map(String))).toEqual([
      'http://127.0.0.1:8080/',
      'http://127.0.0.1:8080/',
      'http://127.0.0.1:8080/phages/',
    ]);
    const plain = await fetch(`${site}/phages/Nobody/`);
    expect(await plain.json()).toEqual({ detail: 'Not found.' });
  });
});

inBrowser('the script on such a page', () => {
  test('shows the page whole at its address, goes on from there', async ({ openPage, site }) => {
    const { page } = await openPage('phages/Banobagleep/');
    expect(page.url()).toBe(`${site}/phages/Banobagleep/`);
    expect(await page.locator('h1').allInnerTexts()).toEqual(['Banobagleep']);
    await page
      .getByRole('img', { name: /^Map of/ })
      .or(page.locator('canvas'))
      .first()
      .waitFor();
    await page.getByLabel('Find a gene').fill('lysin');
    await soon(async () => expect(page.url()).toBe(`${site}/?phage=Banobagleep&find=lysin`));
    await page.getByRole('link', { name: 'Cluster CZ4' }).click();
    await page.getByRole('heading', { level: 1, name: 'Subcluster CZ4' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Banobagleep' }).waitFor();
    await openAgain(page);
    expect(await page.getByLabel('Find a gene').inputValue()).toBe('lysin');
  });

  test('asks for all that the page shows at once', async ({ newPage, site }) => {
    const { page } = await newPage();
    // The index of phages answers only after the others were asked for.
    const others = ['phages', 'genesbyphage'].map((list) =>
      page.waitForRequest(`${site}/api/${list}/Banobagleep/index.json`),
    );
    await page.route('**/web/phages.json', async (route) => {
      await Promise.all(others);
      await route.continue();
    });
    await page.goto('phages/Banobagleep/');
    await page.locator('.map canvas').waitFor();
  });

  test('skips to the content of the page that it is on', async ({ openPage, site }) => {
    const { page } = await openPage('clusters/A/');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(page.url()).toBe(`${site}/clusters/A/#main`);
    expect(await page.locator('h1').innerText()).toBe('Cluster A');
  });

  test.for([
    ['?phage=Banobagleep', 'phages/Banobagleep/'],
    ['phages/Banobagleep/', 'phages/Banobagleep/'],
    ['?cluster=A2', 'clusters/A2/'],
  ])('says for %s where search engines should look', async ([from, to], { openPage }) => {
    const { page } = await openPage(`${from}`);
    const canonical = page.locator('link[rel="canonical"]');
    expect(await canonical.count()).toBe(1);
    expect(await canonical.getAttribute('href')).toBe(`http://127.0.0.1:8080/${to}`);
    await page.getByRole('link', { name: 'Phages', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Phages' }).waitFor();
    expect(await canonical.count()).toBe(0);
    expect(await page.locator('#page-data').count()).toBe(0);
  });
});
