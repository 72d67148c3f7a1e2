import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildBulkSite, type BulkSite, genes, phages } from './bulkSite.ts';
import { expectValidGff3, hasGenomeTools } from './genomeTools.ts';
import { pythonHas, runPython } from './python.ts';

let site: BulkSite;
beforeAll(async () => {
  site = await buildBulkSite();
});
afterAll(() => site.remove());

const install = 'apt-get install python3-biopython python3-bcbio-gff';

const phageNames = [...new Set(genes.map(({ PhageID }) => PhageID.PhageID))];
const genesOf = (phage: string) => genes.filter(({ PhageID }) => PhageID.PhageID === phage);
const onLine = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ');

describe.skipIf(!pythonHas('Bio'))(`Biopython (to run this: ${install})`, () => {
  test('reads every protein, and what its header says', async () => {
    const proteins = await runPython('fasta.py', path.join(site.dir, 'proteins.faa.gz'));
    expect(proteins).toEqual(
      genes.map(({ GeneID, PhageID, PhamID, Notes, Translation }) => {
        const cluster = PhageID.Cluster === null ? 'Unclustered' : `cluster ${PhageID.Cluster}`;
        const told = `${PhageID.Name}|${PhageID.Accession}|pham ${PhamID.PhamID}|${cluster}|${Notes}`;
        return [GeneID, onLine(`${GeneID} ${told}`).trimEnd(), Translation];
      }),
    );
  });
});

interface Region {
  readonly id: string;
  readonly bounds: readonly (readonly [string, number, number])[];
  readonly features: readonly {
    readonly type: string;
    readonly start: number;
    readonly end: number;
    readonly strand: number;
    readonly id: string;
    readonly qualifiers: Readonly<Record<string, readonly string[]>>;
  }[];
}

describe.skipIf(!pythonHas('BCBio.GFF'))(`bcbio-gff (to run this: ${install})`, () => {
  test('reads every gene where it lies on its genome, and what it is', async () => {
    const read = await runPython('gff3.py', path.join(site.dir, 'genes.gff3.gz'));
    const regions = read as readonly Region[];
    const named = regions.map((region) => ({ ...region, id: decodeURIComponent(region.id) }));
    expect(named.map(({ id }) => id).toSorted()).toEqual(phageNames.toSorted());
    for (const { id, features } of named) {
      const found = features.map(({ type, start, end, strand, qualifiers }) => {
        return { type, start, end, strand, qualifiers };
      });
      const wanted = genesOf(id)
        .toSorted((a, b) => a.Start - b.Start)
        .map((gene) => ({
          type: 'CDS',
          start: gene.Start,
          end: gene.Stop,
          strand: gene.Orientation === 'F' ? 1 : -1,
          qualifiers: {
            ID: [gene.GeneID],
            Name: [gene.Name],
            ...(gene.LocusTag === null || gene.LocusTag === ''
              ? {}
              : { locus_tag: [gene.LocusTag] }),
            // It drops spaces around a value, also encoded ones.
            ...(gene.Notes === '' ? {} : { product: [gene.Notes.trim()] }),
            pham: [String(gene.PhamID.PhamID)],
            phase: ['0'],
            source: ['phagepress'],
          },
        }));
      expect(found).toEqual(wanted);
    }
  });

  test('reads how long each genome is', async () => {
    const read = await runPython('gff3.py', path.join(site.dir, 'genes.gff3.gz'));
    const bounds = (read as readonly Region[]).flatMap((region) => region.bounds);
    const ends = new Map(bounds.map(([name, , end]) => [decodeURIComponent(name), end]));
    for (const phage of phageNames) {
      const length = phages.find(({ phage_name: name }) => name === phage)?.genome_length ?? 0;
      expect(ends.get(phage)).toBe(Math.max(length, ...genesOf(phage).map(({ Stop }) => Stop)));
    }
  });
});

describe.skipIf(!hasGenomeTools)('GenomeTools (to run this: apt-get install genometools)', () => {
  test('finds the GFF3 file valid, and counts its genes', () => {
    const file = path.join(site.dir, 'genes.gff3.gz');
    expectValidGff3(file);
    const counted = execFileSync('gt', ['stat', file], { encoding: 'utf8' });
    expect(counted).toContain(`CDSs: ${genes.length}`);
  });
});
