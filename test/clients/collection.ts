/** An invented collection in which every use of `phagesdbUses.ts` can be tried: larger than a page, with all that records leave open. */
import type { GeneRecord, PhageRecord, Species } from '../../src/generated/records.ts';
import { asLines, tinyPhage } from '../integration/tinyData.ts';
import { geneAt, randomBases } from '../readers/genomesMade.ts';

const genomeLength = 900;

const species: Species = {
  id: 2,
  genus: 'Mycobacterium',
  species_name: 'smegmatis',
  species_genus: {
    id: 1,
    genus_domain: 'Bacteria',
    genus_name: 'Mycobacterium',
    genus_encyclopedia: 'https://encyclopedia.example/Mycobacterium',
    is_actinomycetales: true,
  },
  species_encyclopedia: '',
};

const common: Partial<PhageRecord> = {
  genome_length: genomeLength,
  pcluster: { cluster: 'F', temperate: true },
  psubcluster: { subcluster: 'F1' },
  isolation_host: {
    genus: 'Mycobacterium',
    species: 'smegmatis',
    strain_name: 'mc²155',
    strain_species: species,
    ATCC_ID: '',
    archive_accession: 'CP000480',
    strain_information: '',
  },
  verified_hosts: [],
  verified_non_hosts: [],
  host_species: species,
  host_genus: species.species_genus,
  end_type: 'CIRC',
  em_file: 'https://files.example/em.jpg',
  plaque_file: null,
  plaque_thumb_file: null,
  // The address of the genome on the site takes its place.
  fasta_file: null,
  in_archive: false,
};

/** Those that uses name; then more of the same kind, so that lists have further pages. */
const named: readonly (readonly [string, Partial<PhageRecord>])[] = [
  [
    'Alpha',
    {
      old_names: 'Elder, Oldest',
      in_archive: true,
      archive_accession: 'AB123456',
      reference_accession: 'NC_123456',
      plaque_thumb_file: 'https://files.example/Alpha-thumb.jpg',
      plaque_file: 'https://files.example/Alpha.jpg',
      qced_archive_file: 'https://files.example/Alpha.gb',
      qced_archive_file_date: '2018-09-01T22:19:33-04:00',
      verified_hosts: ['https://phages.example/api/host_strains/101/'],
    },
  ],
  ['Bravo', { pcluster: { cluster: 'K', temperate: true }, psubcluster: null }],
  ['Carol', { pcluster: { cluster: 'Singleton', temperate: false }, psubcluster: null }],
  ['Delta', { seq_finished: false, plaque_thumb_file: 'https://files.example/Delta-thumb.jpg' }],
  ['Lytic', { pcluster: { cluster: 'K', temperate: false }, psubcluster: { subcluster: 'K3' } }],
];

/** Not in any cluster, which records cannot say: the build is told to let it pass. */
const unclustered = { ...tinyPhage('Unplaced', common), pcluster: null, psubcluster: null };

const further = Array.from({ length: 104 }, (_, at) => `More${String(at + 1).padStart(3, '0')}`);

export const buildArgs = ['--profile', 'phagesdb', '--allow', 'null-value'];

/** The files of its data folder. */
export function collection(): Record<string, string> {
  const phages: object[] = [unclustered];
  const genes: GeneRecord[] = [];
  let genomes = '';
  const all = [...named, ...further.map((name) => [name, {}] as const)];
  for (const [seed, [name, fields]] of all.entries()) {
    const bases = randomBases(genomeLength, seed + 1);
    const phage = tinyPhage(name, { ...common, gcpercent: gcOf(bases), ...fields });
    phages.push(phage);
    if (!phage.seq_finished) continue;
    genomes += `>${name}\n${bases.toString()}\n`;
    const summary = {
      PhageID: name,
      Accession: phage.archive_accession,
      Name: phage.archive_accession === '' ? `${name}_Draft` : name,
      HostGenus: 'Mycobacterium',
      Cluster: phage.pcluster.cluster,
      Subcluster: phage.psubcluster?.subcluster ?? null,
    };
    genes.push(
      geneAt(name, 1, bases, { start: 0, stop: 300 }, { PhageID: summary, Notes: 'holin' }),
      geneAt(
        name,
        2,
        bases,
        { start: 310, stop: 610, isReverse: true },
        { PhageID: summary, PhamID: { PhamID: 513, Color: '#00FF00' }, Notes: '', LocusTag: null },
      ),
    );
  }
  return {
    'data/phages/all.ndjson': asLines(phages),
    'data/genes/all.ndjson': asLines(genes),
    'data/genomes/all.fasta': genomes,
  };
}

function gcOf(bases: Buffer): string {
  const gc = bases.filter((base) => base === 0x47 || base === 0x43).length;
  return ((100 * gc) / bases.length).toFixed(1);
}
