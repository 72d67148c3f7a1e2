/** Edits by hand follow a phage that gets another name; those of what goes are kept aside. Nothing is lost in silence. */
import { describe, expect } from 'vitest';
import { type Lab, test } from './lab.ts';
import { gff3Text } from '../readers/annotatedFiles.ts';

const named = (name: string) => gff3Text.replaceAll('MADE01', name);
const renaming = ['annotations', 'runs', '--names', 'names.csv'];

async function imported(lab: Lab) {
  await lab.write({ 'runs/a.gff': named('AA1'), 'names.csv': 'AA1,Renamed\n' });
  await lab.import('annotations', 'runs');
}
const editPhage = (lab: Lab) =>
  lab.edit('data/phages/AA1.json', '"found_city": ""', '"found_city": "Bonn"');
const editGene = (lab: Lab) =>
  lab.edit('data/genes/AA1.ndjson', /"Notes":"[^"]*"/, '"Notes":"MINE"');

test('an edited phage is renamed only if that is accepted, and its edits go along', async (lab) => {
  await imported(lab);
  editPhage(lab);
  const before = await lab.tree();
  const { stderr } = await lab.ends(1, 'import', ...renaming);
  expect(stderr).toContain('  phages: AA1, now Renamed\n');
  expect(await lab.tree()).toEqual(before);
  const { stdout } = await lab.import(...renaming, '--accept-renames', '--verbose');
  expect(stdout).toContain('Edited by hand, and kept: 1 field of 1 phage.\n');
  expect(stdout).toContain('  phages/Renamed.json: Renamed: found_city changed\n');
  expect(stdout).toContain('to its new name, in:\n  phages/AA1.json, now phages/Renamed.json\n');
  expect(stdout).not.toContain('while the input changed');
  expect(lab.names('data/phages')).toEqual(['Renamed.json']);
  const record = lab.json('data/phages/Renamed.json');
  expect(record).toMatchObject({ phage_name: 'Renamed', found_city: 'Bonn' });
  // From now on they are edits of the renamed phage.
  const again = await lab.import(...renaming);
  expect(again.stdout).toContain('Unchanged');
  expect(again.stdout).toContain('Edited by hand, and kept: 1 field of 1 phage.\n');
});

test('edits go along, too, once an earlier import has given the phage its other name', async (lab) => {
  await lab.write({
    'runs/AA1.gff': named('contig_1'),
    'runs/BB1.gff': named('BB1').replaceAll('CGT', 'CGC'),
  });
  await lab.import('annotations', 'runs');
  editGene(lab);
  await lab.write({ 'runs/Renamed.gff': lab.text('runs/AA1.gff') });
  lab.remove('runs/AA1.gff');
  const { stdout } = await lab.import('annotations', 'runs');
  expect(stdout).toContain('  AA1 (runs/AA1.gff is gone)\n');
  const pruned = await lab.import('annotations', 'runs', '--prune');
  expect(pruned.stdout).toContain('  genes/AA1.ndjson, now genes/Renamed.ndjson\n');
  expect(pruned.stdout).not.toContain('aside');
  expect(lab.records('genes/Renamed.ndjson')[0]).toMatchObject({
    GeneID: 'Renamed_CDS_1',
    Notes: 'MINE',
  });
});

test('a phage whose input has another name now is not said to have none', async (lab) => {
  await lab.write({
    'runs/a.gff': named('AA1'),
    'runs/b.gff': named('BB1').replaceAll('CGT', 'CGC'),
  });
  await lab.import('annotations', 'runs');
  await lab.write({ 'runs/c.gff': lab.text('runs/a.gff') });
  lab.remove('runs/a.gff');
  const pruned = await lab.import('annotations', 'runs', '--prune');
  expect(pruned.stdout).not.toContain('no input any more');
  await lab.write({ 'runs/a.gff': lab.text('runs/c.gff') });
  lab.remove('runs/b.gff');
  lab.remove('runs/c.gff');
  const { stdout } = await lab.import('annotations', 'runs');
  expect(stdout).toContain('These have no input any more:\n  BB1 (runs/b.gff is gone)\nThe same');
});

