/** Makes the record of a planned phage from its genes, with the fields in the order of the interface. */
import type { GeneRecord, PhageRecord } from '../generated/records.ts';
import { accessionOf } from './accessions.ts';
import { drawDiscovery } from './discovery.ts';
import { drawHost } from './hosts.ts';
import * as notes from './phageNotes.ts';
import type { PlannedPhage } from './planPhages.ts';
import { Random } from './random.ts';
import { drawSequencing } from './sequencing.ts';

const media = 'https://phages.example/media';

/** `genes` are all genes of the phage, in the order of its genome. */
export function makePhage(phage: PlannedPhage, genes: readonly GeneRecord[]): PhageRecord {
  const { name, lineage, isDraft, seed, index } = phage;
  const random = new Random(seed, 'files', index);
  const discovery = drawDiscovery(new Random(seed, 'discovery', index));
  const sequenced = drawSequencing(new Random(seed, 'sequencing', index), discovery.year);
  const host = drawHost(new Random(seed, 'host', index), lineage.hostGenus);
  const overhang = lineage.endType === '3PRI' ? drawNucleotides(random, random.between(9, 14)) : '';
  const accession = accessionOf(phage);
  const mediaFile = (percent: number, path: string): string | null =>
    random.chance(percent) ? `${media}/${path}` : null;
  return {
    phage_name: name,
    old_names: notes.drawOldNames(random, name),
    program: discovery.program,
    naming_notes: random.pick(notes.naming),
    finder_name: discovery.finder,
    found_city: discovery.city,
    found_state: discovery.state,
    found_country: discovery.country,
    found_GPS_lat: discovery.latitude,
    found_GPS_long: discovery.longitude,
    found_year: discovery.year,
    p_institution: discovery.institution,
    enriched_sample: null,
    discovery_notes: notes.discoveryNotes,
    isolation_temperature: null,
    growth_notes: random.pick(notes.growth),
    pcluster: { cluster: lineage.cluster, temperate: lineage.temperate },
    psubcluster: lineage.subcluster === null ? null : { subcluster: lineage.subcluster },
    morphotype: lineage.morphotype,
    plaque_notes: random.pick(notes.plaque),
    lysogeny_notes: lineage.temperate ? random.pick(notes.lysogeny) : '',
    seq_finished: true,
    date_finished: sequenced.finished,
    seq_facility: sequenced.facility,
    seq_method: sequenced.method,
    coverage: null,
    finishing_reactions: null,
    genome_length: (genes.at(-1)?.Stop ?? 0) + random.between(30, 900),
    gcpercent: tenths(lineage.gcTenths + random.between(-12, 12)),
    end_type: lineage.endType,
    repeat_length: null,
    end_notes: '',
    overhang_length: overhang.length,
    overhang_sequence: overhang,
    sequencing_notes: random.pick(notes.sequencing),
    duplicate_notes: '',
    is_annotated: !isDraft,
    is_grouped: true,
    num_ORFs: genes.length,
    num_tRNAs: phage.trnaCount,
    num_tmRNAs: phage.trnaCount > 4 ? 1 : 0,
    submitted_dnam_file: null,
    submitted_minimal_dnam_file: null,
    submitted_author_list: null,
    submitted_cover_sheet: null,
    submitted_annotation_date: null,
    qced_archive_file: null,
    qced_archive_file_date: null,
    isolation_host: host.isolationHost,
    verified_hosts: random.chance(20)
      ? [hostLink(random.between(1, 30)), hostLink(random.between(31, 60))]
      : [],
    verified_non_hosts: random.chance(10) ? [hostLink(random.between(61, 90))] : [],
    host_species: host.species,
    host_genus: host.genus,
    in_paper: !isDraft && random.chance(30),
    paper_published_in: null,
    in_archive: !isDraft,
    archive_accession: accession,
    reference_accession: accession !== '' && random.chance(30) ? `SYR_${accession.slice(3)}` : '',
    plaque_file: mediaFile(80, `plaques/${name}.jpg`),
    em_file: mediaFile(65, `micrographs/${name}_EM.jpg`),
    digest_file: mediaFile(50, `digests/${name}.png`),
    vdigest_file: mediaFile(20, `digests/${name}_virtual.png`),
    fasta_file: mediaFile(95, `fastas/${name}.fasta`),
    plaque_thumb_file: mediaFile(80, `thumbs/${name}.jpg`),
    em_thumb_file: mediaFile(65, `thumbs/${name}_EM.jpg`),
    dnam_file: mediaFile(25, `dnam/${name}.dnam5`),
    date_added: sequenced.added,
    date_modified: sequenced.modified,
  };
}

function hostLink(id: number): string {
  return `https://phages.example/api/hosts/${id}/`;
}

function drawNucleotides(random: Random, length: number): string {
  return Array.from({ length }, () => random.pick(['A', 'C', 'G', 'G', 'C', 'T'])).join('');
}

function tenths(number: number): string {
  return `${Math.floor(number / 10)}.${number % 10}`;
}
