/** What a biologist comes for, from the first page and by what is seen there: with the sample, and with real phages where these are at hand. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort, startServer } from '../contract/serverProcess.ts';
import { cliFile, nodeFile, runWell } from '../integration/runCli.ts';
import { inWorkFolder } from '../integration/workFolder.ts';
import { hasBrowser, open, startBrowser, withPage } from './browser.ts';

const real = fileURLToPath(new URL('../../../shared/data/real', import.meta.url));
const stories = [
  {
    data: path.join(import.meta.dirname, '../../data'),
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

const canRun = hasBrowser();
let browser: Browser;

beforeAll(async () => {
  if (canRun) browser = await startBrowser();
});
afterAll(() => browser?.close());

async function served(data: string, use: (base: string) => Promise<void>): Promise<void> {
  await inWorkFolder(async (cwd) => {
    const args = ['build', '--quiet', '--no-cache', '--data', data, '--allow', 'gene-length'];
    await runWell(args, { cwd });
    const port = await freePort();
    const base = `http://127.0.0.1:${port}`;
    const serve = [cliFile, 'preview', '--port', String(port)];
    const server = await startServer(nodeFile, serve, { url: `${base}/`, cwd });
    try {
      await use(base);
    } finally {
      await server.stop();
    }
  });
}

async function saved(page: Page, act: () => Promise<unknown>): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return readFile(await download.path());
}

const title = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).waitFor();

describe.skipIf(!canRun)('a biologist', () => {
  test.each(stories)(
    'finds $phage, learns of a gene and who has it, compares relatives, and takes figure and data along',
    async ({ data, typed, phage, gene, relatives, word, hasGenome }) => {
      await served(data, async (base) => {
        await withPage(browser, base, async ({ page, shoot }) => {
          const step = (name: string) => shoot(`story-${phage}-${name}`);
          await open(page, `${base}/`);
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
            const fasta = await saved(page, () =>
              page.getByRole('link', { name: 'Genome (FASTA)' }).click(),
            );
            expect(fasta.toString().startsWith(`>${phage}`)).toBe(true);
            const genbank = await saved(page, () =>
              page.getByRole('link', { name: 'GenBank' }).click(),
            );
            expect(genbank.toString()).toMatch(/^LOCUS {7}/);
          }
          const table = await saved(page, () =>
            page.getByRole('button', { name: 'Genes (TSV)' }).click(),
          );
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
          const svg = await saved(page, () =>
            page.getByRole('button', { name: 'Save SVG' }).click(),
          );
          expect(svg.toString()).toContain(`>${phage}`);
          const png = await saved(page, () =>
            page.getByRole('button', { name: 'Save PNG' }).click(),
          );
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
