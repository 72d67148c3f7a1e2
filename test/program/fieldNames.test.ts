/** A site whose fields have other than their neutral names: built, verified, imported and built again. */
import { describe, expect } from 'vitest';
import { test } from './lab.ts';
import { withPreview } from './preview.ts';
import { asLines, tinyFeature, tinyGene, tinyPhage } from '../integration/tinyData.ts';
import { differences } from '../integration/workFolder.ts';

const bases = 'ACGGT'.repeat(20);
const data = {
  'data/phages/all.ndjson': asLines([
    tinyPhage('Quillon', { genome_length: 100, gcpercent: '60.0', fasta_file: null }),
    {
      ...tinyPhage('Vexmoor', { archive_accession: 'MT0001' }),
      verified_hosts: [{ archive_accession: 'own', 2: 'b', 1: 'a' }],
    },
  ]),
  'data/genes/all.ndjson': asLines([tinyGene('Vexmoor', 1), tinyGene('Vexmoor', 2)]),
  'data/features/all.ndjson': asLines([tinyFeature('Vexmoor')]),
  'data/genomes/all.fasta': `>Quillon\n${bases}\n`,
};
/** Names that change places, names that fields of other objects have, and those of all that orders records. */
const odd = {
  GeneID: 'gene',
  PhageID: 'phage',
  phage_name: 'name',
  PhamID: 'family',
  Start: 'Stop',
  Stop: 'Start',
  Name: 'PhamID',
  genus_encyclopedia: 'wiki',
  species_encyclopedia: 'wiki',
  gene_count: 'genes',
  in_archive: 'in_archive',
};
const config = (fieldNames: object) => JSON.stringify({ fieldNames });
const build = [
  'build',
  '--base-url',
  'https://p.example/x',
  '--profile',
  'phagesdb',
  '--no-changes',
];
build.push('--max-drop', '100%');

describe('a site with other names', () => {
  test.for<[string, object]>([
    ['of the profile', {}],
    ['of its own besides', odd],
  ])(
    'is the same when it is served, imported with its genomes and built again: %s',
    async ([_, names], { cwd, lab }) => {
      await lab.write({ ...data, 'phagepress.config.json': config(names) });
      await lab.run(...build, '--out', 'first');
      await withPreview(['--dir', 'first', '--port', '0'], cwd, async ({ url }) => {
        const args = ['import', 'api', url, '--data', 'again', '--genomes', '--rate', '1000'];
        const { stdout } = await lab.run(...args);
        expect(stdout).toContain('Imported 2 phages, 2 genes, 1 other feature and 1 genome');
        expect(stdout).not.toContain('without the field');
        await lab.run('verify', url);
      });
      await lab.run(...build, '--data', 'again', '--out', 'second');
      expect(differences(await lab.tree('first'), await lab.tree('second'))).toEqual([]);
      expect(lab.json('first/release.json')).toHaveProperty('field_names.archive_accession');
    },
  );

  test('says the same as one with neutral names', async (lab) => {
    await lab.write({ ...data, 'odd.json': config(odd), 'plain.json': '{}' });
    const args = ['build', '--base-url', 'https://p.example/x', '--link-genomes', '--config'];
    await lab.run(...args, 'odd.json', '--out', 'odd');
    await lab.run(...args, 'plain.json', '--out', 'plain');
    const [other, plain] = [await lab.tree('odd'), await lab.tree('plain')];
    expect(Object.keys(other).toSorted()).toEqual(Object.keys(plain).toSorted());
    const same = Object.keys(plain).filter((file) => other[file] === plain[file]);
    // What is said in other words than records.
    for (const file of [
      'media/genbank/Quillon.gbk',
      'media/gff3/Quillon.gff3',
      'bulk/genes.gff3.gz',
      'bulk/proteins.faa.gz',
      'bulk/phages/Vexmoor.faa',
      'bulk/phages/Vexmoor.gff3',
    ])
      expect(same).toContain(file);
    const [there, here] = [other, plain].map((tree) => tree['api/phages/Vexmoor/index.json']);
    // The publisher's own.
    expect(there).toContain('"archive_accession":"own"');
    expect(there?.replace('"name":', '"phage_name":').replaceAll('"wiki":', '"…":')).toBe(
      here?.replaceAll(/"\w+_encyclopedia":/g, '"…":'),
    );
  });

  test('is made anew where its names change, and is what a fresh build gives', async (lab) => {
    const isFresh = async () => {
      await lab.run(...build);
      expect(differences(await lab.tree('dist'), await lab.fresh(...build))).toEqual([]);
    };
    await lab.write(data);
    for (const names of [{}, odd, { Notes: 'product' }, {}]) {
      await lab.write({ 'phagepress.config.json': config(names) });
      await isFresh();
      // A change of the data alone.
      const more = asLines([tinyGene('Vexmoor', 3 + Object.keys(names).length)]);
      await lab.write({ 'data/genes/more.ndjson': more });
      await isFresh();
      lab.remove('data/genes/more.ndjson');
    }
  });

  test('is found wrong where a record has another name, or a name is not that of release.json', async (lab) => {
    await lab.write(data);
    await lab.run(...build);
    const page = 'api/phages/page/1.json';
    expect(await lab.spoilt(page, '"genbank_accession"', '"archive_accession"')).toContain(
      'expected the field "genbank_accession", as release.json names it, found \'"archive_accession"',
    );
    expect(await lab.spoilt(page, '"refseq_accession":""', '"refseq_accession":1')).toContain(
      `${page}#/results/0/refseq_accession: expected a string, found 1`,
    );
    const said = '"archive_accession": "genbank_accession"';
    expect(await lab.spoilt('release.json', said, '"archive_accession": "accession"')).toContain(
      'expected the field "accession"',
    );
  });
});

test('a profile builds data without genomes, and without bulk files; wrong names end it with 2', async (lab) => {
  const { 'data/genomes/all.fasta': _, ...rest } = data;
  await lab.write(rest);
  await lab.run(...build);
  await lab.run(...build, '--no-bulk');
  await lab.ends(2, ...build, '--no-bulk', '--link-genomes');
  await lab.write({ 'phagepress.config.json': config({ archive_acession: 'x' }) });
  const wrong = await lab.ends(2, ...build);
  expect(wrong.stderr).toContain('Did you mean "archive_accession"?');
  await lab.ends(2, 'build', '--profile', 'other');
});
