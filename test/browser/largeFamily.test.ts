/** A family with more genes than are fetched at once, in a real browser. */
import { expect } from 'vitest';
import { asLines, tinyGene, tinyPhage } from '../integration/tinyData.ts';
import { inBrowser, open, soon, test, withSite } from './browser.ts';
import { savedBy } from './saved.ts';

const phages = Array.from({ length: 40 }, (_, at) => `Phage${at}`);
const genesOfEach = 30;
const pham = { PhamID: 7, Color: '#123456' };
const genes = phages.flatMap((name) =>
  Array.from({ length: genesOfEach }, (_, at) =>
    tinyGene(name, at + 1, {
      PhamID: pham,
      // More notes than are counted by name, all of them rare but one.
      Notes: at === 0 ? `note of ${name}` : 'tape measure protein',
    }),
  ),
);

const files = {
  'data/phages/all.ndjson': asLines(phages.map((name) => tinyPhage(name))),
  'data/genes/all.ndjson': asLines(genes),
};

inBrowser('a large family', () => {
  test('comes in part, and as a whole when it is asked for', async ({ withPage }) => {
    await withSite({ files }, (base) =>
      withPage(
        base,
        async ({ page, shoot }) => {
          await open(page, '?pham=7');
          const lead = page.locator('.lead');
          // The site's own counts are of all genes, whatever has come of them.
          await lead.getByText('1,200 genes in 40 phages').waitFor();
          await page.getByRole('heading', { name: 'Genes (1,200)' }).waitFor();
          await page.getByText('the first 500 of its 1,200 genes are here').waitFor();
          expect(await page.getByText('in 12 of 1,200 genes of this family').count()).toBe(1);
          const table = page.getByRole('region', { name: 'Table of genes' }).locator('table');
          expect(await table.getAttribute('aria-rowcount')).toBe('501');
          expect(await page.getByText('Phages with it by cluster').count()).toBe(0);
          await page.getByText(/^These are the most frequent ones; 2\d rarer notes can/).waitFor();
          await shoot('large-family');

          await page.route('**/api/phams/7/', (route) => route.abort());
          await page.route('**/api/phams/7/index.json', (route) => route.abort());
          await page.getByRole('button', { name: 'Load all 1,200 genes' }).click();
          await page.getByRole('alert').getByText('The others could not be loaded.').waitFor();
          await page.unrouteAll();

          const { text } = await savedBy(page, 'Proteins of all 1,200 genes (FASTA)');
          expect(text.match(/^>/gm)).toHaveLength(genes.length);
          await page.getByText('Phages with it by cluster').waitFor();
          expect(await table.getAttribute('aria-rowcount')).toBe('1201');
          expect(await page.getByText('This is a large family').count()).toBe(0);
          expect(await page.getByText('These are the most frequent ones').count()).toBe(0);
          await page.getByRole('button', { name: 'Show all 41' }).waitFor();

          // Rows are drawn as they come into view, and on paper all of them.
          const rows = table.locator('tbody tr:not(.spacer)');
          const last = table.getByRole('link', { name: 'Phage9_CDS_9', exact: true });
          expect(await rows.count()).toBeLessThan(100);
          expect(await last.count()).toBe(0);
          await page
            .getByRole('region', { name: 'Table of genes' })
            .evaluate((box) => box.scrollTo(0, box.scrollHeight));
          await last.waitFor();
          await page.emulateMedia({ media: 'print' });
          await soon(async () => expect(await rows.count()).toBe(genes.length));

          await open(page, '?gene=Phage9_CDS_3');
          await page.getByText('in 12 of 1,200 genes of this family').waitFor();
        },
        { expected: /ERR_FAILED/ },
      ),
    );
  });
});
