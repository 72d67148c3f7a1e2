/** What the pages for people do, in a real browser: on the preview, and on nginx below a path. */
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { startNginxWith } from '../contract/servers/nginxServer.ts';
import { freePort, isInstalled } from '../contract/serverProcess.ts';
import { inWorkFolder } from '../integration/workFolder.ts';
import { runWellInProcess } from '../program/runProgram.ts';
import { inBrowser, open, sample, soon, test, withSite } from './browser.ts';
import { somePages } from './somePages.ts';
import { savedBy } from './saved.ts';

/** The sample below a path of nginx, with the configuration that the program writes. */
function onNginx(use: (base: string) => Promise<void>): Promise<void> {
  return inWorkFolder(async (cwd) => {
    const port = await freePort();
    const base = `http://127.0.0.1:${port}/phages`;
    const dir = path.join(cwd, 'root', 'phages');
    const at = ['--out', dir, '--base-url', base, '--host', 'nginx', '--allow', 'local-base-url'];
    await runWellInProcess(['build', '--quiet', '--no-cache', '--data', sample, ...at], { cwd });
    const { stdout } = await runWellInProcess(['host', 'nginx', '--dir', dir], { cwd });
    const server = await startNginxWith(cwd, stdout, port);
    try {
      await use(base);
    } finally {
      await server.stop();
    }
  });
}

const heading = (page: Page) => page.locator('.page-head h1').innerText();

/** What a link calls the file that it saves. */
async function savedName(page: Page, link: string): Promise<string> {
  return (await savedBy(page, page.getByRole('link', { name: link, exact: true }))).name;
}

