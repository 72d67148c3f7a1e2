/** A site whose fields have other than their neutral names: built, verified, imported and built again. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { withPreview } from './preview.ts';
import { runInProcess, runWellInProcess } from './runProgram.ts';
import { asLines, tinyFeature, tinyGene, tinyPhage } from '../integration/tinyData.ts';
import { differences, inWorkFolder, readTree, writeFiles } from '../integration/workFolder.ts';

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
const build = ['build', '--base-url', 'https://p.example/x', '--profile', 'phagesdb'];
build.push('--max-drop', '100%');
const site = async (cwd: string, folder: string) => readTree(path.join(cwd, folder));

describe('a site with other names', () => {
  test.each([
    ['of the profile', {}],
    ['of its own besides', odd],
  ])(
    'is the same when it is served, imported with its genomes and built again: %s',
    async (_, names) => {
      await inWorkFolder(async (cwd) => {
        await writeFiles(cwd, { ...data, 'phagepress.config.json': config(names) });
        await runWellInProcess([...build, '--out', 'first'], { cwd });
        await withPreview(['--dir', 'first', '--port', '0'], cwd, async ({ url }) => {
          const args = ['import', 'api', url, '--data', 'again', '--genomes', '--rate', '1000'];
          const { stdout } = await runWellInProcess(args, { cwd });
          expect(stdout).toContain('Imported 2 phages, 2 genes, 1 other feature and 1 genome');
          expect(stdout).not.toContain('without the field');
          const verified = await runInProcess(['verify', url], { cwd });
          expect(verified.status, verified.stdout).toBe(0);
        });
        await runWellInProcess([...build, '--data', 'again', '--out', 'second'], { cwd });
        expect(differences(await site(cwd, 'first'), await site(cwd, 'second'))).toEqual([]);
        const { 'release.json': release = '' } = await site(cwd, 'first');
        expect(JSON.parse(release)).toHaveProperty('field_names.archive_accession');
      });
    },
    60_000,
  );

  test('says the same as one with neutral names', async () => {
    await inWorkFolder(async (cwd) => {
      await writeFiles(cwd, { ...data, 'odd.json': config(odd), 'plain.json': '{}' });
      const args = ['build', '--base-url', 'https://p.example/x', '--link-genomes', '--config'];
      await runWellInProcess([...args, 'odd.json', '--out', 'odd'], { cwd });
      await runWellInProcess([...args, 'plain.json', '--out', 'plain'], { cwd });
      const [other, plain] = [await site(cwd, 'odd'), await site(cwd, 'plain')];
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
  });

  test('is made anew where its names change, and is what a fresh build gives', async () => {
    await inWorkFolder(async (cwd) => {
      const file = path.join(cwd, 'phagepress.config.json');
      await writeFiles(cwd, { ...data, 'phagepress.config.json': config({}) });
      for (const names of [{}, odd, { Notes: 'product' }, {}]) {
        fs.writeFileSync(file, config(names));
        await runWellInProcess(build, { cwd });
        await runWellInProcess([...build, '--no-cache', '--out', 'fresh'], { cwd });
        expect(differences(await site(cwd, 'dist'), await site(cwd, 'fresh'))).toEqual([]);
        fs.rmSync(path.join(cwd, 'fresh'), { recursive: true });
        // A change of the data alone.
        fs.appendFileSync(
          path.join(cwd, 'data/genes/all.ndjson'),
          asLines([tinyGene('Vexmoor', 3 + Object.keys(names).length)]),
        );
        await runWellInProcess(build, { cwd });
        await runWellInProcess([...build, '--no-cache', '--out', 'fresh'], { cwd });
        expect(differences(await site(cwd, 'dist'), await site(cwd, 'fresh'))).toEqual([]);
        fs.rmSync(path.join(cwd, 'fresh'), { recursive: true });
        fs.writeFileSync(path.join(cwd, 'data/genes/all.ndjson'), data['data/genes/all.ndjson']);
      }
    });
  });

  test('is found wrong where a record has another name, or a name is not that of release.json', async () => {
    await inWorkFolder(async (cwd) => {
      await writeFiles(cwd, data);
      await runWellInProcess(build, { cwd });
      const change = async (file: string, from: string, to: string) => {
        const at = path.join(cwd, 'dist', file);
        const text = fs.readFileSync(at, 'utf8');
        expect(text).toContain(from);
        fs.writeFileSync(at, text.replace(from, to));
        const { status, stdout, stderr } = await runInProcess(['verify', 'dist', '--jobs', '1'], {
          cwd,
        });
        fs.writeFileSync(at, text);
        expect(status).toBe(1);
        return stdout + stderr;
      };
      const page = 'api/phages/page/1.json';
      expect(await change(page, '"genbank_accession"', '"archive_accession"')).toContain(
        'expected the field "genbank_accession", as release.json names it, found \'"archive_accession"',
      );
      expect(await change(page, '"refseq_accession":""', '"refseq_accession":1')).toContain(
        `${page}#/results/0/refseq_accession: expected a string, found 1`,
      );
      const said = '"archive_accession": "genbank_accession"';
      expect(await change('release.json', said, '"archive_accession": "accession"')).toContain(
        'expected the field "accession"',
      );
    });
  });
});

test('a profile builds data without genomes, and without bulk files; wrong names end it with 2', async () => {
  await inWorkFolder(async (cwd) => {
    const { 'data/genomes/all.fasta': _, ...rest } = data;
    await writeFiles(cwd, rest);
    await runWellInProcess(build, { cwd });
    await runWellInProcess([...build, '--no-bulk'], { cwd });
    const linked = await runInProcess([...build, '--no-bulk', '--link-genomes'], { cwd });
    expect(linked.status).toBe(2);
    await writeFiles(cwd, { 'phagepress.config.json': config({ archive_acession: 'x' }) });
    const wrong = await runInProcess(build, { cwd });
    expect(wrong.status).toBe(2);
    expect(wrong.stderr).toContain('Did you mean "archive_accession"?');
    const unknown = await runInProcess(['build', '--profile', 'other'], { cwd });
    expect(unknown.status).toBe(2);
  });
});
