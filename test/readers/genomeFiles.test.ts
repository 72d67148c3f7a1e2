/** Files of one phage with its genome are read back to the records that they were written from. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { FeatureRecord, GeneRecord, PhageRecord } from '../../src/generated/records.ts';
import { genePlace, renderGff3 } from '../../src/sinks/phageGenome.ts';
import { renderGenbank } from '../../src/sinks/genbank.ts';
import { runWell } from '../integration/runCli.ts';
import { addFile, tempFolder } from '../unit/sources/tempFolder.ts';
import { expectValidGff3, hasGenomeTools } from './genomeTools.ts';
import { type Made, madePhage } from './genomesMade.ts';
import { pythonHas, runPython } from './python.ts';
import { realAnnotations } from './realAnnotations.ts';

const install = 'apt-get install python3-biopython python3-bcbio-gff';

const long = 'a protein with very many words that go on and on '.repeat(210);
const hostile = `say "so" ""twice"" \n//\n\t     CDS             1..2\n/note="x" ${'"'.repeat(200)} ORIGIN é 🦠 %;=,& ${'x"'.repeat(300)}`;
const written: readonly (readonly [what: string, made: Made])[] = [
  ['one with genes of all kinds', madePhage('Quillon', 1)],
  ['one with none through the origin', madePhage('Vexmoor', 2, { origin: false })],
  [
    'one with long texts',
    madePhage('x'.repeat(180), 3, {
      gene: { Notes: long, Name: 'y'.repeat(10_000) },
      phage: { finder_name: long },
    }),
  ],
  [
    'one with hostile texts',
    madePhage('Mr 5% É', 4, {
      gene: { Notes: hostile, Name: hostile, LocusTag: hostile },
      phage: { finder_name: hostile, found_city: hostile, archive_accession: 'AB 1"' },
    }),
  ],
];

interface ReadFeature {
  readonly type: string;
  readonly parts: readonly (readonly [start: number, end: number, strand: number])[];
  readonly qualifiers: Readonly<Record<string, readonly string[]>>;
  readonly bases: string;
}

interface ReadRecord {
  readonly name: string;
  readonly id: string;
  readonly organism: string;
  readonly topology?: string;
  readonly sequence: string;
  readonly features: readonly ReadFeature[];
}

/** The parts of a gene in the order in which they are read. */
function partsOf(gene: GeneRecord, made: Made) {
  const { parts, strand } = genePlace(gene, made)!;
  const along = parts.map(({ first, last }) => [first - 1, last, strand]);
  return strand === -1 ? along.toReversed() : along;
}

/** The genes of a phage by their parts, each with its translation. */
function genesDue(made: Made): string[] {
  return made.genes
    .map((gene) => JSON.stringify([partsOf(gene, made), gene.Translation]))
    .toSorted();
}

const genesIn = (record?: ReadRecord) =>
  record?.features.filter(({ type }) => type === 'CDS') ?? [];

/** The same as Biopython reads them. */
function genesRead(record?: ReadRecord): string[] {
  return genesIn(record)
    .map(({ parts, qualifiers }) => JSON.stringify([parts, qualifiers['translation']?.[0] ?? '']))
    .toSorted();
}

describe.skipIf(!pythonHas('Bio'))(`Biopython (to run this: ${install})`, () => {
  test.each(written)('reads back the GenBank file of %s', async (what, made) => {
    const file = addFile(tempFolder(), 'x.gbk', renderGenbank(made));
    const [records] = (await runPython('writtenGenbank.py', file)) as ReadRecord[][];
    expect(records).toHaveLength(1);
    const [found] = records ?? [];
    expect(found?.sequence).toBe(made.bases.toString());
    expect(found?.topology ?? '').toBe(what.includes('none through') ? '' : 'circular');
    expect(genesRead(found)).toEqual(genesDue(made));
    const genes = genesIn(found);
    for (const { qualifiers } of genes) expect(qualifiers['transl_table']).toEqual(['11']);
    expect(
      found?.features
        .map(({ type }) => type)
        .filter((type) => type !== 'CDS')
        .toSorted(),
    ).toEqual(['misc_feature', 'repeat_region', 'repeat_region', 'source', 'tRNA', 'tmRNA']);
    // A cut that is not known is not made up.
    const known = made.genes.filter((gene) => genePlace(gene, made)?.isWhole === false);
    expect(known.length).toBeGreaterThan(made.genes.length / 2);
    expect(genes.map(({ bases }) => bases.length)).toEqual(
      expect.arrayContaining(known.map(({ Length }) => Length)),
    );
  });
});

describe.skipIf(!hasGenomeTools)('GenomeTools (to run this: apt-get install genometools)', () => {
  test.each(written)('finds the GFF3 file of %s valid', (_, made) => {
    expectValidGff3(addFile(tempFolder(), 'x.gff3', renderGff3(made)));
  });
});

/** What an import makes of files: each phage with its records and its genome. */
async function imported(files: readonly string[]): Promise<Made[]> {
  const data = tempFolder();
  await runWell(['import', 'annotations', ...files, '--data', 'data'], { cwd: data });
  const linesOf = <T>(file: string): T[] => {
    const at = path.join(data, 'data', file);
    if (!existsSync(at)) return [];
    return readFileSync(at, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as T);
  };
  return readdirSync(path.join(data, 'data/phages')).map((file) => {
    const name = file.replace(/\.json$/, '');
    const fasta = readFileSync(path.join(data, `data/genomes/${name}.fasta`), 'latin1');
    return {
      phage: JSON.parse(readFileSync(path.join(data, 'data/phages', file), 'utf8')) as PhageRecord,
      genes: linesOf<GeneRecord>(`genes/${name}.ndjson`),
      features: linesOf<FeatureRecord>(`features/${name}.ndjson`),
      bases: Buffer.from(fasta.replace(/^>.*/, '').replaceAll('\n', ''), 'latin1'),
    };
  });
}

