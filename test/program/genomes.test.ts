/** What a site publishes of genomes: verified, rebuilt, left out, and read in parts by programs of the field. */
import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { test } from './lab.ts';
import { asLines, tinyFeature, tinyGene, tinyPhage } from '../integration/tinyData.ts';

/** Bases that repeat nowhere near, the same for the same seed. */
function basesOf(length: number, seed: number): string {
  let state = seed;
  let bases = '';
  while (bases.length < length) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bases += 'ACGT'[state >>> 30] ?? '';
  }
  return bases;
}

const fasta = (name: string, bases: string) => `>${name}\n${bases}\n`;
const gcOf = (bases: string) =>
  ((100 * bases.replaceAll(/[AT]/g, '').length) / bases.length).toFixed(1);

/** Genomes of two blocks and of one base; there is also a phage without one. */
const named = { Quillon: basesOf(70_000, 1), Short: 'A' };

function dataWith(all: Readonly<Record<string, string>>): Record<string, string> {
  const phages = Object.entries(all).map(([name, bases]) =>
    tinyPhage(name, { genome_length: bases.length, gcpercent: gcOf(bases) }),
  );
  return {
    'data/phages/all.ndjson': asLines([...phages, tinyPhage('Vexmoor')]),
    'data/genes/all.ndjson': asLines([
      tinyGene('Quillon', 1, { Start: 65_200, Stop: 65_290, Length: 90 }),
      tinyGene('Vexmoor', 1),
    ]),
    'data/genomes/all.fasta': Object.entries(all)
      .map(([name, bases]) => fasta(name, bases))
      .join(''),
  };
}

const buildArgs = ['build', '--no-changes', '--no-views', '--deny', 'gene-phage-known'];

test('where the data has no genomes, the summary says what of them was asked for', async (lab) => {
  const quillon = tinyPhage('Quillon', { genome_length: 4, gcpercent: '50.0' });
  await lab.write({
    'data/phages/all.ndjson': asLines([quillon]),
    'data/genes/none.json': '[]',
  });
  const args = ['build', '--no-views', '--genomes-file', 'All.fasta'];
  const leftOut = /^ {2}left out {2}(.*)$/m;
  const said = async (...more: readonly string[]) =>
    leftOut.exec((await lab.run(...args, ...more)).stdout)?.[1];
  expect(await said()).toBe('media/All.fasta: the data has no genomes');
  // Also where nothing is built anew.
  expect(await said()).toBe('media/All.fasta: the data has no genomes');
  expect(await said('--link-genomes')).toBe(
    'media/All.fasta and links to genomes: the data has no genomes',
  );
  const plain = await lab.run('build', '--no-views');
  expect(plain.stdout).not.toMatch(leftOut);
  await lab.write({ 'data/genomes/all.fasta': fasta('Quillon', 'ACGT') });
  expect(await said()).toBeUndefined();
});