test('edits of genes, also added and removed ones, go to the renamed phage', async (lab) => {
  await imported(lab);
  editGene(lab);
  editPhage(lab);
  lab.edit('data/genomes/AA1.fasta', 'ATGGCA', 'ATGGCN');
  const genes = lab.text('data/genes/AA1.ndjson').trimEnd().split('\n');
  const added = { ...JSON.parse(genes[0] ?? ''), GeneID: 'AA1_mine', Stop: 7, LocusTag: 'own' };
  await lab.write({
    'data/genes/AA1.ndjson': [...genes.slice(0, -1), JSON.stringify(added), ''].join('\n'),
  });
  const { stdout } = await lab.import(...renaming, '--accept-renames');
  expect(stdout).toMatch(
    /1 field of 1 gene, 1 gene added, 1 gene removed, 1 field of 1 phage, 1 file of genomes changed\.\n/,
  );
  for (const folder of ['genes', 'phages', 'genomes'])
    expect(lab.names(`data/${folder}`)).toEqual([expect.stringMatching(/^Renamed\./)]);
  expect(lab.text('data/genomes/Renamed.fasta')).toMatch(/^>Renamed\b.*\nATGGCN/);
  const records = lab.records('genes/Renamed.ndjson');
  expect(records).toHaveLength(genes.length);
  expect(records[0]).toMatchObject({ GeneID: 'Renamed_CDS_1', Notes: 'MINE' });
  const last = { GeneID: 'Renamed_mine', PhageID: { PhageID: 'Renamed', Name: 'Renamed' } };
  expect(records.at(-1)).toMatchObject(last);
});

test('the cluster of an edited phage goes to the genes of the renamed one', async (lab) => {
  await imported(lab);
  const cluster = '"pcluster": {"cluster": "Q", "temperate": true}';
  lab.edit('data/phages/AA1.json', '"pcluster": null', cluster);
  await lab.import(...renaming, '--accept-renames');
  expect(lab.text('data/genes/Renamed.ndjson')).toContain('"Cluster":"Q"');
});

test('edits go with each of two phages that change names', async (lab) => {
  const other = named('BB1').replace('product=plain', 'product=other').replace('ACGT', 'TTTT');
  await lab.write({ 'a.gff': named('AA1'), 'b.gff': other, 'names.csv': 'AA1,BB1\nBB1,AA1\n' });
  await lab.import('annotations', 'a.gff', 'b.gff');
  editPhage(lab);
  lab.edit('data/phages/BB1.json', '"found_city": ""', '"found_city": "Jena"');
  const words = ['a.gff', 'b.gff', '--names', 'names.csv', '--accept-renames'];
  await lab.import('annotations', ...words);
  expect(lab.json('data/phages/AA1.json').found_city).toBe('Jena');
  expect(lab.json('data/phages/BB1.json').found_city).toBe('Bonn');
});

test('edits do not go to another phage that takes the place of theirs', async (lab) => {
  await imported(lab);
  editPhage(lab);
  editGene(lab);
  const text = named('ZZ1').replaceAll(/^[ACGTacgt]+$/gm, (bases) =>
    [...bases].toReversed().join('').replace('A', 'C'),
  );
  await lab.write({ 'runs/a.gff': text });
  const { stdout } = await lab.import('annotations', 'runs', '--accept-renames');
  expect(lab.names('data/phages')).toEqual(['ZZ1.json']);
  expect(lab.json('data/phages/ZZ1.json').found_city).toBe('');
  expect(lab.text('data/genes/ZZ1.ndjson')).not.toContain('MINE');
  expect(stdout).toContain(`Edited by hand, and kept aside from what is published:
  genes/AA1.ndjson: AA1_CDS_1: Notes changed, in .imported/aside/genes/AA1.ndjson
  phages/AA1.json: AA1: found_city changed, in .imported/aside/phages/AA1.json
`);
});