/** The genes of each phage by what they encode and where, in an order of their own. */
function encoded(phages: readonly Made[]): string[] {
  return phages
    .map(({ genes, bases }) =>
      JSON.stringify([
        bases.toString('latin1'),
        genes
          .map(({ Start, Stop, Orientation, Translation }) => ({
            Start,
            Stop,
            Orientation,
            Translation,
          }))
          .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
      ]),
    )
    .toSorted();
}

/** Folder by folder, as the same phage is in several. */
const folders = [...new Set(realAnnotations.map((file) => path.dirname(file)))];
const forms = [
  ['GenBank', 'gbk', renderGenbank],
  ['GFF3', 'gff3', renderGff3],
] as const;

describe.each(forms)('an import of what was written as %s', (_, ending, render) => {
  const again = async (phages: readonly Made[]) => {
    const folder = tempFolder();
    // As a site names them.
    const file = (made: Made) => `${made.phage.phage_name}.${ending}`;
    return imported(phages.map((made) => addFile(folder, file(made), render(made))));
  };

  test('gives the same genes', async () => {
    const made = written.map(([, one]) => one);
    expect(encoded(await again(made))).toEqual(encoded(made));
  });

  test.each(folders)('gives the same genes, and fields, of the real phages in %s', async (dir) => {
    const first = await imported([dir]);
    expect(first.length).toBeGreaterThan(0);
    const second = await again(first);
    expect(encoded(second)).toEqual(encoded(first));
    const told = (made: Made) =>
      made.genes.map(({ Name, Notes, LocusTag }) => ({ Name, Notes, LocusTag }));
    const byName = new Map(second.map((made) => [made.phage.phage_name, told(made)]));
    expect(byName).toEqual(new Map(first.map((made) => [made.phage.phage_name, told(made)])));
  });
});

describe.skipIf(!pythonHas('Bio', 'BCBio.GFF') || !hasGenomeTools || folders.length === 0)(
  'all of them',
  () => {
    test.each(folders.length === 0 ? [''] : folders)(
      'read the files of the real phages in %s without a warning',
      async (dir) => {
        const made = await imported([dir]);
        const folder = tempFolder();
        const write = (ending: string, render: (one: Made) => Buffer) =>
          made.map((one, at) => addFile(folder, `f${at}.${ending}`, render(one)));
        const genbank = (await runPython(
          'writtenGenbank.py',
          ...write('gbk', renderGenbank),
        )) as ReadRecord[][];
        const gff3 = write('gff3', renderGff3);
        expectValidGff3(...gff3);
        expect(genbank.map(([record]) => genesRead(record))).toEqual(made.map(genesDue));
        expect(await readRows(...gff3)).toEqual(made.map((one) => [sequenceDue(one)]));
      },
    );
  },
);

/** The parts of all genes, each with its translation. */
function rowsDue(made: Made): string[] {
  return made.genes
    .flatMap((gene) =>
      partsOf(gene, made).map((part) => JSON.stringify([...part, gene.Translation])),
    )
    .toSorted();
}

const sequenceDue = (made: Made) => ({ sequence: made.bases.toString(), rows: rowsDue(made) });

/** The same as bcbio-gff reads it. */
async function readRows(...files: readonly string[]) {
  const read = (await runPython('gff3Features.py', ...files)) as {
    sequence: string;
    features: { type: string; place: number[]; qualifiers: Record<string, string[]> }[];
  }[][];
  return read.map((records) =>
    records.map(({ sequence, features }) => ({
      sequence,
      rows: features
        .filter(({ type }) => type === 'CDS')
        .map(({ place, qualifiers }) =>
          JSON.stringify([...place, qualifiers['translation']?.[0] ?? '']),
        )
        .toSorted(),
    })),
  );
}

const hasBcbio = pythonHas('BCBio.GFF');
describe.skipIf(!hasBcbio)(`bcbio-gff (to run this: ${install})`, () => {
  test('reads back the genes of the GFF3 files, and their sequences', async () => {
    const folder = tempFolder();
    const files = written.map(([, made], at) => addFile(folder, `f${at}.gff3`, renderGff3(made)));
    expect(await readRows(...files)).toEqual(written.map(([, made]) => [sequenceDue(made)]));
  });

  test.skipIf(!hasGenomeTools)(
    'reads the same genes from what GenomeTools makes of the files',
    async () => {
      const folder = tempFolder();
      const files = written.map(([, made], at) => {
        const file = addFile(folder, `f${at}.gff3`, renderGff3(made));
        const { stdout, stderr, status } = spawnSync('gt', ['gff3', '-sort', '-retainids', file], {
          encoding: 'utf8',
        });
        expect([stderr, status]).toEqual(['', 0]);
        return addFile(folder, `again${at}.gff3`, stdout);
      });
      const found = await readRows(...files);
      expect(found.map(([one]) => one?.rows)).toEqual(written.map(([, made]) => rowsDue(made)));
    },
  );
});