inBrowser('the pages of a site', () => {
  test.skipIf(!isInstalled('nginx', '-v'))(
    'are there on nginx below a path, searched, saved from and gone back to',
    async ({ withPage }) => {
      await onNginx(async (base) => {
        await withPage(base, async ({ page }) => {
          for (const [query, , title] of somePages) {
            await open(page, query);
            expect(await heading(page)).toBe(title);
          }
        });
        await withPage(base, async ({ page }) => {
          await open(page, '');
          await page.getByLabel('Search phages, genes and functions').fill('Banobagleep_CDS_5');
          await page.keyboard.press('Enter');
          await page.getByRole('link', { name: 'Banobagleep_CDS_5', exact: true }).click();
          await page.getByRole('heading', { level: 2, name: 'Neighbourhood' }).waitFor();
          await page.getByRole('link', { name: 'Banobagleep', exact: true }).first().click();
          await page.getByRole('heading', { level: 1, name: 'Banobagleep' }).waitFor();
          expect(await savedName(page, 'GFF3')).toBe('Banobagleep.gff3');
          expect(await savedName(page, 'Proteins (FASTA)')).toBe('Banobagleep.faa');
          await page.goBack();
          await page.getByRole('heading', { level: 2, name: 'Neighbourhood' }).waitFor();
          await page.goForward();
          await page.getByRole('heading', { level: 1, name: 'Banobagleep' }).waitFor();
          await page.reload();
          await page.getByRole('application').waitFor();
        });
      });
    },
  );

  test('search engines learn of phages and genes by addresses of the site', async ({ newPage }) => {
    const { page } = await newPage();
    const told = async (query: string) => {
      await open(page, query);
      const texts = await page.locator('head script[type="application/ld+json"]').allTextContents();
      return texts.map((text) => JSON.parse(text) as Record<string, unknown>);
    };
    // Where the site was built for, not where it is looked at.
    const home = 'http://127.0.0.1:8080/';
    const url = `${home}?phage=Banobagleep`;
    const [dataset, taxon] = await told('?phage=Banobagleep');
    expect(dataset).toMatchObject({ '@type': 'Dataset', url: home });
    const own = { name: 'Banobagleep', url: `${home}phages/Banobagleep/` };
    expect(taxon).toMatchObject({ '@type': 'Taxon', ...own });
    const [, gene, ...others] = await told('?gene=Banobagleep_CDS_5');
    expect(gene).toMatchObject({
      '@type': 'Gene',
      identifier: 'Banobagleep_CDS_5',
      taxonomicRange: { '@type': 'Taxon', url },
      encodesBioChemEntity: { '@type': 'Protein' },
    });
    expect(others).toEqual([]);
  });

  test('a bulk file is saved under its own name', async ({ openPage }) => {
    const { page } = await openPage('');
    expect(await savedName(page, 'genes.gff3.gz')).toBe('genes.gff3.gz');
  });

  test('filters lead from the first page to a phage, and back', async ({ openPage }) => {
    const { page } = await openPage('');
    await page.getByRole('link', { name: /^A\s*6/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Cluster A' }).waitFor();
    await page.getByRole('link', { name: 'see them as a table' }).click();
    await page.getByText('6 of 24 phages').waitFor();
    expect(page.url()).toContain('cluster=A');
    await page.getByLabel('Find').fill('beno');
    await page.getByText('0 of 24 phages').or(page.getByText('1 of 24 phages')).waitFor();
    await page.getByLabel('Find').fill('');
    await page.getByRole('button', { name: 'Genes' }).click();
    expect(page.url()).toContain('sort=genes');
    const first = page.locator('tbody tr:not(.spacer) th a').first();
    const name = await first.innerText();
    await first.click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.goBack();
    await page.getByText('6 of 24 phages').waitFor();
    expect(page.url()).toContain('sort=genes');
  });

  test('a column that no phage fills is not drawn', async ({ newPage, genomesSite: base }) => {
    const { page } = await newPage({ base });
    const index = (await (await page.request.get('web/phages.json')).json()) as {
      readonly country: readonly number[];
    };
    await page.route('**/web/phages.json', (route) =>
      route.fulfill({ json: { ...index, country: index.country.map(() => -1) } }),
    );
    await open(page, '?phages');
    expect(await page.getByRole('columnheader', { name: 'Country' }).count()).toBe(0);
    await page.getByText('Choose columns').click();
    expect(await page.getByLabel('Country (no phage has one)').isDisabled()).toBe(true);
  });

  test('the table of phages is saved with the columns shown, or with all', async ({ openPage }) => {
    const { page } = await openPage('?phages&columns=name,cluster,genes&cluster=CZ');
    const header = async (button: string) => {
      const { text } = await savedBy(page, button);
      const lines = text.split('\n');
      return lines.map((line) => line.split('\t'));
    };
    const [shown, first] = await header('Save shown columns (TSV)');
    expect(shown).toEqual(['Phage', 'Cluster', 'Subcluster', 'Genes']);
    expect(first).toEqual(['Banobagleep', 'CZ', 'CZ4', '77']);
    const [all] = await header('Save all columns (TSV)');
    expect(all).toHaveLength(14);
    expect(all).toContain('Host strain');
  });

  test('a phone shows what chooses a phage beside its name', async ({ openPage }) => {
    const { page } = await openPage('?phages', { viewport: { width: 360, height: 740 } });
    const row = page.getByRole('row').nth(1);
    for (const one of [row.getByRole('checkbox'), row.getByRole('link')]) {
      const { x = 0, width = 360 } = (await one.boundingBox()) ?? {};
      expect(x + width).toBeLessThan(360);
    }
  });

  test('columns of the table are chosen, and the address keeps them', async ({ openPage }) => {
    const { page, shoot } = await openPage('?phages');
    await page.getByText('Choose columns').click();
    await page.getByLabel('Accession').check();
    await page.getByLabel('Country', { exact: true }).and(page.getByRole('checkbox')).uncheck();
    const columns = 'name,accession,cluster,genus,year,length,gc,genes';
    expect(new URL(page.url()).searchParams.get('columns')).toBe(columns);
    await page.reload();
    await page.getByRole('button', { name: 'Accession' }).click();
    await page.locator('th[aria-sort=ascending]').getByText('Accession').waitFor();
    expect(await page.locator('thead th').count()).toBe(9);
    await shoot('columns');
  });

  test('a map is read by keyboard, by mouse, and saved', async ({ openPage }) => {
    const { page } = await openPage('?phage=Banobagleep');
    const map = page.getByRole('application');
    await map.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.getByText('Banobagleep_CDS_2, terminase, small subunit').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Banobagleep_CDS_2' }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.waitForURL(/from=\d+&to=\d+/);
    const svg = await savedBy(page, 'Save SVG');
    expect(svg.name).toBe('Banobagleep_map.svg');
    expect(svg.text).toMatch(/^<svg xmlns[^>]+>\n<title>Banobagleep_map/);
    const png = await savedBy(page, 'Save PNG');
    expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');
  });

  test('the genes of a phage are saved as a table', async ({ openPage }) => {
    const { page } = await openPage('?phage=Banobagleep');
    const { text } = await savedBy(page, 'Genes (TSV)');
    const lines = text.trimEnd().split('\n');
    expect(lines).toHaveLength(78);
    expect(lines[1]).toMatch(/^Banobagleep_CDS_1\t1\t1\t/);
  });

  test('a comparison changes by keyboard, and its address holds it all', async ({ openPage }) => {
    const { page } = await openPage('?compare&with=Dafufe7');
    await page.getByLabel('Add a phage').fill('fano');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Move Fanodopox up' }).click();
    await page.getByRole('button', { name: 'Turn Dafufe7 round' }).click();
    await page.getByRole('combobox', { name: /^Genes/ }).selectOption('shared');
    await page.getByRole('heading', { level: 2, name: /^Shared families/ }).waitFor();
    expect(new URL(page.url()).search).toBe(
      '?compare&with=Fanodopox&with=Dafufe7&flip=Dafufe7&show=shared',
    );
    await page.reload();
    await page.getByRole('button', { name: 'Turn Dafufe7 round', pressed: true }).waitFor();
  });

  test('maps are drawn before the tables below them, once, and once more when their colours come', async ({
    newPage,
  }) => {
    const { page } = await newPage();
    // What is drawn first is the paper, as wide as the canvas.
    await page.addInitScript(`{
        const draw = CanvasRenderingContext2D.prototype.fillRect;
        globalThis.drawn = 0;
        CanvasRenderingContext2D.prototype.fillRect = function (...box) {
          if (globalThis.drawn++ === 0) globalThis.tables = document.querySelectorAll('table').length;
          return draw.apply(this, box);
        };
      }`);
    const draws = () => page.evaluate<number>('drawn');
    await open(page, '?compare&with=Dafufe7&with=Fanodopox');
    await soon(async () => expect(await draws()).toBe(1));
    await open(page, '?phage=Banobagleep');
    await soon(async () => expect(await draws()).toBe(1));
    expect(await page.evaluate('tables')).toBe(0);
    await page.getByRole('region', { name: 'Table of genes' }).waitFor();
    await page.getByLabel('Colour').selectOption('sharing');
    await soon(async () => expect(await draws()).toBe(2));
  });

  test('a comparison is dragged as it is, and drawn anew at rest, without opening a gene', async ({
    newPage,
    site,
  }) => {
    const { page } = await newPage();
    const address = `${site}/?compare&with=Dafufe7&with=Fanodopox`;
    await page.clock.install();
    await open(page, address);
    const map = page.locator('.map canvas');
    await page.evaluate(`
        map = document.querySelector('.map canvas');
        blank = Object.assign(document.createElement('canvas'), { width: map.width, height: map.height });
      `);
    const isDrawn = `map.toDataURL() !== blank.toDataURL()`;
    await soon(async () => expect(await page.evaluate(isDrawn)).toBe(true));
    // However slow the machine is, the comparison does not come to rest by itself.
    await page.clock.pauseAt(await page.evaluate<number>('Date.now() + 60_000'));
    await page.evaluate('before = map.toDataURL()');
    const { x, y } = (await map.boundingBox()) ?? { x: 0, y: 0 };
    await page.mouse.move(x + 600, y + 40);
    await page.mouse.down();
    await page.mouse.move(x + 500, y + 40, { steps: 5 });
    expect(await page.evaluate(`[map.style.transform, map.toDataURL() === before]`)).toEqual([
      'translateX(-100px)',
      true,
    ]);
    await page.mouse.up();
    await page.clock.resume();
    const isAnew = `map.style.transform === '' && map.toDataURL() !== before`;
    await soon(async () => expect(await page.evaluate(isAnew)).toBe(true));
    expect(page.url()).toMatch(/&from=\d+&to=\d+$/);
    expect(page.url().startsWith(address)).toBe(true);
    await page.getByRole('button', { name: 'Show all' }).click();
    await soon(async () => expect(await page.evaluate(`map.toDataURL() === before`)).toBe(true));
    await page.waitForURL(address);
  });

  test('on paper a phage is without the names of fields that have no value', async ({
    openPage,
  }) => {
    const { page } = await openPage('?phage=Banobagleep');
    const empty = page.getByText(/^\d+ fields have no value$/);
    expect(await empty.isVisible()).toBe(true);
    await page.emulateMedia({ media: 'print' });
    expect(await empty.isVisible()).toBe(false);
  });

  test('on paper a map is sharp, and what is folded on screen is seen', async ({ openPage }) => {
    const { page, shoot } = await openPage(
      '?compare&with=Dafufe7&with=Fanodopox&with=Jafujudrizzle',
      { colorScheme: 'dark' },
    );
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.locator('.printed svg').waitFor();
    expect(await page.locator('.map canvas').isVisible()).toBe(false);
    expect(await page.locator('.printed svg polygon').count()).toBeGreaterThan(100);
    // Paper is white, whatever the screen is.
    const paper = page.locator('.printed svg > rect');
    expect(await paper.getAttribute('fill')).toBe('#ffffff');
    // What a reader of the paper needs to find the page again, and to tell families by.
    const address = page.locator('.on-paper');
    expect(await address.isVisible()).toBe(true);
    expect(await address.innerText()).toBe(page.url());
    const printed = "getComputedStyle(document.querySelector('.swatch')).printColorAdjust";
    expect(await page.evaluate(printed)).toBe('exact');
    await shoot('compare-print');
    await page.emulateMedia({ media: 'screen' });
    await page.locator('.printed').waitFor({ state: 'detached' });
    expect(await page.locator('.map canvas').isVisible()).toBe(true);
    expect(await address.isVisible()).toBe(false);

    await open(page, '?phage=Banobagleep');
    const folded = page.locator('details dd').first();
    expect(await folded.isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    await soon(async () => expect(await folded.isVisible()).toBe(true));

    // Nothing to choose or to ask for.
    await open(page, '?phages');
    expect(await page.getByText('Chosen', { exact: true }).isVisible()).toBe(false);
    await open(page, '?pham=2657');
    expect(await page.getByText('Alignment', { exact: true }).isVisible()).toBe(false);
  });

  test('one click compares a phage with the two that share most families', async ({ openPage }) => {
    const { page, shoot } = await openPage('?phage=Banobagleep');
    await page.getByRole('link', { name: 'Compare with its nearest relatives' }).click();
    await page.getByRole('heading', { level: 1, name: 'Compare Banobagleep' }).waitFor();
    await page.getByRole('heading', { level: 2, name: 'Shared families' }).waitFor();
    const names = new URL(page.url()).searchParams.getAll('with');
    expect(names).toHaveLength(3);
    expect(names[0]).toBe('Banobagleep');
    await shoot('relatives');
    await page.goBack();
    expect(await heading(page)).toBe('Banobagleep');
  });

  test('the cluster of a phage is asked for its families, and its phages are compared each with each', async ({
    openPage,
  }) => {
    const { page, shoot } = await openPage('?cluster=A');
    await page.getByText(/core: in all of them/).waitFor();
    await page.getByRole('img', { name: /^Of 6 phages, any has one of / }).waitFor();
    await page.getByRole('region', { name: 'Table of genes in their order' }).waitFor();
    const matrix = page.getByRole('application');
    await matrix.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    const said = page.getByRole('status').filter({ hasText: /gene famil(y|ies) in common$/ });
    await said.waitFor();
    await shoot('cluster-matrix');
    const names = /^(.+) and (.+): 0\.\d\d, /.exec(await said.innerText())!.slice(1, 3);
    const tree = (await savedBy(page, /Newick/)).text;
    for (const name of names) expect(tree).toContain(`'${name}':`);
    const svg = (await savedBy(page, page.getByRole('button', { name: 'Save SVG' }).last())).text;
    expect(svg).toContain(`>${names[0]}</text>`);
    await matrix.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: `Compare ${names.join(', ')}` }).waitFor();
  });

  test('phages that are chosen in the table stay in the address, and are saved and compared together', async ({
    openPage,
    genomesSite: base,
  }) => {
    const { page, shoot } = await openPage('?phages', { base });
    const names = ['Quillon', 'Vexmoor'];
    for (const name of names) await page.getByRole('checkbox', { name: `Choose ${name}` }).check();
    await page.getByText('2 phages chosen').waitFor();
    expect(new URL(page.url()).searchParams.getAll('pick')).toEqual(names);
    await shoot('phages-chosen');
    const zip = await savedBy(page, 'Save their files (zip)');
    const files = Object.keys(unzipSync(zip.bytes));
    for (const name of names) expect(files).toContain(`${name}.faa`);
    expect(files.some((file) => file.endsWith('.fasta'))).toBe(true);
    expect(files.some((file) => file.endsWith('.gbk'))).toBe(true);
    await page.reload();
    await page.getByRole('checkbox', { name: 'Choose Quillon' }).uncheck();
    await page.getByText('1 phage chosen').waitFor();
    await page.goto(`?phages&pick=${names.join('&pick=')}`);
    await page.getByRole('link', { name: 'Compare them' }).click();
    await page.getByRole('heading', { level: 1, name: `Compare ${names.join(', ')}` }).waitFor();
  });

  test.for<[name: string, title: string, last: string]>([
    ['Singleton', 'Singletons', 'How alike they are'],
    ['C', 'Cluster C', 'Hosts'],
  ])('?cluster=%s has no families that all have', async ([name, title, last], { openPage }) => {
    const { page } = await openPage(`?cluster=${name}`);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.getByRole('heading', { level: 2, name: last }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByText(/core: in all of them|in their order/).count()).toBe(0);
    const own = page.locator('.lead').getByRole('link', { name: 'see them as a table' });
    expect(await own.count()).toBe(name === 'C' ? 0 : 1);
  });

  test('the bars of a subcluster lead to its phages alone', async ({ openPage }) => {
    const { page } = await openPage('?cluster=A');
    const part = page.locator('.lead').getByRole('link').first();
    const name = await part.innerText();
    await part.click();
    await page
      .getByRole('heading', { level: 1, name: `Subcluster ${name}`, exact: true })
      .waitFor();
    const years = page.locator('section').filter({ hasText: 'When found' }).getByRole('link');
    const found = await years.evaluateAll((all) => all.map((one) => one.getAttribute('href')));
    expect(found.length).toBeGreaterThan(0);
    for (const link of found) expect(link).toMatch(`?phages&subcluster=${name}&year=`);
    const numbers = found.map((link) => Number(link?.split('=').at(-1)));
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
  });

  test('the proteins of a family are aligned when a reader asks for it', async ({ openPage }) => {
    const { page, shoot } = await openPage('?pham=2657');
    await page.getByRole('button', { name: /^Align \d+ proteins$/ }).click();
    await page.getByRole('img', { name: /^Alignment of / }).waitFor();
    await page.getByRole('region', { name: 'Table of starts' }).waitFor();
    await shoot('alignment');
    const { text } = await savedBy(page, /alignment \(FASTA\)/);
    const lengths = text
      .split('>')
      .slice(1)
      .map((one) => one.split('\n').slice(1).join('').length);
    expect(lengths.length).toBeGreaterThan(1);
    expect(new Set(lengths).size).toBe(1);
  });

  test('a phage is found by another of its names, and says so', async ({ openPage }) => {
    // No error in the console either: nothing is asked for that is not there.
    const { page } = await openPage('?phage=BANOBAGLEEP');
    expect(await heading(page)).toBe('Banobagleep');
    await page.getByText('Banobagleep is also known as BANOBAGLEEP').waitFor();
    // The whole page is no note.
    expect(await page.locator('.note h1').count()).toBe(0);
    await page.getByRole('application').waitFor();
    await open(page, '?phage=Banobagleep');
    expect(await page.getByText('is also known as').count()).toBe(0);
  });

  test('a name that no phage has is said to be none, as text', async ({ openPage }) => {
    const { page } = await openPage(`?phage=${encodeURIComponent('<b>No</b> such/phage')}`);
    await page.getByText('This site has no phage of this name.').waitFor();
    expect(await heading(page)).toBe('<b>No</b> such/phage');
  });

  test('without its index, a phage is found by its own name', async ({ newPage }) => {
    const { page } = await newPage({ expected: /status of 404/ });
    await page.route('**/web/phages.json', (route) => route.fulfill({ status: 404 }));
    await open(page, '?phage=Banobagleep');
    expect(await heading(page)).toBe('Banobagleep');
    await page.getByRole('application').waitFor();
    await open(page, '?phage=Nonesuch');
    await page.getByText('This site has no phage of this name.').waitFor();
  });

  test('a search finds phages, functions and genes', async ({ openPage }) => {
    const { page } = await openPage('');
    await page.getByLabel('Search phages, genes and functions').fill('banoba');
    await page.keyboard.press('Enter');
    await page
      .locator('.results')
      .getByRole('link', { name: 'Banobagleep', exact: true })
      .waitFor();
    await page.getByLabel('Search phages, genes and functions').fill('o');
    await page.getByRole('link', { name: 'See more in the table of phages' }).click();
    await page.getByText('24 of 24 phages').waitFor();
    await page.goBack();
    // What the page asked before stands in the box again.
    await page.getByRole('link', { name: 'See more in the table of phages' }).waitFor();
    await page.getByLabel('Search phages, genes and functions').fill('Banobageep');
    await page.getByText('Did you mean one of these?').waitFor();
    await page
      .locator('.results')
      .getByRole('link', { name: 'Banobagleep', exact: true })
      .waitFor();
    await page.getByLabel('Search phages, genes and functions').fill('tape measure');
    await page.getByRole('link', { name: 'tape measure protein', exact: true }).waitFor();
    expect(await page.locator('.results a[href^="?pham="]').count()).toBe(8);
    await page.getByRole('link', { name: /^and 4 more/ }).click();
    await page.getByText('20 genes in 12 families').waitFor();
    await page.goBack();
    await page.getByRole('link', { name: /^and 4 more/ }).waitFor();
    await page.getByLabel('Search phages, genes and functions').fill('Banobagleep_CDS_7');
    await page.getByRole('link', { name: 'Banobagleep_CDS_77' }).waitFor();
    await page.getByLabel('Search phages, genes and functions').fill('banobagleep_cds_76');
    await page.getByRole('link', { name: 'Banobagleep_CDS_76' }).waitFor();
    expect(await page.getByRole('link', { name: /^Banobagleep_CDS_/ }).count()).toBe(1);
    // The page's only box; emptied, it is still that of the search.
    expect(await page.getByRole('searchbox').count()).toBe(1);
    await page.getByRole('searchbox').fill('');
    await page.getByText(/^Type above: a phage by its name/).waitFor();
  });

  test('a gene is found by its locus tag, and by its GeneID in any case', async ({ openPage }) => {
    const expected = /status of 404/;
    const { page } = await openPage('?search=syn_banobagleep_7', { expected });
    await page.getByText('SYN_BANOBAGLEEP_7,').waitFor();
    expect(await page.getByRole('link', { name: /^Banobagleep_CDS_/ }).count()).toBe(9);
    // The tags of some phages do not have its name.
    await open(page, '?search=AAS_0030');
    await page.getByText(/^No GeneID begins with this. Locus tags are found if/).waitFor();
    for (const other of ['banobagleep_cds_5', 'SYN_BANOBAGLEEP_5']) {
      await open(page, `?gene=${other}`);
      await page.getByRole('heading', { level: 1, name: 'Banobagleep_CDS_5' }).waitFor();
      await page.getByText(`The GeneID of ${other} is Banobagleep_CDS_5.`).waitFor();
    }
  });

  test('genes of a phage are found by locus tag, GeneID, family, notes', async ({ openPage }) => {
    const { page } = await openPage('?phage=Benutoskree');
    const table = page.getByRole('region', { name: 'Table of genes' });
    const rows = table.locator('tbody tr');
    const find = page.getByLabel('Find a gene');
    for (const [text, gene] of [
      ['aas_0030', 'Benutoskree_CDS_30'],
      ['CDS_16 tape', 'Benutoskree_CDS_16'],
      ['2097', 'Benutoskree_CDS_16'],
    ] as const) {
      await find.fill(text);
      await page.getByText(/^1 of \d+ genes$/).waitFor();
      expect(await rows.getByRole('link').first().getAttribute('title')).toBe(gene);
    }
    expect(new URL(page.url()).searchParams.get('find')).toBe('2097');
    await page.reload();
    await page.getByText(/^1 of \d+ genes$/).waitFor();
    await find.fill('nothing of the kind');
    await page.getByText('No gene fits.').waitFor();
  });

  test('what is not there is said, with a way on', async ({ openPage }) => {
    const expected = /status of 404/;
    const { page } = await openPage('?gene=None_1', { expected });
    await page.getByText('This site has no gene of this GeneID or locus tag.').waitFor();
    await open(page, '?pham=99999999');
    await page.getByText('This site has no gene family of this number.').waitFor();
  });

  test('a file that does not come is said, and asked for again', async ({ newPage }) => {
    const { page } = await newPage({ expected: /ERR_FAILED/ });
    await page.route('**/api/phages/**', (route) => route.abort());
    await open(page, '?phage=Banobagleep');
    await page.getByText('This could not be loaded.').waitFor();
    await page.unroute('**/api/phages/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Banobagleep' }).waitFor();
  });

  test('code that is gone is said, and had with the page as it is now', async ({ openPage }) => {
    const { page } = await openPage('', {
      expected: /status of 404|dynamically imported module/,
    });
    await page.route('**/web/code/phages-*.js', (route) => route.fulfill({ status: 404 }));
    await page.getByRole('link', { name: 'Phages', exact: true }).click();
    await page.getByText('The code of this page did not come.').waitFor();
    await page.unroute('**/web/code/phages-*.js');
    await page.getByRole('button', { name: 'Load the page again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Phages' }).waitFor();
  });

  test('show genes of a phage without a record, of a site of genes alone', async ({ withPage }) => {
    await inWorkFolder(async (data) => {
      await cp(path.join(sample, 'genes'), path.join(data, 'genes'), { recursive: true });
      const args = ['source-missing', 'gene-phage-known'].flatMap((rule) => ['--allow', rule]);
      await withSite({ data, args }, (base) =>
        withPage(
          base,
          async ({ page }) => {
            await open(page, '?gene=Banobagleep_CDS_5');
            await page.getByRole('link', { name: 'Banobagleep', exact: true }).first().click();
            await page.getByText('This site has no record of this phage, but its genes.').waitFor();
            await page.getByRole('application').waitFor();
            await page.getByRole('heading', { name: 'Genes (77)' }).waitFor();
            await open(page, '?phages');
            await page.getByText('This site has no records of phages.').waitFor();
            await open(page, '?phage=None');
            await page.getByText('This site has no phage of this name.').waitFor();
          },
          { expected: /status of 404/ },
        ),
      );
    });
  });

  test('bring the licences of libraries along', async ({ openPage, site }) => {
    const { page } = await openPage('');
    const link = page.getByRole('link', { name: 'these libraries' });
    const text = await (
      await page.request.get(`${site}/${await link.getAttribute('href')}`)
    ).text();
    for (const name of ['preact', 'd3-zoom', 'minisearch'])
      expect(text).toMatch(new RegExp(`^${name} [0-9.]+ \\(`, 'm'));
    expect(text).toContain('Permission');
    expect(text).not.toContain('scarf');
  });
});
