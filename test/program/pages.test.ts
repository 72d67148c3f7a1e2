/** What a build makes for the pages for people: their code, and indexes that agree with the records. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { runInProcess, runWellInProcess } from './runProgram.ts';
import { asLines, tinyGene, tinyPhage } from '../integration/tinyData.ts';
import { inWorkFolder, readTree, sharedFolder, writeFiles } from '../integration/workFolder.ts';

const sample = path.join(import.meta.dirname, '../../data');
const less = ['--no-gene-files', '--no-bulk'];
const build = ['build', '--quiet', '--data', sample, ...less];

type Json = Readonly<Record<string, readonly unknown[]>>;

const folder = sharedFolder(async (cwd) => {
  await runWellInProcess([...build, '--out', 'dist'], { cwd });
});

async function json(file: string): Promise<Json> {
  return JSON.parse(await readFile(path.join(folder(), 'dist', file), 'utf8')) as Json;
}

interface Gene {
  readonly GeneID: string;
  readonly PhageID: { readonly PhageID: string };
  readonly PhamID: { readonly PhamID: number };
  readonly Notes: string;
}

async function allGenes(): Promise<readonly Gene[]> {
  const pages = await Promise.all(
    Array.from({ length: 20 }, (_, page) => json(`api/genes/page/${page + 1}.json`)),
  );
  return pages.flatMap(({ results }) => results as readonly Gene[]);
}

describe('a site with pages', () => {
  test('has an index of phages in the order of the list, with the genes of each', async () => {
    const index = await json('web/phages.json');
    const { results } = await json('api/phages/page/1.json');
    const phages = results as readonly {
      phage_name: string;
      pcluster: { cluster: string };
      isolation_host: Record<'genus' | 'species' | 'strain_name', string>;
    }[];
    expect(index['name']).toEqual(phages.map(({ phage_name }) => phage_name));
    const clusters = (index['cluster'] as number[]).map((at) => index['clusters']?.[at]);
    expect(clusters).toEqual(phages.map(({ pcluster }) => pcluster.cluster));
    const strains = (index['strain'] as number[]).map((at) => index['strains']?.[at]);
    expect(strains).toEqual(
      phages.map(({ isolation_host: { genus, species, strain_name } }) =>
        [genus, species, strain_name].join(' '),
      ),
    );
    const genes = await allGenes();
    const countOf = (name: string) =>
      genes.filter(({ PhageID }) => PhageID.PhageID === name).length;
    expect(index['genes']).toEqual(phages.map(({ phage_name }) => countOf(phage_name)));
    expect(index).not.toHaveProperty('features');
    expect(index).not.toHaveProperty('genome');
  });

  test('has indexes of families, notes and where genes begin', async () => {
    const genes = await allGenes();
    const families = await json('web/families.json');
    const ids = [...new Set(genes.map(({ PhamID }) => PhamID.PhamID))].sort((a, b) => a - b);
    let id = 0;
    expect((families['id'] as number[]).map((step) => (id += step))).toEqual(ids);
    const notes = await json('web/notes.json');
    const lysins = genes.filter(({ Notes }) => Notes === 'lysin A');
    const at = notes['notes']?.indexOf('lysin A') ?? -1;
    expect(lysins.length).toBeGreaterThan(0);
    expect(notes['genes']?.[at]).toBe(lysins.length);
    const firsts = (await json('web/genes.json'))['pages'];
    expect(firsts).toEqual(genes.filter((_, n) => n % 100 === 0).map(({ GeneID }) => GeneID));
  });

  test('has the same indexes of odd genes from what a build notes and from pages that are read', async () => {
    await inWorkFolder(async (cwd) => {
      const odd = [
        // A gene without a family, too.
        { ...tinyGene('Quillon', 3), PhamID: null },
        tinyGene('Quillon', 1, { GeneID: 'a"b\u00e9', Notes: 'x'.repeat(300) }),
        tinyGene('Quillon', 2, { GeneID: '\u4e2d'.repeat(60), Notes: '' }),
        tinyGene('Vexmoor', 1, { GeneID: '\ud83e\udda0', Notes: 'z "quoted" \\\\ z' }),
        ...[1, 2, 3, 4].map((n) => tinyGene('Vexmoor', 3 + n, { Notes: `note ${n % 2}` })),
      ];
      await writeFiles(cwd, {
        'data/phages/all.ndjson': asLines(['Quillon', 'Vexmoor'].map((name) => tinyPhage(name))),
        'data/genes/all.ndjson': asLines(odd),
      });
      const allowed = ['--allow', 'null-value', '--allow', 'gene-id-form', '--page-size', '1'];
      await runWellInProcess(['build', ...allowed], { cwd });
      await runWellInProcess(['build', ...allowed, '--no-views', '--no-bulk', '--out', 'read'], {
        cwd,
      });
      const [noted, read] = await Promise.all(
        ['dist/web', 'read/web'].map((dir) => readTree(path.join(cwd, dir))),
      );
      for (const file of ['genes.json', 'phages.json']) expect(noted?.[file]).toBe(read?.[file]);
      const { pages } = JSON.parse(
        await readFile(path.join(cwd, 'dist/web/genes.json'), 'utf8'),
      ) as Json;
      expect(pages).toHaveLength(8);
      expect(pages).toContain('a"b\u00e9');
      // Verify reads the pages.
      expect((await runInProcess(['verify', 'dist'], { cwd })).status).toBe(0);
    });
  });

  test('is what verify expects, down to an index that was changed', async () => {
    const cwd = folder();
    const whole = await runInProcess(['verify', 'dist', '--jobs', '1'], { cwd });
    expect(whole.status).toBe(0);
    expect(whole.stdout).toContain('\n  W1        pass  pages for people\n');
    const file = path.join(cwd, 'dist/web/notes.json');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace('"genes":[', '"genes":[1'));
    const { status, stdout } = await runInProcess(['verify', 'dist', '--jobs', '1'], { cwd });
    await writeFile(file, text);
    expect(status).toBe(1);
    expect(stdout).toContain('web/notes.json');
  });

  test.each([
    ['phages/Banobagleep/index.html', '<h1>Banobagleep</h1>', '<h1>Another</h1>'],
    ['clusters/A/index.html', 'Cluster A', 'Cluster B'],
    ['phages/index.html', 'Phages', 'Page'],
    ['sitemap.xml', '/phages/Banobagleep/', '/phages/Gone/'],
    ['robots.txt', 'Allow', 'Disallow'],
  ])('has what verify expects in %s, and nothing else', async (name, from, to) => {
    const cwd = folder();
    const file = path.join(cwd, 'dist', name);
    const text = await readFile(file, 'utf8');
    expect(text).toContain(from);
    await writeFile(file, text.replace(from, to));
    const { status, stdout } = await runInProcess(['verify', 'dist', '--jobs', '1'], { cwd });
    await writeFile(file, text);
    expect(status).toBe(1);
    expect(stdout).toMatch(new RegExp(`W1 +FAIL[^]*${name}`));
  });

  test('expects the indexes of lists that are wrong, too, without saying what they should hold', async () => {
    const cwd = folder();
    const file = path.join(cwd, 'dist/api/genes/page/2.json');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace('"count":', '"count":1'));
    const { status, stdout } = await runInProcess(['verify', 'dist', '--jobs', '1'], { cwd });
    await writeFile(file, text);
    expect(status).toBe(1);
    expect(stdout).toContain('api/genes/page/2.json');
    expect(stdout).not.toContain('web/');
  });

  test('calls fields by their own names in indexes, whatever the site calls them', async () => {
    await inWorkFolder(async (cwd) => {
      const fieldNames = { Notes: 'product', GeneID: 'gene', archive_accession: 'accession' };
      await writeFiles(cwd, { 'phagepress.config.json': JSON.stringify({ fieldNames }) });
      await runWellInProcess([...build, '--out', 'dist'], { cwd });
      const renamed = await readTree(path.join(cwd, 'dist/web'));
      expect(renamed).toEqual(await readTree(path.join(folder(), 'dist/web')));
    });
  });

  test('is the same after a change as if it were built anew', async () => {
    await inWorkFolder(async (cwd) => {
      const { 'genes/Banobagleep.ndjson': text = '', ...data } = await readTree(sample);
      expect(text).toContain('capsid maturation protease');
      await writeFiles(path.join(cwd, 'data'), { ...data, 'genes/Banobagleep.ndjson': text });
      await runWellInProcess(['build', '--quiet', '--no-changes', ...less], { cwd });
      const changed = text.replace('capsid maturation protease', 'a note of its own');
      await writeFiles(path.join(cwd, 'data'), { 'genes/Banobagleep.ndjson': changed });
      await runWellInProcess(['build', '--quiet', '--no-changes', ...less], { cwd });
      await runWellInProcess(
        ['build', '--quiet', '--no-changes', ...less, '--no-cache', '--out', 'anew'],
        { cwd },
      );
      const site = await readTree(path.join(cwd, 'dist'));
      expect(site['web/notes.json']).toContain('a note of its own');
      expect(site).toEqual(await readTree(path.join(cwd, 'anew')));
    });
  });
});
