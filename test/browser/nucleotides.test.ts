/** How near genomes are by their nucleotides: on the page of a phage, and as a matrix. */
import { expect } from 'vitest';
import { asLines, tinyGene, tinyPhage } from '../integration/tinyData.ts';
import { inBrowser, soon, testOf } from './browser.ts';
import { savedBy } from './saved.ts';
import { basesOf } from '../unit/web/someBases.ts';

const whole = basesOf(6000, 3);
// Half of it is that of the first: of the words of both, a third.
const genomes = {
  Alpha: whole,
  Beta: whole,
  Gamma: whole.slice(0, 3000) + basesOf(3000, 5),
  Delta: basesOf(6000, 9),
  // Without genes.
  Lone: basesOf(6000, 11),
};
const names = [...Object.keys(genomes), 'Bare'];
const withGenes = names.filter((name) => name !== 'Lone');

const test = testOf({
  files: {
    'data/phages/all.ndjson': asLines(
      names.map((name) => tinyPhage(name, { genome_length: 6000, fasta_file: null })),
    ),
    'data/genes/all.ndjson': asLines(
      withGenes.flatMap((name) => [1, 2].map((n) => tinyGene(name, n, { PhamID: family(n) }))),
    ),
    ...Object.fromEntries(
      Object.entries(genomes).map(([name, bases]) => [
        `data/genomes/${name}.fasta`,
        `>${name}\n${bases}\n`,
      ]),
    ),
  },
  args: ['gene-length', 'gene-translation', 'genome-gc', 'null-value'].flatMap((rule) => [
    '--allow',
    rule,
  ]),
});

function family(number: number) {
  return { PhamID: number, Color: '#123456' };
}

inBrowser('a genome without genes', () => {
  test('is drawn with its bases, and nothing leads to genes', async ({ openPage }) => {
    const { page, shoot } = await openPage('?phage=Lone');
    await page.getByText('This site has no genes of Lone: its map has none.').waitFor();
    await page.getByRole('link', { name: 'GenBank' }).waitFor();
    await shoot('phage-without-genes');
    const headings = await page.getByRole('heading', { level: 2 }).allInnerTexts();
    expect(headings).toEqual(['Genome map', 'Downloads', 'About this phage']);
    expect(await page.locator('main').innerText()).not.toMatch(/genesbyphage|of one family/);
  });

  test('is named where it is compared', async ({ openPage }) => {
    const { page } = await openPage('?compare&with=Alpha');
    // The index, which is there, says that it has none: no file of them is asked for.
    await page.getByLabel('Add a phage').fill('Lone');
    await page.keyboard.press('Enter');
    await page.getByText('Without genes on this site: Lone.').waitFor();
    const data = page.locator('.json-links');
    await soon(async () => expect(await data.innerText()).toMatch(/: api\/genesbyphage\/Alpha\/$/));
  });
});

inBrowser('a matrix of one phage', () => {
  test('says that there is no other', async ({ openPage }) => {
    const { page } = await openPage('?matrix&with=Alpha');
    await page.getByText('There is no other phage here to compare Alpha with.').waitFor();
    expect(await page.getByRole('application').count()).toBe(0);
  });
});

inBrowser('nucleotides', () => {
  test('of similar phages are compared if a reader asks for it', async ({ openPage }) => {
    const { page, shoot } = await openPage('?phage=Alpha');
    const table = page.getByRole('region', { name: 'Table of similar phages' });
    expect(await table.getByText('Mash distance').count()).toBe(0);
    await page.getByRole('button', { name: 'Compare 3 genomes by nucleotides' }).click();
    await table.getByText('Mash distance').waitFor();
    await shoot('similar-nucleotides');
    const cells = await table.locator('tbody tr').evaluateAll((rows) =>
      rows.map((row) => {
        const all = row.querySelectorAll('th, td');
        return [all[0]?.textContent, all[all.length - 1]?.textContent];
      }),
    );
    const distances = Object.fromEntries(cells) as Record<string, string>;
    expect(distances).toMatchObject({ Beta: '0.000', Delta: '1.000', Bare: '' });
    // The logarithm of half, of words of 16 bases, but for chance.
    expect(Number(distances['Gamma'])).toBeGreaterThan(0.035);
    expect(Number(distances['Gamma'])).toBeLessThan(0.055);
    // All that can be compared is.
    expect(await page.getByRole('button', { name: /by nucleotides/ }).count()).toBe(0);
  });

  test('of phages are a matrix, and a table of distances to save', async ({ openPage }) => {
    const { page, shoot } = await openPage('?matrix');
    await page.getByText('5 phages of 6 with a genome on this site.').waitFor();
    await page.getByRole('button', { name: 'Compare 5 genomes' }).click();
    const section = page.locator('section', { hasText: 'By nucleotides' });
    const matrix = section.getByRole('application');
    await matrix.waitFor();
    await shoot('matrix-nucleotides');
    await matrix.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await section
      .getByText(/^Alpha and Beta: a Mash distance of 0\.000$/)
      .first()
      .waitFor();
    const button = section.getByRole('button', { name: 'Save matrix (TSV)' });
    const { name, bytes } = await savedBy(page, button);
    expect(name).toBe('similarity_nucleotides.tsv');
    const rows = bytes
      .toString()
      .trim()
      .split('\n')
      .map((row) => row.split('\t'));
    const at = rows[0]!.indexOf('Delta');
    // No word in common: drawn as all that is far, and saved as it is.
    expect(rows.find(([own]) => own === 'Alpha')?.[at]).toBe('1');
    expect(rows.find(([own]) => own === 'Delta')?.[at]).toBe('0');
  });
});
