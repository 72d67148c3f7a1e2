/** The columns that a table about phages may have, and what their cells mean. */
import { blankInstitution, blankProgram } from '../blankPhage.ts';
import { hostFields } from '../hostFields.ts';
import {
  degrees,
  fieldless,
  hostList,
  matching,
  percentage,
  type PhageColumn,
  text,
  truthOf,
  unsettled,
  wholeNumber,
  yesOrNo,
} from './cellKinds.ts';
import { clusterFields, subclusterFields } from './clusterCells.ts';
import { innerColumns } from './innerColumns.ts';

const lifestyles: ReadonlyMap<string, boolean> = new Map([
  ...['temperate', 'lysogenic'].map((word) => [word, true] as const),
  ...['lytic', 'virulent'].map((word) => [word, false] as const),
]);

/** The first is the phage's name, by which its record is found. */
export const phageColumns: readonly PhageColumn[] = [
  text('phage_name', 'name of the phage (needed)', 'phage', 'name', 'phageid'),
  {
    name: 'cluster',
    aliases: ['pcluster', 'pcluster_cluster'],
    explanation: 'cluster, or Singleton; empty if it is not clustered',
    read: clusterFields,
  },
  {
    name: 'subcluster',
    aliases: ['psubcluster', 'psubcluster_subcluster'],
    explanation: 'subcluster',
    read: subclusterFields,
  },
  {
    name: 'lifestyle',
    aliases: ['temperate', 'life cycle', 'pcluster_temperate'],
    explanation: 'temperate or lytic; only with a cluster',
    read(value, { record: { pcluster }, say }) {
      const temperate = lifestyles.get(value.toLowerCase()) ?? truthOf(value);
      if (temperate === null) return 'temperate or lytic';
      if (pcluster !== null) return { pcluster: { ...pcluster, temperate } };
      say('refused', 'lifestyles of phages without a cluster, beside which records say it');
      return {};
    },
  },
  text(
    'finder_name',
    'who found it',
    'finder',
    'found by',
    'discoverer',
    'isolated by',
    'finder names',
  ),
  text('found_city', 'city', 'city', 'town'),
  text('found_state', 'state or region', 'state', 'region', 'province'),
  text('found_country', 'country', 'country'),
  degrees('found_GPS_lat', ['N', 'S'], 90, 'latitude', 'lat', 'gps latitude'),
  degrees('found_GPS_long', ['E', 'W'], 180, 'longitude', 'long', 'lon', 'gps longitude'),
  {
    name: 'found_year',
    aliases: ['year', 'year found', 'isolation year'],
    explanation: 'year, such as 2026',
    read: (value) => (/^\d{4}$/.test(value) ? { found_year: Number(value) } : 'a year'),
  },
  {
    name: 'host',
    aliases: ['isolation host', 'host strain', 'host species', 'host genus'],
    explanation: 'genus, species and strain of the isolation host',
    read(value) {
      const fields = hostFields(value);
      return Object.keys(fields).length > 0
        ? fields
        : 'a genus, which begins with a capital, then species and strain';
    },
  },
  {
    name: 'program',
    aliases: ['programme', 'course'],
    explanation: 'education program',
    read: (name) => ({
      program: { ...blankProgram, short_name: name, program_name: name },
    }),
  },
  {
    name: 'institution',
    aliases: ['university', 'college', 'school', 'finding institution'],
    explanation: 'institution of the finder',
    read(institution_name, { record: { p_institution }, say }) {
      const before = p_institution?.institution_name ?? '';
      const isOther = before !== '' && before !== institution_name;
      if (isOther) say('changed', 'institutions of which nothing but the new name is known');
      const known = isOther ? blankInstitution : (p_institution ?? blankInstitution);
      return { p_institution: { ...known, institution_name } };
    },
  },
  text('morphotype', 'morphology, such as SIPHO', 'morphology'),
  text('old_names', 'earlier names', 'old name', 'former name', 'former names', 'aliases'),
  text('naming_notes', 'how it got its name'),
  text('discovery_notes', 'notes on the discovery', 'notes', 'isolation source', 'source'),
  text('plaque_notes', 'notes on plaques', 'plaques'),
  text('lysogeny_notes', 'notes on lysogeny'),
  text('growth_notes', 'notes on growing it'),
  text('sequencing_notes', 'notes on sequencing'),
  text('end_type', 'type of the genome ends, such as 3PRI'),
  {
    name: 'archive_accession',
    aliases: ['accession', 'genbank', 'genbank accession'],
    explanation: 'accession in the sequence archive',
    read: (archive_accession) => ({ archive_accession, in_archive: true }),
  },
  text('reference_accession', 'accession of the reference sequence', 'refseq'),
  matching(
    'date_finished',
    /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/,
    'a date, YYYY-MM-DD',
    'day on which sequencing was finished, YYYY-MM-DD',
    'date sequenced',
  ),
];

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
const momentExpected = 'a date and time, such as 2026-01-31T09:00:00Z';

/** Fields that few tables fill by hand, under the headers of PhagesDB's tables and of `bulk/phages.tsv.gz`. */
export const furtherColumns: readonly PhageColumn[] = [
  yesOrNo('seq_finished', 'finished sequence'),
  yesOrNo('in_archive', 'in genbank'),
  yesOrNo('in_paper', 'published in a paper'),
  wholeNumber('genome_length', 'genome length', 'genome length (bp)'),
  percentage('gcpercent', 'a percentage, such as 63.4', 'gc'),
  wholeNumber('overhang_length', 'overhang length (bp)'),
  matching('overhang_sequence', /^[ACGTURYSWKMBDHVN]*$/i, 'nucleotides', 'nucleotides'),
  wholeNumber('repeat_length', 'term rpt length'),
  wholeNumber('num_ORFs', 'orfs'),
  wholeNumber('num_tRNAs', 'trnas'),
  wholeNumber('num_tmRNAs', 'tmrnas'),
  yesOrNo('enriched_sample', 'from enriched sample'),
  yesOrNo('is_grouped', 'phamerated'),
  yesOrNo('is_annotated', 'annotation status'),
  unsettled('submitted_dnam_file', 'submitted dnam file'),
  unsettled('submitted_minimal_dnam_file', 'submitted minimal file'),
  unsettled('submitted_author_list', 'author list'),
  unsettled('submitted_cover_sheet', 'cover sheet'),
  unsettled('submitted_annotation_date', 'annotation submission date'),
  unsettled('isolation_temperature'),
  unsettled('coverage'),
  unsettled('finishing_reactions'),
  text('end_notes', 'notes on the ends'),
  text('duplicate_notes', 'notes on duplicates'),
  unsettled('qced_archive_file'),
  unsettled('qced_archive_file_date'),
  unsettled('paper_published_in'),
  text('plaque_file', 'address'),
  text('em_file', 'address'),
  text('digest_file', 'address'),
  text('vdigest_file', 'address'),
  text('fasta_file', 'address'),
  text('plaque_thumb_file', 'address'),
  text('em_thumb_file', 'address'),
  text('dnam_file', 'address'),
  matching('date_added', dateTime, momentExpected, 'day and time'),
  matching('date_modified', dateTime, momentExpected, 'day and time'),
  hostList('verified_hosts'),
  hostList('verified_non_hosts'),
  fieldless('archive titer'),
  ...innerColumns(
    ['seq facility', 'seq_facility_facility_name'],
    ['shotgun seq method', 'seq_method_method_name'],
  ),
];
