/** Pages of genes, of their families and of phages with and without a genome: what they show, say and save. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { inBrowser, open, soon, testOf } from './browser.ts';
import { cut, geneData, genome, holders, plain } from './genePageSite.ts';
import { savedBy } from './saved.ts';

const allowed = ['gene-length', 'genome-gc'].flatMap((rule) => ['--allow', rule]);
const test = testOf({ files: geneData, args: allowed });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const sequence = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title }) });

inBrowser('the page of a gene', () => {
  test('shows of a gene in two parts the bases that are read', async ({ openPage }) => {
    const { page, shoot } = await openPage('?gene=Alpha_CDS_2');
    await page.getByText('21 bp read, over 22 bp of the genome').waitFor();
    const section = sequence(page, 'Nucleotides');
    await section.getByText('In 2 parts: 61 to 69, then 71 to 82.').waitFor();
    expect(await section.getByRole('region').innerText()).toBe(cut.read);
    const { name, text } = await savedBy(page, section.getByText('Save FASTA'));
    expect(name).toBe('Alpha_CDS_2.fna');
    expect(text).toBe(`>Alpha_CDS_2 61..69,71..82 [Alpha]\n${cut.read}\n`);
    await shoot('gene-in-two-parts');
    await expectAccessible(page);
  });

  test('shows bases on the other strand and through the origin, and says where it knows no parts', async ({
    newPage,
  }) => {
    const { page } = await newPage();
    for (const gene of ['Alpha_CDS_3', 'Alpha_CDS_5']) {
      await open(page, `?gene=${gene}`);
      expect(await sequence(page, 'Nucleotides').getByRole('region').innerText()).toBe(plain);
    }
    await page.getByText('12 bp, through the origin').waitFor();
    await open(page, '?gene=Alpha_CDS_4');
    const section = sequence(page, 'Nucleotides');
    await section.getByText('Which 12 of them are read is not known.').waitFor();
    expect(await section.getByRole('region').innerText()).toBe(genome.slice(120, 150));
  });

  test('says the category of its function once', async ({ newPage }) => {
    const { page } = await newPage();
    for (const [id, said] of [
      ['Alpha_CDS_1', 'tail fibre (tail) · all genes with this function'],
      ['Alpha_CDS_4', 'lysin [lysis] · all genes with this function'],
    ]) {
      await open(page, `?gene=${id}`);
      expect(await page.locator('.lead').innerText()).toBe(said);
    }
  });

  test('tells length and weight of a protein, which is copied and saved', async ({ openPage }) => {
    const { page } = await openPage('?gene=Alpha_CDS_1', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.getByText('3 amino acids, 0.3 kDa').waitFor();
    const section = sequence(page, 'Protein');
    const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
    await section.getByText('Copy', { exact: true }).click();
    await section.getByRole('status').getByText('Copied').first().waitFor({ state: 'attached' });
    expect(await copied()).toBe('MAE');
    const fasta = '>Alpha_CDS_1 tail fibre [Alpha]\nMAE\n';
    await section.getByText('Copy FASTA').click();
    await soon(async () => expect(await copied()).toBe(fasta));
    const { name, text } = await savedBy(page, section.getByText('Save FASTA'));
    expect([name, text]).toEqual(['Alpha_CDS_1.faa', fasta]);
  });

  test('draws the nearest phages first, and has what is drawn and what is counted in tables', async ({
    openPage,
  }) => {
    const viewport = { width: 1280, height: 1600 };
    const { page, shoot } = await openPage('?gene=Alpha_CDS_1', { viewport });
    await page.getByText('in 12 of 25 genes of this family').waitFor();
    await page.getByText('The 27 genes of this map as a table').click();
    const drawn = page.getByRole('region', { name: 'Table of the genes on the map' });
    const phages = await drawn.locator('tbody tr:not(.spacer) td:first-child').allInnerTexts();
    const nearest = ['Holder10', 'Holder11', 'Holder12', 'Holder13', 'Holder14', 'Holder15'];
    expect([...new Set(phages)]).toEqual([
      'Alpha',
      ...nearest,
      'Holder16',
      'Holder9',
      'Holder1',
      'Holder2',
      'Holder3',
    ]);
    const second = await drawn.locator('tbody tr').nth(1).innerText();
    expect(second.split('\t').map((cell) => cell.trim())).toEqual(
      'Alpha,+1,Alpha_CDS_2,61,82,forward,8,'.split(','),
    );
    await shoot('neighbourhood-tables');

    const places = page.getByRole('region', { name: 'What is found at each place' });
    const next = places.locator('tbody tr').nth(6);
    expect(await next.locator('th').innerText()).toBe('+1');
    expect(await places.locator('tbody tr').first().locator('th').innerText()).toBe('−5');
    const [families, notes] = await next.locator('td').all();
    expect(await families!.getByRole('link').filter({ visible: true }).count()).toBe(4);
    await families!.getByText('and 21 more').click();
    expect(await families!.getByRole('link').filter({ visible: true }).count()).toBe(20);
    await families!.getByText('and 5 that are rarer').waitFor();
    await notes!.locator('summary').click();
    await notes!
      .getByText('note 24', { exact: true })
      .or(notes!.getByText('note 9', { exact: true }))
      .first()
      .waitFor();
    const own = await places.locator('tbody tr').nth(5).innerText();
    expect(own.split('\t').slice(1)).toEqual(['7 ×25', 'tail fibre ×5, no notes ×20']);

    await button(page, 'Look at more phages').click();
    await page.getByText('in 25 of 25 genes of this family').waitFor();
    await page.getByText('The 53 genes of this map as a table').waitFor();
  });

  test('says where its data is', async ({ newPage, site }) => {
    const { page } = await newPage();
    const told = async (query: string) => {
      await open(page, query);
      const links = await page.locator('.json-links a').all();
      return Promise.all(
        links.map(async (link) => {
          const answer = await page.request.get(`${site}/${await link.getAttribute('href')}`);
          expect(answer.headers()['content-type']).toContain('application/json');
          return link.innerText();
        }),
      );
    };
    expect(await told('?gene=Alpha_CDS_1')).toEqual([
      'api/genes/Alpha_CDS_1/',
      'api/genesbyphage/Alpha/',
      'api/phams/7/neighbours/',
    ]);
    expect(await told('?pham=7')).toEqual(['api/phams/7/', 'api/phams/7/neighbours/']);
    expect(await told('?search=tail')).toEqual(['web/phages.json', 'web/notes.json']);
  });
});

inBrowser('the page of a family', () => {
  test('counts its notes, clusters and lengths', async ({ openPage }) => {
    const { page } = await openPage('?pham=7');
    await page.locator('.lead').getByText('25 genes in 25 phages').waitFor();
    const bars = (title: string) => sequence(page, title).locator('.bars li').allInnerTexts();
    const flat = (texts: readonly string[]) =>
      texts.map((text) => text.split(/\s*\n\s*/).join(' '));
    expect(flat(await bars('Notes of its genes'))).toEqual(['tail fibre 5 genes']);
    expect(flat(await bars('Phages with it by cluster'))).toEqual(['A 17 phages', 'B 8 phages']);
    await page.getByText('Lengths: 3 to 4 amino acids, the median is 3.').waitFor();
  });

  test('has its label, by which it is found', async ({ openPage }) => {
    const { page } = await openPage('?search=lysin_a');
    await page.getByRole('link', { name: 'Gene family 300 (Lysin_A)' }).click();
    await page.getByRole('heading', { level: 1, name: 'Gene family 300 (Lysin_A)' }).waitFor();
    await open(page, '?gene=Unrecorded_CDS_1');
    await page.locator('dl').getByRole('link', { name: '300 (Lysin_A)' }).waitFor();
    await open(page, '?phage=Unrecorded&find=lysin_a');
    await page.getByText('1 of 1 gene').waitFor();
  });

  test('has no chart of clusters where none of its phages is in one', async ({ openPage }) => {
    const { page } = await openPage('?pham=300');
    await page.locator('.lead').getByText('1 gene in 1 phage').waitFor();
    await page.getByRole('heading', { name: 'Notes of its genes' }).waitFor();
    expect(await page.getByRole('heading', { name: /cluster/ }).count()).toBe(0);
  });
});

