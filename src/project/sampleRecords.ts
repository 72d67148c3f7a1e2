/** The records of a sample, phage by phage, each phage with all its genes in the order of its genome. */
import type { GeneRecord, PhageRecord } from '../generated/records.ts';
import { makeGenes } from './makeGenes.ts';
import { drawDiscovery, drawHost, drawSequencing } from './phageDetails.ts';
import { type PlannedPhage, planPhages } from './planPhages.ts';
import { Random } from './random.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };

// Free text: usually none, sometimes with quotes, line breaks and letters of other scripts.
const { notes } = vocabulary;

/** The parameters: the same numbers give the same records on every machine. */
export type Sample = Readonly<{ genes: number; seed: number }>;

/** Makes phages that have exactly that many genes in total, one at a time: memory does not grow with their number. */
export function* sampleRecords(sample: Sample) {
  for (const planned of planPhages(sample.genes, sample.seed)) {
    const genes = makeGenes(planned);
    yield { phage: makePhage(planned, genes), genes };
  }
}

/** Fields are in the order of the interface. */
function makePhage(phage: PlannedPhage, genes: readonly GeneRecord[]): PhageRecord {
  const { name, accession, lineage, isDraft, seed, index, trnaCount } = phage;
  const { cluster, subcluster, endType, temperate } = lineage;
  const random = new Random(seed, 'files', index);
  const { program, ...discovery } = drawDiscovery(new Random(seed, 'discovery', index));
  const yearFound = discovery.found_year;
  const { sequencing, dates } = drawSequencing(new Random(seed, 'sequencing', index), yearFound);
  const { isolation_host, taxa } = drawHost(new Random(seed, 'host', index), lineage.hostGenus);
  const overhangLength = endType === '3PRI' ? random.between(9, 14) : 0;
  const overhang = Array.from({ length: overhangLength }, () => random.pick([...'ACGGCT']));
  const hostLink = (min: number, max: number): string =>
    `https://phages.example/api/hosts/${random.between(min, max)}/`;
  const media = (percent: number, path: string): string | null =>
    random.chance(percent) ? `https://phages.example/media/${path}` : null;
  return {
    phage_name: name,
    old_names: random.chance(16) ? `${name}Alpha, ${name}Beta` : '',
    program,
    naming_notes: random.pick(notes.naming),
    ...discovery,
    enriched_sample: null,
    discovery_notes: 'Synthetic record made by phagepress sample.',
    isolation_temperature: null,
    growth_notes: random.pick(notes.growth),
    pcluster: { cluster, temperate },
    psubcluster: subcluster === null ? null : { subcluster },
    morphotype: lineage.morphotype,
    plaque_notes: random.pick(notes.plaque),
    lysogeny_notes: temperate ? random.pick(notes.lysogeny) : '',
    ...sequencing,
    coverage: null,
    finishing_reactions: null,
    genome_length: (genes.at(-1)?.Stop ?? 0) + random.between(30, 900),
    gcpercent: ((lineage.gc + random.between(-12, 12)) / 10).toFixed(1),
    end_type: endType,
    repeat_length: null,
    end_notes: '',
    overhang_length: overhangLength,
    overhang_sequence: overhang.join(''),
    sequencing_notes: random.pick(notes.sequencing),
    duplicate_notes: '',
    is_annotated: !isDraft,
    is_grouped: true,
    num_ORFs: genes.length,
    num_tRNAs: trnaCount,
    num_tmRNAs: trnaCount > 4 ? 1 : 0,
    submitted_dnam_file: null,
    submitted_minimal_dnam_file: null,
    submitted_author_list: null,
    submitted_cover_sheet: null,
    submitted_annotation_date: null,
    qced_archive_file: null,
    qced_archive_file_date: null,
    isolation_host,
    verified_hosts: random.chance(20) ? [hostLink(1, 30), hostLink(31, 60)] : [],
    verified_non_hosts: random.chance(10) ? [hostLink(61, 90)] : [],
    ...taxa,
    in_paper: !isDraft && random.chance(30),
    paper_published_in: null,
    in_archive: !isDraft,
    archive_accession: accession,
    reference_accession: !isDraft && random.chance(30) ? `SYR_${accession.slice(3)}` : '',
    plaque_file: media(80, `plaques/${name}.jpg`),
    em_file: media(65, `micrographs/${name}_EM.jpg`),
    digest_file: media(50, `digests/${name}.png`),
    vdigest_file: media(20, `digests/${name}_virtual.png`),
    fasta_file: media(95, `fastas/${name}.fasta`),
    plaque_thumb_file: media(80, `thumbs/${name}.jpg`),
    em_thumb_file: media(65, `thumbs/${name}_EM.jpg`),
    dnam_file: media(25, `dnam/${name}.dnam5`),
    ...dates,
  };
}
