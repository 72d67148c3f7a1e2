/** The search for sequences, as a reader uses it. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { inBrowser, open, sample, test } from './browser.ts';
import { savedBy } from './saved.ts';

interface SampleGene {
  readonly GeneID: string;
  readonly PhamID: { readonly PhamID: number } | null;
  readonly Translation: string;
}

const genes = readFileSync(path.join(sample, 'genes/Banobagleep.ndjson'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as SampleGene);

// One codon for each amino acid, in the order of the letters.
const letters = 'ARNDCQEGHILKMFPSTWYV';
const codons =
  'GCC CGT AAC GAC TGC CAG GAG GGC CAC ATC CTG AAG ATG TTC CCG TCC ACC TGG TAC GTC'.split(' ');
const encoded = (protein: string) =>
  Array.from(protein, (letter) => codons[letters.indexOf(letter)] ?? 'NNN').join('');

inBrowser('the search for sequences', () => {
  test('leads from a gene to its family, with the alignment, and is saved', async ({
    openPage,
  }) => {
    const gene = genes.find(
      ({ PhamID, Translation }) => PhamID !== null && Translation.length > 150,
    )!;
    const { page } = await openPage(`?gene=${gene.GeneID}`);
    await page.getByRole('link', { name: 'Find proteins like it' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sequence search' }).waitFor();
    await page.getByRole('heading', { level: 2, name: 'Alignments' }).waitFor();
    const first = page.getByRole('region', { name: 'Table of hits' }).locator('tbody tr').first();
    const family = String(gene.PhamID!.PhamID);
    expect(await first.getByRole('link', { name: family, exact: true }).count()).toBe(1);
    expect(await page.locator('pre.sequence').first().innerText()).toMatch(
      /^query {6}\d+ [A-Z-]+ \d+\n/,
    );
    const saved = await savedBy(page, 'Hits (TSV)');
    expect(saved.name).toBe(`${gene.GeneID}_hits.tsv`);
    expect(saved.text).toMatch(new RegExp(`\n${gene.GeneID}\t${family}\t`));
    // What was looked for instead is not shown as this gene's when the link is followed again.
    const field = page.getByLabel(/^Sequence/);
    const own = await field.inputValue();
    await field.fill('MKVLATTTGGHHRRWW');
    await page.goBack();
    await page.getByRole('link', { name: 'Find proteins like it' }).click();
    await page.getByRole('heading', { level: 2, name: 'Alignments' }).waitFor();
    expect(await field.inputValue()).toBe(own);
  });

  test('translates a genome, names phages sharing most of its families', async ({ openPage }) => {
    const genome = genes
      .slice(0, 20)
      .map(({ Translation }) => `TAGCTAACTAG${encoded(Translation)}TAA`)
      .join('');
    const { page, shoot } = await openPage('?sequence');
    await page.getByLabel(/^Sequence/).fill(`>mine\n${genome}\n`);
    await page.locator('.paste').getByRole('button', { name: 'Search' }).click();
    await page.getByText(/^These are nucleotides/).waitFor();
    const near = page.getByRole('region', { name: 'Table of similar phages' }).locator('tbody tr');
    await near.first().getByRole('link', { name: 'Banobagleep' }).waitFor();
    await shoot('sequence-genome');
    const table = page.getByRole('region', { name: 'Table of proteins' });
    for (const { PhamID } of genes
      .slice(0, 20)
      .filter(({ Translation }) => Translation.length > 100))
      if (PhamID !== null)
        expect(
          await table.getByRole('link', { name: String(PhamID.PhamID), exact: true }).count(),
        ).toBe(1);
    // Who looks at a hit and comes back has pasted and searched once.
    await table.getByRole('link').first().click();
    await page.getByRole('heading', { level: 1, name: /^Gene family/ }).waitFor();
    await page.goBack();
    await near.first().getByRole('link', { name: 'Banobagleep' }).waitFor();
    expect(await page.getByLabel(/^Sequence/).inputValue()).toMatch(/^>mine\nTAG/);
  });

  test('says why a text is not looked for, and if the site has no index', async ({ openPage }) => {
    const { page } = await openPage('?sequence', { expected: /status of 404/ });
    const search = async (text: string) => {
      await page.getByLabel(/^Sequence/).fill(text);
      await page.locator('.paste').getByRole('button', { name: 'Search' }).click();
    };
    await search('tape measure protein!');
    await page
      .getByRole('alert')
      .getByText(/“!”, which is no letter of a sequence/)
      .waitFor();
    await page.getByLabel('or a file').setInputFiles({
      name: 'some.faa',
      mimeType: 'text/plain',
      buffer: Buffer.from('>a\nMKV\n'),
    });
    await page
      .getByRole('alert')
      .getByText(/at least 12 amino acids/)
      .waitFor();
    await page.route('**/web/proteins.json', (route) => route.fulfill({ status: 404 }));
    await open(page, '?sequence');
    await search(genes[3]!.Translation);
    await page.getByText('This site has no index of its proteins.').waitFor();
  });
});
