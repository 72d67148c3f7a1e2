/** The columns that a table about phages may have, and what their cells mean. */
import { attempt } from '../base/failure.ts';
import {
  blankInstitution,
  blankPhage,
  blankProgram,
  hostFields,
  type ImportedPhage,
} from './blankPhage.ts';
import { saysNothing } from './noValue.ts';

/** The fields that a cell sets, or what was expected in its place. */
type CellMeaning = Partial<ImportedPhage> | string;

/** What is known of a phage when a cell is read; columns are read in the order of their list. */
export interface RowSoFar {
  /** The record with the fields that the row has set. */
  readonly record: ImportedPhage;
  readonly fields: Partial<ImportedPhage>;
  /** Counts what a cell was taken for, or why it sets nothing. */
  readonly say: (list: 'changed' | 'refused', kind: string) => void;
}

export interface PhageColumn {
  readonly name: string;
  /** Other accepted headers; like the name, compared without case, blanks and punctuation. */
  readonly aliases: readonly string[];
  /** For people who fill in the table. */
  readonly explanation: string;
  /** `text` is not empty. */
  readonly read: (text: string, row: RowSoFar) => CellMeaning;
}

type Field = keyof ImportedPhage;

/** A field whose value `reading` gives; null where it is none. */
function fieldColumn(
  name: Field,
  explanation: string,
  aliases: readonly string[],
  reading: (text: string, say: RowSoFar['say']) => unknown,
  expected = explanation,
): PhageColumn {
  const read = (text: string, { say }: RowSoFar) => {
    const value = reading(text, say);
    return value === null ? expected : { [name]: value };
  };
  return { name, aliases, explanation, read };
}

function textColumn(name: Field, explanation: string, ...aliases: readonly string[]): PhageColumn {
  return fieldColumn(name, explanation, aliases, (text) => text);
}

function matching(
  name: Field,
  form: RegExp,
  expected: string,
  explanation: string,
  ...aliases: readonly string[]
): PhageColumn {
  const reading = (text: string) => (form.test(text) ? text : null);
  return fieldColumn(name, explanation, aliases, reading, expected);
}

