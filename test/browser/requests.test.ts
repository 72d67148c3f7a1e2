/** What pages fetch, and what stays where it is while a reader chooses: searches, comparisons and functions. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { inBrowser, open, soon, test } from './browser.ts';

/** The data that a page asks for while something is done, to the end of it; without what every page needs. */
async function asked(page: Page, act: () => Promise<unknown>): Promise<readonly string[]> {
  const files: string[] = [];
  const note = (request: { url: () => string }) => {
    const file = new URL(request.url()).pathname.slice(1);
    if (/^(?:api|bulk|media|web\/\w+\.json)/.test(file)) files.push(file);
  };
  page.on('request', note);
  await act();
  page.off('request', note);
  return files.toSorted();
}

const phageIndex = 'web/phages.json';

inBrowser('a search', () => {
  test.for([
    ['A2', [phageIndex]],
    ['9476', [phageIndex]],
    ['lysin', ['web/notes.json', phageIndex]],
    ['tape measure', ['web/notes.json', phageIndex]],
    ['Banobagleep_CDS_5', ['api/genes/page/1.json', 'web/genes.json', phageIndex]],
  ] as const)('for %s fetches no more than %j', async ([text, expected], { newPage }) => {
    const { page } = await newPage();
    const files = await asked(page, () => open(page, `?search=${encodeURIComponent(text)}`));
    expect(files).toEqual(expected);
  });

  test('looks in what it did not need where a reader asks for that', async ({ openPage }) => {
    const { page, shoot } = await openPage('?search=Banobagleep');
    expect(await page.getByRole('link', { name: 'Banobagleep_CDS_1', exact: true }).count()).toBe(
      0,
    );
    await shoot('search-word');
    const genes = page.getByRole('button', { name: /^Look for genes whose GeneID begins with/ });
    const forGenes = await asked(page, async () => {
      await genes.click();
      await page.getByRole('link', { name: 'Banobagleep_CDS_1', exact: true }).waitFor();
    });
    expect(forGenes).toContain('web/genes.json');

    await open(page, '?search=C1');
    await shoot('search-short');
    const notes = page.getByRole('button', { name: 'Look among notes for “C1”' });
    const forNotes = await asked(page, async () => {
      await notes.click();
      await page.getByText('No gene has such notes.').waitFor();
    });
    expect(forNotes).toEqual(['web/notes.json']);
    // What is there is searched for every text.
    await page.getByRole('searchbox').fill('A2');
    await page.getByText('No gene has such notes.').waitFor();
    expect(await notes.count()).toBe(0);
  });

  test('finds clusters, hosts and families by number', async ({ openPage }) => {
    const { page } = await openPage('?search=cz4');
    expect(await page.getByRole('link', { name: 'Subcluster CZ4' }).getAttribute('href')).toBe(
      '?phages&subcluster=CZ4',
    );
    await page.getByRole('searchbox').fill('mycobac');
    const host = page.getByRole('link', { name: /^Host Mycobac/ });
    expect(await host.getAttribute('href')).toMatch(/^\?phages&genus=Mycobac/);
    // The beginning of a genus does not mean each of its strains.
    const strains = page.getByRole('link', { name: /^Host strain / });
    expect(await strains.count()).toBe(0);
    const strain = 'Gordonia ficta GF-36';
    for (const text of ['gf-36', 'FICTA', strain]) {
      await page.getByRole('searchbox').fill(text);
      await page.getByRole('link', { name: `Host strain ${strain}` }).waitFor();
      expect(await strains.count()).toBe(1);
    }
    await strains.click();
    await page.getByText('3 of 24 phages').waitFor();
    expect(new URL(page.url()).searchParams.get('strain')).toBe(strain);
    await open(page, '?search=x');
    await page.getByRole('searchbox').fill('9476');
    await page.getByRole('link', { name: 'Gene family 9476' }).click();
    await page.getByRole('heading', { level: 1, name: 'Gene family 9476' }).waitFor();
  });
});

