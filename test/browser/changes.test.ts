/** What pages tell of the releases before. */
import { expect } from 'vitest';
import { asLines, tinyGene, tinyPhage } from '../integration/tinyData.ts';
import { inBrowser, open, testOf } from './browser.ts';

const family = (PhamID: number) => ({ PhamID: { PhamID, Color: '#abcdef' } });
const genes = (families: readonly number[], Notes: string) => ({
  'data/genes/Quillon.ndjson': asLines(
    families.map((id, at) => tinyGene('Quillon', at + 1, { Notes, ...family(id) })),
  ),
});

const test = testOf({
  before: {
    ...genes([40_012, 5, 5, 6, 9], ''),
    'data/phages/Quillon.json': JSON.stringify(tinyPhage('Quillon')),
  },
  files: genes([39_854, 5, 7, 8, 8], 'tail fibre'),
  args: ['--release-date', '2026-10-01'],
});

inBrowser('a site with a release before', () => {
  test('says on its first page what is new, and where to follow it', async ({ openPage }) => {
    const { page, shoot } = await openPage('');
    const section = page.locator('section', {
      has: page.getByRole('heading', { name: 'What is new' }),
    });
    const text = await section.innerText();
    expect(text).toMatch(
      /2026-10-01\s+genes: 5 changed; gene families: 1 renumbered, 1 split, 1 merged \(all changes\)/,
    );
    // The day stands beside what changed.
    const tops = await section
      .locator('dt, dd')
      .evaluateAll((all) => all.map((one) => one.offsetTop));
    expect(tops[0]).toBe(tops[1]);
    for (const link of await section.getByRole('link').all()) {
      const answer = await page.request.get(
        new URL((await link.getAttribute('href')) ?? '', page.url()).href,
      );
      expect(answer.status()).toBe(200);
    }
    await shoot('what-is-new');
  });

  test('says what a family was, and of an old number what it became', async ({ openPage }) => {
    const { page, shoot } = await openPage('?pham=39854');
    await page.getByText('It was family 40012 until 2026-10-01.').waitFor();
    await open(page, '?pham=8');
    await page
      .getByText('Since 2026-10-01, it has genes that were in 6 (1 gene), 9 (1 gene).')
      .waitFor();
    await shoot('family-before');
  });

  test('answers an old number with what it became', async ({ openPage }) => {
    // The browser reports that there is no such family.
    const { page, shoot } = await openPage('?pham=40012', { expected: /404/ });
    await page
      .getByText('Until 2026-10-01 there was family 40012; its genes are now in 39854 (1 gene).')
      .waitFor();
    await shoot('family-gone');
    await page.getByRole('link', { name: '39854' }).click();
    await page.getByRole('heading', { name: 'Gene family 39854' }).waitFor();
    await open(page, '?pham=12345');
    await page.getByText('This site has no gene family of this number.').waitFor();
  });

  test('says of a phage when it changed', async ({ openPage }) => {
    const { page, shoot } = await openPage('?phage=Quillon');
    const section = page.locator('section', {
      has: page.getByRole('heading', { name: 'What changed' }),
    });
    expect(await section.innerText()).toMatch(/2026-10-01\s+5 genes changed/);
    await shoot('phage-changes');
  });
});
