/** The pages of a packed site on a server that runs no code: they take records out of packs themselves. */
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { packedPlace } from '../../src/contract/packs.ts';
import { freePort, startServer } from '../contract/serverProcess.ts';
import { inWorkFolder } from '../integration/workFolder.ts';
import { runWellInProcess } from '../program/runProgram.ts';
import { genomes, inBrowser, open, sample, test as plainTest } from './browser.ts';
import { savedBy } from './saved.ts';

const program = createRequire(import.meta.url).resolve('http-server/bin/http-server');

/** Two packed sites, of the sample and of phages with genomes, as a file server has them. */
const test = plainTest.extend<{ served: string }>({
  served: [
    // oxlint-disable-next-line no-empty-pattern -- Vitest reads there what a fixture needs.
    async ({}, use) => {
      await inWorkFolder(async (cwd) => {
        for (const [out, data] of [
          ['sample', sample],
          ['genomes', genomes],
        ] as const) {
          const base = ['--base-url', `http://localhost/${out}`, '--allow', 'gene-length'];
          const packed = ['--records', 'packed', '--no-cache', '--quiet', ...base];
          await runWellInProcess(['build', '--data', data, '--out', out, ...packed], { cwd });
        }
        const port = await freePort();
        const url = `http://127.0.0.1:${port}`;
        const args = `. -a 127.0.0.1 -p ${port} --silent`.split(' ');
        const server = await startServer(process.execPath, [program, ...args], { url, cwd });
        try {
          await use(url);
        } finally {
          await server.stop();
        }
      });
    },
    { scope: 'file' },
  ],
});

const withoutRecords = { expected: /status of 404/ };

/** The links of a page to what a packed site has in no file of its own. */
async function linksToPacked(page: Page): Promise<readonly string[]> {
  const all = page.locator('main a');
  const links = await all.evaluateAll((found) => found.map((link) => link.getAttribute('href')));
  return links.flatMap((link) => (packedPlace(link ?? '') === null ? [] : [link ?? '']));
}

/** What a reader sees, but for the files that have no address there. */
async function textOf(page: Page): Promise<string> {
  await page.locator('.json-links').evaluateAll((all) => all.forEach((one) => one.remove()));
  return page.locator('main').innerText();
}

inBrowser('a packed site on a server without code', () => {
  test.for([
    ['?', 'Bacteriophage genes and phages'],
    ['?phage=Banobagleep', 'Banobagleep'],
    ['?gene=Banobagleep_CDS_5', 'Banobagleep_CDS_5'],
    ['?pham=2657', 'Gene family 2657'],
    ['?compare&with=Dafufe7&with=Fanodopox', 'Compare Dafufe7, Fanodopox'],
    ['phages/Banobagleep/', 'Banobagleep'],
  ] as const)('shows at %s what any other does', async ([address, title], { served, openPage }) => {
    const { page } = await openPage(address, { base: `${served}/sample`, ...withoutRecords });
    expect(await page.locator('h1').innerText()).toContain(title);
    const { page: usual } = await openPage(address);
    expect(await textOf(page)).toBe(await textOf(usual));
  });

  test('asks once for what is not there, then reads each pack once, and links to no address that is none', async ({
    served,
    openPage,
  }) => {
    const { page } = await openPage('?gene=Banobagleep_CDS_5', {
      base: `${served}/sample`,
      ...withoutRecords,
    });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.getByRole('link', { name: 'Banobagleep', exact: true }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Banobagleep', exact: true }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(asked.filter((file) => /^\/sample\/api\/.*\/index\.json$/.test(file))).toEqual([]);
    expect(asked.filter((file) => file.endsWith('.pack'))).not.toEqual([]);
    expect(new Set(asked).size).toBe(asked.length);
    expect(await linksToPacked(page)).toEqual([]);
    await page
      .locator('.lead')
      .getByRole('link', { name: /^Cluster / })
      .click();
    await page.getByRole('heading', { level: 1, name: /cluster /i }).waitFor();
    expect(await linksToPacked(page)).toEqual([]);
    await open(page, `${served}/sample/?compare&with=Dafufe7&with=Fanodopox`);
    expect(await linksToPacked(page)).toEqual([]);
  });

  test('saves the files of a phage', async ({ served, genomesSite, openPage }) => {
    const { page } = await openPage('?phage=Quillon', {
      base: `${served}/genomes`,
      ...withoutRecords,
    });
    const downloads = page.locator('.downloads');
    for (const [label, file, address] of [
      ['Genome (FASTA)', 'Quillon.fasta', 'media/fastas/Quillon.fasta'],
      ['Proteins (FASTA)', 'Quillon.faa', 'bulk/phages/Quillon.faa'],
    ] as const) {
      const { name, text } = await savedBy(page, downloads.getByText(label, { exact: true }));
      const usual = await page.request.get(`${genomesSite}/${address}`);
      expect([name, text]).toEqual([file, await usual.text()]);
    }
  });

  test('says of a damaged pack what it says of an answer cut short', async ({
    served,
    newPage,
  }) => {
    const { page } = await newPage({ base: `${served}/sample`, ...withoutRecords });
    await page.route('**/*.pack', async (route) => {
      const body = (await (await route.fetch()).body()).subarray(0, 30);
      await route.fulfill({ body });
    });
    await open(page, `${served}/sample/?phage=Banobagleep`);
    await page.getByText('The answer was cut short or is not what it should be.').first().waitFor();
    await page.unroute('**/*.pack');
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Banobagleep', exact: true }).waitFor();
  });
});
