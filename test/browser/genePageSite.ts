/** Phages for the pages of genes: with a genome and without, in clusters, and with a family that many have. */
import { asLines, tinyFeature, tinyGene, tinyPhage } from '../integration/tinyData.ts';

/** Read in two parts: the tenth base is skipped. */
export const cut = { bases: 'ATGGCTGCATGAACTGAAATAA', read: 'ATGGCTGCAGAACTGAAATAA' };
/** MAE, as it is read. */
export const plain = 'ATGGCTGAATAA';
const backward = 'TTATTCAGCCAT';

const between = (length: number) => 'CCTTAGGACC'.repeat(10).slice(0, length);

/** Genes: 31 to 42, 61 to 82 in two parts, 101 to 112 on the other strand, 121 to 150, and 295 to 6 through the origin. */
export const genome = [
  plain.slice(6),
  between(24),
  plain,
  between(18),
  cut.bases,
  between(18),
  backward,
  between(88),
  between(94),
  plain.slice(0, 6),
].join('');

/** Who has family 7; more than are drawn at first, and with more neighbours than are counted by name. */
export const holders = Array.from({ length: 24 }, (_, at) => `Holder${at + 1}`);

const clusterAt = (at: number) => ({
  Cluster: at < 16 ? 'A' : 'B',
  Subcluster: at < 8 ? 'A1' : at < 16 ? 'A2' : 'B1',
});

function phageOf(name: string, { Cluster, Subcluster }: ReturnType<typeof clusterAt>) {
  return tinyPhage(name, {
    pcluster: { cluster: Cluster, temperate: true },
    psubcluster: { subcluster: Subcluster },
    old_names: '',
    archive_accession: '',
    reference_accession: '',
    fasta_file: null,
  });
}

const family = (PhamID: number) => ({ PhamID, Color: '#123456' });

/** Alpha is of subcluster A2; Holder9 to Holder16 are, too. */
const ofAlpha = clusterAt(8);

const alphaGenes = [
  { Start: 30, Stop: 42, Length: 12, PhamID: family(7), Notes: 'tail fibre', Name: '1' },
  { Start: 60, Stop: 82, Length: 21, Translation: 'MAAELK', PhamID: family(8), Name: '2' },
  { Start: 100, Stop: 112, Length: 12, Orientation: 'R' as const, PhamID: family(9), Name: '3' },
  { Start: 120, Stop: 150, Length: 12, PhamID: family(10), Notes: 'lysin [lysis]', Name: '4' },
  { Start: 294, Stop: 6, Length: 12, PhamID: family(11), Name: '5' },
].map((fields, at) => {
  const gene = tinyGene('Alpha', at + 1, {
    Orientation: 'F',
    Translation: 'MAE',
    Notes: '',
    LocusTag: `ALPHA_${at + 1}`,
    ...fields,
  });
  return { ...gene, PhageID: { ...gene.PhageID, ...ofAlpha } };
});

const notesOfFirst = ['Tail fibre', 'tail fibre', 'tail fibre', 'tail fibre'];

const holderGenes = holders.flatMap((name, at) =>
  [1, 2].map((number) => {
    const gene = tinyGene(name, number, {
      Start: number * 100,
      Stop: number * 100 + 12,
      Orientation: 'F',
      PhamID: family(number === 1 ? 7 : 100 + at),
      // Proteins of three lengths.
      Translation: number === 1 && at < 3 ? 'MAEL' : 'MAE',
      Length: number === 1 && at < 3 ? 15 : 12,
      Notes: number === 1 ? (notesOfFirst[at] ?? '') : `note ${at + 1}`,
    });
    const stop = (gene.Start ?? 0) + (gene.Length ?? 0);
    return { ...gene, Stop: stop, PhageID: { ...gene.PhageID, ...clusterAt(at) } };
  }),
);

const alone = tinyGene('Unrecorded', 1, { PhamID: family(300), Notes: 'alone' });

/** A phage of genes alone, in no cluster. */
const unrecorded = { ...alone, PhageID: { ...alone.PhageID, Cluster: '', Subcluster: '' } };

export const geneData: Readonly<Record<string, string>> = {
  'data/phages/all.ndjson': asLines([
    { ...phageOf('Alpha', ofAlpha), genome_length: genome.length },
    ...holders.map((name, at) => phageOf(name, clusterAt(at))),
  ]),
  'data/genes/all.ndjson': asLines([...alphaGenes, ...holderGenes, unrecorded]),
  'data/features/all.ndjson': asLines([tinyFeature('Alpha', { Start: 160, Stop: 190 })]),
  'data/families.ndjson': '{"PhamID":300,"family_label":"Lysin_A"}\n',
  'data/genomes/Alpha.fasta': `>Alpha\n${genome}\n`,
};
