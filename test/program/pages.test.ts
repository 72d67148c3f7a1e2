/** What a build makes for the pages for people: their code, and indexes that agree with the records. */
import path from 'node:path';
import { describe, expect } from 'vitest';
import { Lab, test } from './lab.ts';
import { runWellInProcess } from './runProgram.ts';
import { asLines, tinyGene, tinyPhage } from '../integration/tinyData.ts';
import { readTree, sharedFolder, writeFiles } from '../integration/workFolder.ts';

const sample = path.join(import.meta.dirname, '../../data');
const less = ['--no-gene-files', '--no-bulk'];
const build = ['build', '--quiet', '--data', sample, ...less];

type Json = Readonly<Record<string, readonly unknown[]>>;

const folder = sharedFolder(async (cwd) => {
  await runWellInProcess([...build, '--out', 'dist'], { cwd });
});

const site = () => new Lab(folder());
const json = (file: string): Json => site().json(`dist/${file}`);

interface Gene {
  readonly GeneID: string;
  readonly PhageID: { readonly PhageID: string };
  readonly PhamID: { readonly PhamID: number };
  readonly Notes: string;
}

const allGenes = () =>
  Array.from(
    { length: 20 },
    (_, page) => json(`api/genes/page/${page + 1}.json`)['results'] as readonly Gene[],
  ).flat();

describe('a site with pages', () => {
  test('has an index of phages in the order of the list, with the genes of each', async () => {
    const index = json('web/phages.json');
    const { results } = json('api/phages/page/1.json');
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
    const genes = allGenes();
    const countOf = (name: string) =>
      genes.filter(({ PhageID }) => PhageID.PhageID === name).length;
    expect(index['genes']).toEqual(phages.map(({ phage_name }) => countOf(phage_name)));
    expect(index).not.toHaveProperty('features');
    expect(index).not.toHaveProperty('genome');
  });

  test('has indexes of families, notes and where genes begin', async () => {
    const genes = allGenes();
    const families = json('web/families.json');
    const ids = [...new Set(genes.map(({ PhamID }) => PhamID.PhamID))].sort((a, b) => a - b);
    let id = 0;
    expect((families['id'] as number[]).map((step) => (id += step))).toEqual(ids);
    const notes = json('web/notes.json');
    const lysins = genes.filter(({ Notes }) => Notes === 'lysin A');
    const at = notes['notes']?.indexOf('lysin A') ?? -1;
    expect(lysins.length).toBeGreaterThan(0);
    expect(notes['genes']?.[at]).toBe(lysins.length);
    const firsts = json('web/genes.json')['pages'];
    expect(firsts).toEqual(genes.filter((_, n) => n % 100 === 0).map(({ GeneID }) => GeneID));
  });

  test('has the same indexes of odd genes from what a build notes and from pages that are read', async (lab) => {
    const odd = [
      // A gene without a family, too.
      { ...tinyGene('Quillon', 3), PhamID: null },
      tinyGene('Quillon', 1, { GeneID: 'a"b\u00e9', Notes: 'x'.repeat(300) }),
      tinyGene('Quillon', 2, { GeneID: '\u4e2d'.repeat(60), Notes: '' }),
      tinyGene('Vexmoor', 1, { GeneID: '\ud83e\udda0', Notes: 'z "quoted" \\\\ z' }),
      ...[1, 2, 3, 4].map((n) => tinyGene('Vexmoor', 3 + n, { Notes: `note ${n % 2}` })),
    ];
    await lab.write({
      'data/phages/all.ndjson': asLines(['Quillon', 'Vexmoor'].map((name) => tinyPhage(name))),
      'data/genes/all.ndjson': asLines(odd),
    });
    const allowed = ['--allow', 'null-value', '--allow', 'gene-id-form', '--page-size', '1'];
    await lab.run('build', ...allowed);
    await lab.run('build', ...allowed, '--no-views', '--no-bulk', '--out', 'read');
    for (const file of ['web/genes.json', 'web/phages.json'])
      expect(lab.text(`dist/${file}`)).toBe(lab.text(`read/${file}`));
    const { pages } = lab.json('dist/web/genes.json');
    expect(pages).toHaveLength(8);
    expect(pages).toContain('a"b\u00e9');
    // Verify reads the pages.
    await lab.run('verify', 'dist');
  });

  test('is what verify expects, down to an index that was changed', async () => {
    const whole = await site().run('verify', 'dist', '--jobs', '1');
    expect(whole.stdout).toContain('\n  W1        pass  pages for people\n');
    const said = await site().spoilt('web/notes.json', '"genes":[', '"genes":[1');
    expect(said).toContain('web/notes.json');
  });

  test.for<[name: string, from: string, to: string]>([
    ['phages/Banobagleep/index.html', '<h1>Banobagleep</h1>', '<h1>Another</h1>'],
    ['clusters/A/index.html', 'Cluster A', 'Cluster B'],
    ['phages/index.html', 'Phages', 'Page'],
    ['sitemap.xml', '/phages/Banobagleep/', '/phages/Gone/'],
    ['robots.txt', 'Allow', 'Disallow'],
  ])('has what verify expects in %s, and nothing else', async ([name, from, to]) => {
    const said = await site().spoilt(name, from, to);
    expect(said).toMatch(new RegExp(`W1 +FAIL[^]*${name}`));
  });

  test('expects the indexes of lists that are wrong, too, without saying what they should hold', async () => {
    const said = await site().spoilt('api/genes/page/2.json', '"count":', '"count":1');
    expect(said).toContain('api/genes/page/2.json');
    expect(said).not.toContain('web/');
  });

  test('calls fields by their own names in indexes, whatever the site calls them', async (lab) => {
    const fieldNames = { Notes: 'product', GeneID: 'gene', archive_accession: 'accession' };
    await lab.write({ 'phagepress.config.json': JSON.stringify({ fieldNames }) });
    await lab.run(...build, '--out', 'dist');
    expect(await lab.tree('dist/web')).toEqual(await site().tree('dist/web'));
  });

  test('is the same after a change as if it were built anew', async (lab) => {
    const { 'genes/Banobagleep.ndjson': text = '', ...data } = await readTree(sample);
    expect(text).toContain('capsid maturation protease');
    await writeFiles(lab.at('data'), { ...data, 'genes/Banobagleep.ndjson': text });
    const again = ['build', '--quiet', '--no-changes', ...less];
    await lab.run(...again);
    lab.edit('data/genes/Banobagleep.ndjson', 'capsid maturation protease', 'a note of its own');
    await lab.run(...again);
    expect(lab.text('dist/web/notes.json')).toContain('a note of its own');
    expect(await lab.tree('dist')).toEqual(await lab.fresh(...again));
  });
});
