/** One function across all phages, from a search to a table that is taken along. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { asLines, tinyGene, tinyPhage } from '../integration/tinyData.ts';
import { inBrowser, open, soon, test, withSite } from './browser.ts';
import { savedBy } from './saved.ts';

const phages = Array.from({ length: 35 }, (_, at) => `Phage${at}`);
// More families of one note than its index has room for, with more genes than come unasked.
const familiesOfNote = 60;

const genes = phages.flatMap((name) =>
  Array.from({ length: familiesOfNote }, (_, at) =>
    tinyGene(name, at + 1, {
      PhamID: { PhamID: at + 1, Color: '#123456' },
      Notes: 'minor tail protein',
    }),
  ),
);
const alone = { ...tinyGene('Phage0', 99, { Notes: 'minor tail protein' }), PhamID: null };
const wide = {
  files: {
    'data/phages/all.ndjson': asLines(phages.map((name) => tinyPhage(name))),
    'data/genes/all.ndjson': asLines([...genes, alone]),
  },
  args: ['--allow', 'null-value'],
};

async function saved(page: Page, button: string): Promise<readonly string[]> {
  return (await savedBy(page, button)).text.trimEnd().split('\n');
}

inBrowser('a function', () => {
  test('is found by its words, with all its families, phages and clusters', async ({
    openPage,
  }) => {
    const { page, shoot } = await openPage('?search=tail+protein');
    await page.getByRole('link', { name: /^All families with these 2 notes/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Function: tail protein' }).waitFor();
    await open(page, '?search=tape+measure');
    await page.getByRole('link', { name: 'tape measure protein', exact: true }).click();
    await page.getByText('20 genes in 12 families, of 20 phages').waitFor();
    await shoot('function');
    const table = page.getByRole('region', { name: 'Table of families' });
    // Those are of all genes of a family, these of the genes that have the note.
    await table.getByText('Clusters of such genes').waitFor();
    const first = table.locator('tbody tr:not(.spacer)').first();
    expect(await first.innerText()).toMatch(/2657[^]*B \(3\), C \(1\), Singleton \(1\)/);
    await table.getByRole('button', { name: 'Phages in all' }).click();
    expect(new URL(page.url()).search).toBe('?note=tape+measure+protein&exact=yes&sort=phages');
    const lines = await saved(page, 'Save families as TSV');
    expect(lines).toHaveLength(13);
    expect(lines.at(-1)).toMatch(/^2657\ttape measure protein\t5\t5\t5\tB \(3\), C \(1\)/);

    await page.getByRole('link', { name: /^B\s*3/ }).click();
    await page.getByRole('heading', { name: 'Genes in cluster B (3)' }).waitFor();
    await page.getByRole('heading', { name: 'Families (1)' }).waitFor();
    expect(await saved(page, 'Save genes as TSV')).toHaveLength(4);
    expect((await saved(page, 'Proteins of 3 genes'))[0]).toBe(
      '>Dafufe7_CDS_15 tape measure protein [Dafufe7]',
    );
    await page.reload();
    await page.getByRole('heading', { name: 'Genes in cluster B (3)' }).waitFor();
    await page.getByRole('link', { name: 'Show all clusters' }).click();
    await page.getByRole('heading', { name: 'Genes (20)' }).waitFor();
  });

  test('leads to comparisons and neighbourhoods, and is led to by genes and families', async ({
    newPage,
    site,
  }) => {
    const { page } = await newPage();
    const address = `${site}/?note=tape+measure`;
    await open(page, address);
    await page.getByRole('link', { name: 'Compare phages with family 1817' }).click();
    await page.getByRole('heading', { level: 1, name: 'Compare Jivovoglyph, Nenolu' }).waitFor();
    expect(new URL(page.url()).searchParams.get('align')).toBe('1817');
    await page.goBack();
    await page.getByRole('link', { name: 'Neighbourhood of family 1817' }).click();
    const section = page.getByRole('heading', { level: 2, name: 'Neighbourhood' });
    await soon(async () => expect((await section.boundingBox())?.y).toBeLessThan(500));
    await page.getByRole('link', { name: /^tape measure protein/ }).click();
    await page.getByText('20 genes in 12 families').waitFor();
    await open(page, '?gene=Nenolu_CDS_15');
    await page.getByRole('link', { name: 'all genes with this function' }).click();
    await page.getByText('20 genes in 12 families').waitFor();
    await open(page, '?note=no+such+thing');
    await page.getByText('No gene has such notes.').waitFor();
  });

  test('lists families for which the index of notes has no room, and loads many genes when asked', async ({
    withPage,
  }) => {
    await withSite(wide, (base) =>
      withPage(
        base,
        async ({ page }) => {
          await open(page, '?search=minor');
          await page.getByRole('link', { name: /^and 52 more/ }).click();
          await page
            .getByText(
              '2,100 genes in 60 families. 1 more gene has such notes, but no family, and is not listed.',
            )
            .waitFor();
          expect(await saved(page, 'Save families as TSV')).toHaveLength(familiesOfNote + 1);
          expect(await page.getByRole('region', { name: 'Table of genes' }).count()).toBe(0);
          await page.route('**/api/phams/60/**', (route) => route.abort());
          await page.getByRole('button', { name: 'Load 2,100 genes' }).click();
          await page.getByRole('alert').getByText('The genes could not be loaded.').waitFor();
          await page.unrouteAll();
          await page.getByRole('button', { name: 'Load 2,100 genes' }).click();
          await page.getByRole('heading', { name: 'Genes (2,100)' }).waitFor();
          await page.getByText(/, of 35 phages\./).waitFor();
        },
        { expected: /ERR_FAILED/ },
      ),
    );
  });
});