test('of what is pruned, the edited records are kept aside, until their input is back', async (lab) => {
  await imported(lab);
  await lab.write({ 'runs/b.gff': named('BB1').replace('ACGT', 'TTTT') });
  await lab.import('annotations', 'runs');
  editGene(lab);
  lab.edit('data/genomes/AA1.fasta', /\n$/, 'A\n');
  const edited = {
    genes: lab.text('data/genes/AA1.ndjson'),
    fasta: lab.text('data/genomes/AA1.fasta'),
  };
  lab.remove('runs/a.gff');
  const { stdout } = await lab.import('annotations', 'runs', '--prune');
  expect(stdout).toContain('Removed, since they have no input any more:\n  AA1 ');
  expect(stdout).toContain('AA1_CDS_1: Notes changed, in .imported/aside/genes/AA1.ndjson\n');
  expect(stdout).toContain('genomes/AA1.fasta changed, in .imported/aside/genomes/AA1.fasta\n');
  for (const folder of ['genes', 'phages', 'genomes'])
    expect(lab.names(`data/${folder}`)).toEqual([expect.stringMatching(/^BB1\./)]);
  const aside = lab.text('data/.imported/aside/genes/AA1.ndjson');
  expect(aside).toBe(`${edited.genes.split('\n')[0]}\n`);
  const later = await lab.import('annotations', 'runs');
  expect(later.stdout).not.toContain('aside');
  await lab.write({ 'runs/a.gff': named('AA1') });
  const back = await lab.import('annotations', 'runs');
  expect(back.stdout).toContain('1 field of 1 gene, 1 file of genomes changed');
  expect(lab.text('data/genes/AA1.ndjson')).toBe(edited.genes);
  expect(lab.text('data/genomes/AA1.fasta')).toBe(edited.fasta);
  expect(lab.has('data/.imported/aside/genes/AA1.ndjson')).toBe(false);
});

test('a file that is no JSON any more stops a rename, and is kept aside whole by --prune', async (lab) => {
  await imported(lab);
  await lab.write({
    'data/genes/AA1.ndjson': 'mine\n',
    'runs/b.gff': named('BB1').replace('ACGT', 'TTTT'),
  });
  const { stderr } = await lab.ends(1, 'import', ...renaming, '--accept-renames');
  expect(stderr).toContain('genes/AA1.ndjson:1 is no record in JSON since it was edited');
  lab.remove('runs/a.gff');
  const { stdout } = await lab.import('annotations', 'runs', '--prune');
  expect(stdout).toContain('  genes/AA1.ndjson changed, in .imported/aside/genes/AA1.ndjson\n');
  expect(lab.text('data/.imported/aside/genes/AA1.ndjson')).toBe('mine\n');
});

describe('two inputs', () => {
  const other = (name: string) => named(name).replaceAll('ATGGCACGT', 'ATGGCGCGT');
  const genesOf = (lab: Lab) => ['AA1', 'BB1'].map((name) => lab.text(`data/genes/${name}.ndjson`));

  const flat = (name: string, protein: string) =>
    `LOCUS       ${name} 60 bp DNA linear PHG 01-JAN-2026\nFEATURES             Location/Qualifiers\n     CDS             1..12\n                     /translation="${protein}"\n//\n`;

  test.for([
    ['genomes', named('AA1'), other('BB1')],
    ['proteins alone', flat('AA1', 'MART'), flat('BB1', 'MARS')],
  ] as const)(
    'that swap what they hold rename nothing, by %s, and edits stay',
    async ([, one, two], { lab }) => {
      await lab.write({ 'runs/a': one, 'runs/b': two });
      await lab.import('annotations', 'runs');
      editGene(lab);
      editPhage(lab);
      const genes = genesOf(lab);
      await lab.write({ 'runs/a': two, 'runs/b': one });
      const { stdout } = await lab.import('annotations', 'runs');
      expect(stdout).toContain('1 field of 1 gene, 1 field of 1 phage.\n');
      expect(stdout).not.toContain('no longer has');
      expect(genesOf(lab)).toEqual(genes);
    },
  );

  test('whose names are swapped are told as renames', async (lab) => {
    await lab.write({ 'runs/a.gff': named('AA1'), 'runs/b.gff': other('BB1') });
    await lab.import('annotations', 'runs');
    await lab.write({ 'names.csv': 'AA1,BB1\nBB1,AA1\n' });
    const { stderr } = await lab.ends(1, 'import', ...renaming);
    expect(stderr).toContain('  phages: AA1, now BB1, BB1, now AA1\n');
  });
});