/** Spreadsheets add `.0` to numbers, people separate thousands and add a unit; `52.297` may be anything. */
function wholeNumber(name: Field, ...aliases: readonly string[]): PhageColumn {
  return fieldColumn(name, 'a whole number, such as 52000', aliases, (text, say) => {
    const [, digits = '', unit = ''] =
      /^(\d{1,15}|[1-9]\d{0,2}(?:(?:,\d{3}){1,4}|(?:[ '’]\d{3}){1,4}))(?:\.00?)?( ?bp)?$/i.exec(
        text,
      ) ?? [];
    if (digits === '' || (unit !== '' && !name.endsWith('length'))) return null;
    const plain = digits.replaceAll(/\D/g, '');
    if (plain !== digits || unit !== '') say('changed', 'numbers such as 52,297 bp, now 52297');
    return Number(plain);
  });
}

/** The form of a year in which somebody may have found a phage. */
export const yearForm = String.raw`(?:1[89]|20)\d\d`;
const yearAlone = new RegExp(String.raw`^${yearForm}(?:\.0)?$`);
const shortMonth = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)';
const month = `${shortMonth}[a-z]{0,6}`;
const [yearFirst, yearLast] = [
  String.raw`(${yearForm})(?:-(?:0[1-9]|1[0-2])(?:-\d\d)?|([./])\d{1,2}\2\d{1,2})`,
  String.raw`(?:\d{1,2}([-./])\d{1,2}\3|(?:\d{1,2}[- ])?${month}[- ]|${month} \d{1,2}, )(${yearForm})`,
];
const dated = new RegExp(String.raw`^(?:${yearFirst}|${yearLast})(?:[T ]\d\d?:.*)?$`, 'i');

/** A year, or a date that says it. */
function yearOf(text: string, say: RowSoFar['say']): number | null {
  if (yearAlone.test(text)) return Number(text);
  const [, first, , , last] = dated.exec(text) ?? [];
  if (first === undefined && last === undefined) return null;
  say('changed', 'dates, of which records keep the year');
  return Number(first ?? last);
}

function yesOrNo(name: Field, ...aliases: readonly string[]): PhageColumn {
  return fieldColumn(name, 'yes or no', aliases, truthOf);
}

/** Null for other words. */
function truthOf(value: string): boolean | null {
  if (/^(?:true|yes|t|y|1)$/i.test(value)) return true;
  return /^(?:false|no|f|n|0)$/i.test(value) ? false : null;
}

/** From 1 to 100, with a decimal point; a comma is taken for one. */
function percentage(name: Field, explanation: string, ...aliases: readonly string[]): PhageColumn {
  return fieldColumn(name, explanation, aliases, (text, say) => {
    const [, number] = /^(\d{1,3}(?:[.,]\d+)?)\s*%?$/.exec(text) ?? [];
    if (number === undefined) return null;
    const given = withPoint(number, say);
    return Number(given) >= 1 && Number(given) <= 100 ? given : null;
  });
}

function withPoint(value: string, say: RowSoFar['say']): string {
  if (value.includes(',')) say('changed', 'decimal commas, now points');
  return value.replace(',', '.');
}

// 40°26'46.3"N, as phones and maps show it.
const sexagesimal =
  /^(\d{1,3})\s*[°º]\s*([0-5]?\d(?:\.\d+)?)\s*['′’]\s*(?:([0-5]?\d(?:\.\d+)?)\s*(?:["″”]|'')\s*)?([a-z])$/i;

/** As decimal degrees, to about a metre; any other text as it is. */
function decimalDegrees(text: string, say: RowSoFar['say']): string {
  const [, whole, minutes, seconds = '0', letter = ''] = sexagesimal.exec(text) ?? [];
  if (whole === undefined) return text;
  say('changed', 'degrees with minutes, now decimal');
  const sum = Number(whole) + Number(minutes) / 60 + Number(seconds) / 3600;
  return `${Number(sum.toFixed(5))} ${letter}`;
}

/** Accepts a sign in place of the letter, and minutes and seconds. */
function degrees(
  name: 'found_GPS_lat' | 'found_GPS_long',
  [positive, negative]: readonly [string, string],
  most: number,
  ...aliases: readonly string[]
): PhageColumn {
  const explanation = `decimal degrees up to ${most}, such as 40.44 ${positive} or -40.44`;
  return fieldColumn(name, explanation, aliases, (given, say) => {
    const text = decimalDegrees(given, say);
    const [, sign = '', number = '', letter = ''] =
      /^([+-]?)(\d+(?:[.,]\d+)?)°?\s*([a-z]?)$/i.exec(text) ?? [];
    const side = letter === '' ? (sign === '-' ? negative : positive) : letter.toUpperCase();
    const isBoth = sign !== '' && letter !== '';
    const isSide = side === positive || side === negative;
    if (number === '' || isBoth || !isSide) return null;
    const decimal = withPoint(number, say);
    return Number(decimal) > most ? null : `${decimal} ${side}`;
  });
}

/** For fields whose type is not settled: a number, yes or no, or text. */
function unsettled(name: Field, ...aliases: readonly string[]): PhageColumn {
  return fieldColumn(name, 'a number or text', aliases, (text) => {
    const number = Number(text);
    const is = /^(?:true|false)$/i.test(text) ? truthOf(text) : null;
    return is ?? (String(number) === text ? number : text);
  });
}

/** Hosts as in JSON. */
function hostList(name: 'verified_hosts' | 'verified_non_hosts'): PhageColumn {
  return fieldColumn(name, 'an array of JSON, such as ["Gordonia rubripertincta"]', [], (text) => {
    const hosts: unknown = attempt(() => JSON.parse(text) as unknown);
    return Array.isArray(hosts) ? hosts : null;
  });
}

/** What people write into the columns of clusters and subclusters, besides. */
const noCluster = /^(?:unclustered|no|no (?:sub)?cluster|n\.?d\.?)$/i;
const isNoCluster = (text: string) => noCluster.test(text) || saysNothing(text);
/** A day, which a spreadsheet makes of MAR1, or another number or error of it. */
const noName = new RegExp(
  String.raw`^(?:\d{1,4}[-./ ](?:\d{1,2}|[A-Z]{3,})(?:[-./ ]\d{1,4})?(?: [\d:]+)?|${shortMonth}[a-z]*[-. ]\d{1,4}|\d+\.\d+E[+-]?\d+|\d{5}|#.*)$`,
  'i',
);
/** The same of the name of a phage, which may have numbers. */
export const mayBeChanged = new RegExp(
  String.raw`^(?:(?:\d{1,4}[-. ])?${shortMonth}[-. ]\d{1,4}|\d{1,4}[-. ]${shortMonth}|\d{4}-\d\d-\d\d|\d+(?:\.\d+)?E\+\d+)$`,
  'i',
);
/** The kind of doubt, for the report. */
export const changedName = 'names of phages that a spreadsheet may have changed';
/** Two values in one cell, or one that is in doubt: `A (A2)`, `A/A2`, `A 2`, `A?`. */
const twoNames = /^[A-Z]{1,2}\d{0,2}[\s,;/|([?-]{1,5}[A-Z]{0,2}\d{0,2}[)\]?]{0,5}$/;
const noNameHint = 'which no spreadsheet has changed,';

/** `a2` is A2; other names stay as they are. */
function inCapitals(text: string): string {
  return /^[a-z]{1,2}\d{0,2}$/.test(text) ? text.toUpperCase() : text;
}

/** `A`, `Singleton`, a word for none, or a subcluster, `A2`, whose cluster is its letters. */
function clusterFields(cell: string, { record, say }: RowSoFar): CellMeaning {
  const text = inCapitals(cell.replace(/^cluster\s+/i, ''));
  if (isNoCluster(text)) {
    say('changed', 'words for no cluster, such as None');
    return { pcluster: null, psubcluster: null };
  }
  if (noName.test(text)) return `a cluster ${noNameHint}`;
  if (twoNames.test(text)) return 'one cluster, such as A, or a subcluster, such as A2,';
  const temperate = record.pcluster?.temperate ?? false;
  const [, letters] = /^([A-Z]{1,2})[1-9]\d?$/.exec(text) ?? [];
  if (letters !== undefined) {
    say('changed', 'subclusters in the column of clusters, such as A2');
    return { pcluster: { cluster: letters, temperate }, psubcluster: { subcluster: text } };
  }
  const cluster = /^singletons?$/i.test(text) ? 'Singleton' : text;
  if (cluster !== cell) say('changed', 'other spellings of a cluster, such as singleton');
  const before = record.psubcluster?.subcluster ?? cluster;
  const isOther = /^[A-Z]{1,2}\d+$/.test(before) && before.replace(/\d+$/, '') !== cluster;
  if (isOther) say('changed', 'subclusters of another cluster, now none');
  return { pcluster: { cluster, temperate }, ...(isOther ? { psubcluster: null } : {}) };
}

/** `A2`, a word for none, or `2` beside the cluster A. */
function subclusterFields(cell: string, { record, fields, say }: RowSoFar): CellMeaning {
  const text = inCapitals(cell.replace(/^subcluster\s+/i, '').replace(/\.0$/, ''));
  if (/^[a-z]/.test(cell) && text !== cell) say('changed', 'other spellings of a subcluster');
  const ofCluster = fields.psubcluster?.subcluster;
  if (isNoCluster(text)) {
    if (ofCluster !== undefined) return `${ofCluster}, as the cluster says,`;
    say('changed', 'words for no subcluster, such as None');
    return { psubcluster: null };
  }
  if (noName.test(text)) return `a subcluster ${noNameHint}`;
  if (fields.pcluster === null) return 'no subcluster beside no cluster';
  const cluster = record.pcluster?.cluster ?? '';
  const hasLetters = /^[A-Z]{1,2}$/.test(cluster);
  const isNumber = /^[1-9]\d?$/.test(text);
  if (isNumber && cluster === '')
    return 'a subcluster with the letters of its cluster, such as A2,';
  if (isNumber && hasLetters) say('changed', 'subclusters by their number, now with their cluster');
  const subcluster = isNumber && hasLetters ? `${cluster}${text}` : text;
  if (ofCluster !== undefined && ofCluster !== subcluster)
    return `${ofCluster}, as the cluster says,`;
  const [, letters = cluster] = /^([A-Z]{1,2})\d+$/.exec(subcluster) ?? [];
  if (record.pcluster === null && letters !== '') {
    say('changed', 'clusters that only the subcluster tells, such as A of A2');
    return { pcluster: { cluster: letters, temperate: false }, psubcluster: { subcluster } };
  }
  const isOfOther = (hasLetters && letters !== cluster) || cluster === 'Singleton';
  return isOfOther ? `a subcluster of ${cluster}` : { psubcluster: { subcluster } };
}

/** `aliases` are pairs of another header and the column that it means. */
function innerColumns(...aliases: readonly (readonly [string, string])[]): PhageColumn[] {
  const { phage_name: _name, ...fields } = { ...blankPhage(''), program: blankProgram };
  return Object.entries(fields).flatMap(([field, blank]) =>
    [...leavesOf(blank, [])].map(([path, leaf]): PhageColumn => {
      const name = [field, ...path].join('_');
      return {
        name,
        aliases: aliases.flatMap(([alias, of]) => (of === name ? [alias] : [])),
        explanation: expected[typeof leaf] ?? '',
        read(text, { record }) {
          const value = valueOf(text, leaf);
          if (value === null) return expected[typeof leaf] ?? '';
          const before = { ...((record[field as keyof ImportedPhage] ?? blank) as object) };
          return { [field]: withLeaf(before, path, value) };
        },
      };
    }),
  );
}

const expected: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a whole number',
  boolean: 'yes or no',
};

/** The leaves of an object, each with the names that lead to it; none of what is no object. */
function* leavesOf(value: unknown, path: readonly string[]): Generator<[string[], unknown]> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  for (const [name, of] of Object.entries(value)) {
    if (typeof of === 'object') yield* leavesOf(of, [...path, name]);
    else yield [[...path, name], of];
  }
}

/** The value of a cell, of the type of what stands there in a blank record; null for another type. */
function valueOf(text: string, blank: unknown): string | number | boolean | null {
  if (typeof blank === 'boolean') return truthOf(text);
  if (typeof blank === 'number') return /^\d{1,15}$/.test(text) ? Number(text) : null;
  return text;
}

function withLeaf(object: object, [name = '', ...rest]: readonly string[], value: unknown): object {
  const { [name]: inner = {} } = object as Record<string, object>;
  return { ...object, [name]: rest.length === 0 ? value : withLeaf(inner, rest, value) };
}

const lifestyles: ReadonlyMap<string, boolean> = new Map([
  ...['temperate', 'lysogenic'].map((word) => [word, true] as const),
  ...['lytic', 'virulent'].map((word) => [word, false] as const),
]);

/** The first is the phage's name, by which its record is found. */
export const phageColumns: readonly PhageColumn[] = [
  textColumn('phage_name', 'name of the phage (needed)', 'phage', 'name', 'phageid'),
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
  textColumn(
    'finder_name',
    'who found it',
    'finder',
    'found by',
    'discoverer',
    'isolated by',
    'finder names',
    'discovered by',
    'discoverers',
  ),
  textColumn('found_city', 'city', 'city', 'town'),
  textColumn('found_state', 'state or region', 'state', 'region', 'province'),
  textColumn('found_country', 'country', 'country', 'isolation country'),
  degrees('found_GPS_lat', ['N', 'S'], 90, 'latitude', 'lat', 'gps latitude', 'gps lat'),
  degrees(
    'found_GPS_long',
    ['E', 'W'],
    180,
    'longitude',
    'long',
    'lon',
    'gps longitude',
    'gps long',
  ),
  fieldColumn(
    'found_year',
    'year, such as 2026',
    [
      'year',
      'year found',
      'isolation year',
      'isolation date',
      'collection date',
      'collection year',
      'date found',
      'date of isolation',
      'year of isolation',
    ],
    yearOf,
    'a year',
  ),
  {
    name: 'host',
    aliases: [
      'isolation host',
      'host name',
      'host strain',
      'host species',
      'host genus',
      'host organism',
      'bacterial host',
    ],
    explanation: 'genus, species and strain of the isolation host',
    read(value) {
      const fields = hostFields(value);
      return Object.keys(fields).length > 0
        ? fields
        : 'a whole genus, which begins with a capital, then species and strain';
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
  textColumn('morphotype', 'morphology, such as SIPHO', 'morphology'),
  textColumn('old_names', 'earlier names', 'old name', 'former name', 'former names', 'aliases'),
  textColumn('naming_notes', 'how it got its name'),
  textColumn('discovery_notes', 'notes on the discovery', 'notes', 'isolation source', 'source'),
  textColumn('plaque_notes', 'notes on plaques', 'plaques'),
  textColumn('lysogeny_notes', 'notes on lysogeny'),
  textColumn('growth_notes', 'notes on growing it'),
  textColumn('sequencing_notes', 'notes on sequencing'),
  textColumn('end_type', 'type of the genome ends, such as 3PRI'),
  {
    name: 'archive_accession',
    aliases: [
      'accession',
      'accession number',
      'accession no.',
      'genbank',
      'genbank accession',
      'genbank accessions',
      'genbank accession number',
      'genbank accession no.',
      'ncbi accession',
    ],
    explanation: 'accession in the sequence archive',
    // What is no accession says that there is none yet.
    read: (archive_accession) =>
      /^[^\d\s]\S*\d\S*$/.test(archive_accession)
        ? { archive_accession, in_archive: true }
        : 'an accession, such as JN408461, or an empty cell',
  },
  textColumn(
    'reference_accession',
    'accession of the reference sequence',
    'refseq',
    'refseq accession',
  ),
  matching(
    'date_finished',
    /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/,
    'a date, YYYY-MM-DD',
    'day on which sequencing was finished, YYYY-MM-DD',
    'date sequenced',
  ),
];

const addressFields = [
  ...(['plaque_file', 'em_file', 'digest_file', 'vdigest_file', 'fasta_file'] as const),
  ...(['plaque_thumb_file', 'em_thumb_file', 'dnam_file'] as const),
];
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
const momentExpected = 'a date and time, such as 2026-01-31T09:00:00Z';

/** Fields that few tables fill by hand, under the headers of PhagesDB's tables and of `bulk/phages.tsv.gz`. */
const furtherColumns: readonly PhageColumn[] = [
  yesOrNo('seq_finished', 'finished sequence'),
  yesOrNo('in_archive', 'in genbank'),
  yesOrNo('in_paper', 'published in a paper'),
  wholeNumber('genome_length', 'genome length (bp)', 'genome size', 'genome size (bp)'),
  percentage('gcpercent', 'a percentage from 1 to 100, such as 63.4', 'gc', 'gc content', 'mol gc'),
  wholeNumber('overhang_length', 'overhang length (bp)'),
  matching('overhang_sequence', /^[ACGTURYSWKMBDHVN]*$/i, 'nucleotides', 'nucleotides'),
  wholeNumber('repeat_length', 'term rpt length'),
  wholeNumber(
    'num_ORFs',
    'orfs',
    'cds',
    'number cds',
    'number of cds',
    'number of orfs',
    'no. of orfs',
  ),
  wholeNumber('num_tRNAs', 'trnas', 'number of trnas', 'no. of trnas'),
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
  textColumn('end_notes', 'notes on the ends'),
  textColumn('duplicate_notes', 'notes on duplicates'),
  unsettled('qced_archive_file'),
  unsettled('qced_archive_file_date'),
  unsettled('paper_published_in'),
  ...addressFields.map((name) =>
    matching(name, /^https?:\/\/[^\s/]\S*$/i, 'an address that begins with https://', 'address'),
  ),
  matching('date_added', dateTime, momentExpected, 'day and time'),
  matching('date_modified', dateTime, momentExpected, 'day and time'),
  hostList('verified_hosts'),
  hostList('verified_non_hosts'),
  {
    name: 'archive titer',
    aliases: [],
    explanation: 'not taken',
    read(_, { say }) {
      say('refused', 'cells of "archive titer", for which records have no field');
      return {};
    },
  },
  ...innerColumns(
    ['seq facility', 'seq_facility_facility_name'],
    ['shotgun seq method', 'seq_method_method_name'],
  ),
];

/** Such as AA10; column from 0, row from 1. */
export function cellName(column: number, row: number): string {
  let letters = '';
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26)) {
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  }
  return `${letters}${row}`;
}

/** Headers match in any case and punctuation. */
export const foldHeader = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

export const allColumns = [...phageColumns, ...furtherColumns];
// The first of a name is meant.
const columnsByName = new Map(
  allColumns
    .flatMap((column) =>
      [column.name, ...column.aliases].map((one) => [foldHeader(one), column] as const),
    )
    .toReversed(),
);

/** The column that a header means; undefined for one that is not known. */
export function columnOf(header: string): PhageColumn | undefined {
  return columnsByName.get(foldHeader(header));
}
