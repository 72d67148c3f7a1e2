/** What a biologist comes for, from the first page and by what is seen there: with the sample, and with real phages where these are at hand. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { inBrowser, open, sample, test, withSite } from './browser.ts';
import { savedBy } from './saved.ts';

const real = fileURLToPath(new URL('../../../shared/data/real', import.meta.url));
const stories = [
  {
    data: sample,
    typed: 'banobag',
    phage: 'Banobagleep',
    gene: 'Banobagleep_CDS_5',
    relatives: 'dafu',
    word: 'tape measure',
    hasGenome: false,
  },
  {
    data: real,
    typed: 'trix',
    phage: 'Trixie',
    gene: 'Trixie_CDS_6',
    relatives: 'L5',
    word: 'minor tail',
    hasGenome: true,
  },
].filter(({ data }) => existsSync(data));

const title = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).waitFor();

inBrowser('a biologist', () => {
  test.for(stories)(
    'finds $phage, learns of a gene and who has it, compares relatives, and takes figure and data along',
    async ({ data, typed, phage, gene, relatives, word, hasGenome }, { withPage }) => {
      await withSite({ data, args: ['--allow', 'gene-length'] }, async (base) => {
        await withPage(base, async ({ page, shoot }) => {
          const step = (name: string) => shoot(`story-${phage}-${name}`);
          const saved = async (role: 'link' | 'button', name: string) =>
            (await savedBy(page, page.getByRole(role, { name }))).bytes;
          await open(page, '');
          await page.getByRole('searchbox', { name: /^Search phages/ }).fill(typed);
          await page.getByRole('button', { name: 'Search' }).click();
          await step('1-search');
          await page.locator('.results').getByRole('link', { name: phage, exact: true }).click();
          await title(page, phage);
          const map = page.getByRole('application');
          await map.waitFor();
          await step('2-phage');

          // The gene, by the map alone.
          await map.focus();
          const number = Number(/\d+$/.exec(gene)?.[0]);
          for (let at = 0; at < number; at++) await page.keyboard.press('ArrowRight');
          await page.keyboard.press('Enter');
          await page.getByRole('heading', { level: 2, name: 'Neighbourhood' }).waitFor();
          await page.getByText('What is found at each place').waitFor();
          await step('3-gene');
          const family = page.locator('.facts a[href^="?pham="]');
          const pham = await family.innerText();
          await family.click();
          await title(page, `Gene family ${pham.trim()}`);
          await page.getByRole('link', { name: /^Compare / }).waitFor();
          const members = page.getByRole('region', { name: 'Table of genes' });
          expect(await members.getByRole('link', { name: phage, exact: true }).count()).toBe(1);
          await step('4-family');

          await page.goBack();
          await page.getByRole('link', { name: phage, exact: true }).first().click();
          await title(page, phage);
          if (hasGenome) {
            const fasta = await saved('link', 'Genome (FASTA)');
            expect(fasta.toString().startsWith(`>${phage}`)).toBe(true);
            const genbank = await saved('link', 'GenBank');
            expect(genbank.toString()).toMatch(/^LOCUS {7}/);
          }
          const table = await saved('button', 'Genes (TSV)');
          expect(table.toString()).toContain(`${phage}_CDS_1\t`);

          await page
            .getByRole('link', { name: /compare with/ })
            .first()
            .click();
          await title(page, /^Compare /);
          const adding = page.getByLabel('Add a phage');
          await adding.fill(relatives);
          await page.keyboard.press('Enter');
          await page
            .locator('.chosen')
            .getByText(new RegExp(`^${relatives}`, 'i'))
            .waitFor();
          await page.getByRole('heading', { level: 2, name: /^Shared families/ }).waitFor();
          await step('5-compare');
          // Not those of the dot plot below.
          const ofMap = page.getByRole('group', { name: 'Move in the map, and save it' });
          const savedFigure = async (name: string) =>
            (await savedBy(page, ofMap.getByRole('button', { name }))).bytes;
          const svg = await savedFigure('Save SVG');
          expect(svg.toString()).toContain(`>${phage}`);
          const png = await savedFigure('Save PNG');
          expect(png.subarray(1, 4).toString()).toBe('PNG');

          await page.getByRole('searchbox', { name: /^Search phages/ }).fill(word);
          await page.keyboard.press('Enter');
          await page
            .locator('.results a')
            .filter({ hasText: new RegExp(word, 'i') })
            .first()
            .waitFor();
          await step('6-words');
        });
      });
    },
  );
});