inBrowser('a comparison', () => {
  test('keeps its drawing and its zoom while phages move, and loads only those that are new', async ({
    openPage,
  }) => {
    const { page } = await openPage('?compare&with=Dafufe7&with=Fanodopox&with=Jafujudrizzle');
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const map = page.locator('.map canvas');
    await map.evaluate((canvas) => canvas.setAttribute('data-kept', ''));
    const drawing = () =>
      page.evaluate<string>(`document.querySelector('.map canvas').toDataURL()`);
    const whole = await drawing();
    await press('Zoom in');
    await soon(async () => expect(await drawing()).not.toBe(whole));
    const zoomed = await drawing();
    const moves = await asked(page, async () => {
      await press('Move Fanodopox up');
      await soon(async () => expect(await drawing()).not.toBe(zoomed));
      await press('Move Fanodopox down');
      await soon(async () => expect(await drawing()).toBe(zoomed));
    });
    expect(moves).toEqual([]);
    const adding = await asked(page, async () => {
      await page.getByLabel('Add a phage').fill('Banobagleep');
      await page.keyboard.press('Enter');
      await page.getByRole('columnheader', { name: 'Banobagleep' }).waitFor();
      await press('Take Jafujudrizzle out');
      await page
        .getByRole('columnheader', { name: 'Jafujudrizzle' })
        .waitFor({ state: 'detached' });
    });
    expect(adding).toEqual(['api/genesbyphage/Banobagleep/index.json']);
    expect(await map.getAttribute('data-kept')).toBe('');
  });

  test('has all its genes in tables, says which phages have none', async ({ openPage, site }) => {
    const { page, shoot } = await openPage('?compare&with=Banobagleep&with=Nobody', {
      expected: /status of 404/,
    });
    await page.getByText('Without genes on this site: Nobody.').waitFor();
    await page.getByRole('heading', { level: 2, name: 'Genes (77)' }).waitFor();
    await page.getByText('These genes as a table').click();
    const table = page.getByRole('region', { name: 'Table of genes' });
    await table.getByRole('link', { name: 'Banobagleep_CDS_1', exact: true }).waitFor();
    // More than a table draws that was never seen.
    await soon(async () =>
      expect(await table.locator('tbody tr:not(.spacer)').count()).toBeGreaterThan(20),
    );
    await shoot('compare-one');

    await open(page, '?compare&with=Dafufe7&with=Fanodopox');
    const numbers = await Promise.all(
      ['Dafufe7', 'Fanodopox'].map(async (phage) => {
        const answer = await page.request.get(`${site}/api/genesbyphage/${phage}/`);
        const { results } = (await answer.json()) as {
          readonly results: readonly { readonly PhamID: { readonly PhamID: number } }[];
        };
        return results;
      }),
    );
    const [first, second] = numbers.map((genes) => genes.map(({ PhamID }) => PhamID.PhamID));
    const alone = (own: number[], others: number[]) =>
      own.filter((pham) => !others.includes(pham)).length;
    const count = alone(first!, second!) + alone(second!, first!);
    const name = `Genes that only one of these phages has (${count})`;
    await page.getByRole('heading', { level: 2, name }).waitFor();
    await shoot('compare-tables');
  });
});

inBrowser('a cluster of a function', () => {
  test('is chosen without losing the place on the page and the focus', async ({ openPage }) => {
    const { page } = await openPage('?note=tape+measure', {
      viewport: { width: 1280, height: 500 },
    });
    const bar = page.getByRole('link', { name: /^B\s*3/ });
    await bar.focus();
    const place = async () => Math.round((await bar.boundingBox())?.y ?? Number.NaN);
    const before = await place();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Genes in cluster B (3)' }).waitFor();
    expect(await bar.evaluate((link) => link.matches(':focus'))).toBe(true);
    expect(await page.evaluate<number>('scrollY')).toBeGreaterThan(0);
    await soon(async () => expect(await place()).toBe(before));
    await page.getByRole('link', { name: 'Show all clusters' }).click();
    await page.getByRole('heading', { name: 'Genes (20)' }).waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toBe(
      'Phages with it by cluster',
    );
    await page.goBack();
    await page.getByRole('heading', { name: 'Genes in cluster B (3)' }).waitFor();
    await page.goForward();
    await page.getByRole('heading', { name: 'Genes (20)' }).waitFor();
  });

  test('that no phage has is said to be none', async ({ openPage }) => {
    const { page, shoot } = await openPage('?note=tape+measure&cluster=Nonesuch');
    await page.getByText('No phage of a cluster Nonesuch has this function.').waitFor();
    expect(await page.getByRole('region', { name: /^Table of/ }).count()).toBe(0);
    await shoot('function-no-cluster');
    await page.getByRole('link', { name: 'Show all clusters' }).click();
    await page.getByRole('heading', { name: 'Genes (20)' }).waitFor();
  });

  test('that has no name is none, so that all are shown', async ({ newPage }) => {
    const { page } = await newPage();
    for (const cluster of ['', '%20']) {
      await open(page, `?note=tape+measure&cluster=${cluster}`);
      await page.getByRole('heading', { name: 'Genes (20)', exact: true }).waitFor();
      expect(await page.getByRole('link', { name: 'Show all clusters' }).count()).toBe(0);
    }
  });
});