inBrowser('the page of a phage', () => {
  test('has its genome in files that hold it', async ({ openPage }) => {
    const { page } = await openPage('?phage=Alpha');
    const link = (name: string) => page.getByRole('link', { name, exact: true });
    const fasta = (await savedBy(page, link('Genome (FASTA)'))).text;
    expect(fasta.split('\n').slice(1).join('')).toBe(genome);
    expect((await savedBy(page, link('GenBank'))).name).toBe('Alpha.gbk');
    const gff3 = (await savedBy(page, link('GFF3'))).text;
    expect(gff3.match(/^Alpha\t.*ID=Alpha_CDS_2;/gm)).toHaveLength(2);
    expect(gff3).toContain('\ttRNA\t161\t190\t');
    expect(gff3).toContain('##FASTA');
    const proteins = await savedBy(page, link('Proteins (FASTA)'));
    expect(proteins.name).toBe('Alpha.faa');
    expect(proteins.text.match(/^>Alpha_CDS_/gm)).toHaveLength(5);
    await page
      .getByRole('region', { name: 'Table of features' })
      .getByText('tRNA')
      .first()
      .waitFor();
    await expectAccessible(page);
  });

  test('says that there is no genome, offers the files without one, and asks for nothing in vain', async ({
    openPage,
  }) => {
    // Of what is not there the console would have an error.
    const { page, shoot } = await openPage('?phage=Holder1');
    await page.getByText('This site has no genome of Holder1').waitFor();
    expect(await page.getByRole('link', { name: 'Genome (FASTA)' }).count()).toBe(0);
    const gff3 = await savedBy(page, page.getByRole('link', { name: 'GFF3', exact: true }));
    expect(gff3.name).toBe('Holder1.gff3');
    expect(gff3.text).toContain('ID=Holder1_CDS_2');
    await page.getByRole('link', { name: 'Proteins (FASTA)' }).waitFor();
    await shoot('phage-without-genome');
    await open(page, '?gene=Holder1_CDS_1');
    await page.getByText('This site has no genome of Holder1').waitFor();
    expect(await page.getByRole('heading', { name: 'Nucleotides' }).count()).toBe(0);

    await open(page, '?phage=Unrecorded');
    await page.getByText('This site has no record of this phage, but its genes.').waitFor();
    await page.getByRole('application').waitFor();
  });

  test('says that a genome or counts of families did not come, asks again', async ({ newPage }) => {
    const { page, shoot } = await newPage({ expected: /ERR_FAILED/ });
    await page.route('**/media/fastas/**', (route) => route.abort());
    await page.route('**/web/families.json', (route) => route.abort());
    await open(page, '?phage=Alpha&color=sharing');
    const failed = page.getByRole('alert');
    await failed.getByText('media/fastas/Alpha.fasta').waitFor();
    await failed.getByText('web/families.json').waitFor();
    expect(await page.getByText('This site does not say').count()).toBe(0);
    expect(await page.getByText('This site has no genome').count()).toBe(0);
    await page.getByRole('link', { name: 'GenBank' }).waitFor();
    await shoot('genome-failed');
    await page.unrouteAll();
    for (let left = 2; left > 0; left--) {
      await button(page, 'Try again').first().click();
      await soon(async () => expect(await failed.count()).toBe(left - 1));
    }
    await page.getByRole('link', { name: 'Genome (FASTA)' }).waitFor();
    await page.getByRole('link', { name: 'Compare with its nearest relatives' }).waitFor();

    await page.route('**/web/phages.json', (route) => route.abort());
    await open(page, '?compare');
    await failed.getByText('web/phages.json').waitFor();
    await page.unrouteAll();
    await button(page, 'Try again').click();
    await page.getByLabel('Add a phage').fill(holders[1]!);
    await page.locator('.suggested').getByText(holders[1]!).first().waitFor();
  });
});