describe('a site with genomes', () => {
  test('verifies, and every changed, lost or added file is found', async (lab) => {
    await lab.write(dataWith(named));
    await lab.run(...buildArgs, '--genomes-file', 'All.fasta');
    await lab.run('verify', 'dist', '--jobs', '1');
    const ofGenomes = [
      'bulk/genomes.fa.gz',
      'bulk/genomes.fa.gz.fai',
      'bulk/genomes.fa.gz.gzi',
      'bulk/genes.fna.gz',
      'media/fastas/Quillon.fasta',
      'media/All.fasta',
      'media/genbank/Quillon.gbk',
      'media/gff3/Short.gff3',
    ];
    const tree = await lab.tree('dist');
    expect(Object.keys(tree)).toEqual(expect.arrayContaining(ofGenomes));
    const bases = (file: string) => tree[file]?.replaceAll(/^>.*$/gm, '>');
    expect(bases('media/All.fasta')).toBe(
      `${bases('media/fastas/Quillon.fasta')}${bases('media/fastas/Short.fasta')}`,
    );
    const expectFound = async (file: string) => {
      const { stdout } = await lab.ends(1, 'verify', 'dist', '--jobs', '1');
      expect(stdout).toContain(`${file}: expected`);
    };
    for (const file of ofGenomes) {
      const place = path.join(lab.cwd, 'dist', file);
      appendFileSync(place, 'x');
      await expectFound(file);
      rmSync(place);
      await expectFound(file);
      writeFileSync(place, tree[file] ?? '', 'latin1');
    }
  });

  test('has each feature of a genome in its files, and those of no other', async (lab) => {
    const genomes = { Quillon: basesOf(900, 1), Torven: basesOf(900, 2) };
    const starts = { Quillon: [100, 300, 200], Torven: [500, 400] };
    const lists = Object.entries(starts).map(([name, all]) =>
      all.map((Start) =>
        tinyFeature(name, { Start, Stop: Start + 70, Orientation: 'F', Name: `tRNA ${Start}` }),
      ),
    );
    // Mixed, so that those of a phage do not stand together in the file.
    const mixed = [0, 1, 2].flatMap((at) => lists.flatMap((list) => list[at] ?? []));
    await lab.write({
      ...dataWith(genomes),
      'data/genes/all.ndjson': asLines([tinyGene('Torven', 1, { Start: 0, Stop: 90, Length: 90 })]),
      'data/features/all.ndjson': asLines(mixed),
    });
    for (const size of ['100', '1']) {
      await lab.run(...buildArgs, '--page-size', `features=${size}`);
      const tree = await lab.tree('dist');
      for (const [name, all] of Object.entries(starts)) {
        const sorted = all.toSorted((a, b) => a - b);
        const rows = tree[`media/gff3/${name}.gff3`]?.match(/^.*\ttRNA\t.*$/gm);
        expect(rows?.map((row) => row.split('\t').slice(3, 5))).toEqual(
          sorted.map((start) => [`${start + 1}`, `${start + 70}`]),
        );
        expect(rows?.map((row) => /Name=([^;]*)/.exec(row)?.[1])).toEqual(
          sorted.map((start) => `tRNA ${start}`),
        );
        const places = tree[`media/genbank/${name}.gbk`]?.match(/(?<=^ {5}tRNA +)\S+$/gm);
        expect(places).toEqual(sorted.map((start) => `${start + 1}..${start + 70}`));
      }
    }
  });

  test('is rebuilt to what a build afresh gives, whatever changed', async (lab) => {
    const fresh = () => lab.fresh(...buildArgs);
    const rebuilt = async (...args: string[]) => {
      await lab.run(...buildArgs, ...args);
      return lab.tree('dist');
    };
    await lab.write(dataWith(named));
    expect(await rebuilt()).toEqual(await fresh());
    // The bases alone, with the same length and share of G and C.
    const turned = [...named.Quillon].toReversed().join('');
    await lab.write(dataWith({ ...named, Quillon: turned }));
    expect(await rebuilt()).toEqual(await fresh());
    // Only how pages are cut.
    const paged = await rebuilt('--page-size', '1');
    expect(paged['media/fastas/Quillon.fasta']).toContain(turned.slice(0, 70));
    await lab.run('verify', 'dist');
    lab.edit('data/genes/all.ndjson', /90/g, '93');
    expect(await rebuilt()).toEqual(await fresh());
    lab.remove('data/genomes');
    const without = await rebuilt();
    expect(without).toEqual(await fresh());
    expect(Object.keys(without).filter((file) => file.startsWith('media/'))).toEqual([]);
    expect(lab.json('dist/release.json').bulk).not.toContain('genomes');
  });

  test('names the file of each genome where its record names none, with --link-genomes', async (lab) => {
    const data = dataWith(named);
    const own = tinyPhage('Elsewhere', { fasta_file: 'https://example.org/e.fasta' });
    // In here a value may be anything, and is left alone.
    const odd = {
      ...tinyPhage('Odd', { fasta_file: null }),
      verified_hosts: [{ fasta_file: null }],
    };
    await lab.write({
      ...data,
      'data/phages/all.ndjson': (data['data/phages/all.ndjson'] ?? '').replaceAll(
        /"fasta_file":"[^"]*"/g,
        '"fasta_file":null',
      ),
      'data/phages/more.ndjson': asLines([own, odd]),
      'data/genomes/more.fasta': fasta('Elsewhere', 'ACGT') + fasta('Odd', 'ACGT'),
    });
    const args = [...buildArgs, '--base-url', 'https://example.org/x', '--link-genomes'];
    args.push('--allow', 'genome-length', '--allow', 'genome-gc');
    const filesOf = async (out = 'dist') => {
      const tree = await lab.tree(out);
      const page = JSON.parse(tree['api/phages/index.json'] ?? '') as {
        results: { phage_name: string; fasta_file: string | null }[];
      };
      return Object.fromEntries(page.results.map((phage) => [phage.phage_name, phage.fasta_file]));
    };
    const link = (name: string) => `https://example.org/x/media/fastas/${name}.fasta`;
    const linked = {
      Elsewhere: 'https://example.org/e.fasta',
      Odd: link('Odd'),
      Quillon: link('Quillon'),
      Short: link('Short'),
      Vexmoor: null,
    };
    await lab.run(...args);
    expect(await filesOf()).toEqual(linked);
    expect(await lab.tree('dist')).toMatchObject({
      'api/phages/Odd/index.json': expect.stringContaining('[{"fasta_file":null}]'),
    });
    await lab.run('verify', 'dist', '--jobs', '1');
    // A rebuild follows the genomes that there are, and the option.
    await lab.write({ 'data/genomes/more.fasta': fasta('Elsewhere', 'ACGT') });
    await lab.run(...args);
    expect(await filesOf()).toEqual({ ...linked, Odd: null });
    await lab.run(...args.filter((arg) => arg !== '--link-genomes'));
    expect(await filesOf()).toMatchObject({ Quillon: null, Short: null });
    const without = await lab.ends(2, ...args, '--no-bulk');
    expect(without.stderr).toContain('--link-genomes needs the files of genomes');
    const noFile = await lab.ends(2, 'build', '--genomes-file', 'all.fasta', '--bulk', 'tsv');
    expect(noFile.stderr).toContain('--genomes-file needs the files of genomes');
  });

  test('has none of their files without bulk files, and only these with no others', async (lab) => {
    await lab.write(dataWith(named));
    await lab.run(...buildArgs, '--no-bulk');
    const none = Object.keys(await lab.tree('dist'));
    expect(none.filter((file) => /^(?:bulk|media)\//.test(file))).toEqual([]);
    await lab.run(...buildArgs, '--bulk', 'genomes', '--out', 'only');
    const only = Object.keys(await lab.tree('only'));
    expect(only.filter((file) => file.startsWith('bulk/')).sort()).toEqual([
      'bulk/datapackage.json',
      'bulk/genes.fna.gz',
      'bulk/genomes.fa.gz',
      'bulk/genomes.fa.gz.fai',
      'bulk/genomes.fa.gz.gzi',
      'bulk/index.json',
    ]);
  });
});
