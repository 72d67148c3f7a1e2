/** The columns that a table about phages may have, and what their cells mean. */
import { blankInstitution, type ImportedPhage } from '../blankPhage.ts';
import { hostFields } from '../hostFields.ts';

/** The fields that a cell sets, or what was expected in its place. */
type CellMeaning = Partial<ImportedPhage> | string;

export interface PhageColumn {
  readonly name: string;
  /** Other accepted headers; like the name, compared without case, blanks and punctuation. */
  readonly aliases: readonly string[];
  /** For people who fill in the table. */
  readonly explanation: string;
  /** `text` is not empty; `before` is the record with the fields set by the columns to the left. */
  readonly read: (text: string, before: ImportedPhage) => CellMeaning;
}

function text(
  name: keyof ImportedPhage,
  explanation: string,
  ...aliases: readonly string[]
): PhageColumn {
  return { name, aliases, explanation, read: (value) => ({ [name]: value }) };
}

function matching(
  name: keyof ImportedPhage,
  form: RegExp,
  expected: string,
  explanation: string,
  ...aliases: readonly string[]
): PhageColumn {
  const read = (value: string) => (form.test(value) ? { [name]: value } : expected);
  return { name, aliases, explanation, read };
}

/** Accepts a sign in place of the letter. */
function degrees(
  name: 'found_GPS_lat' | 'found_GPS_long',
  [positive, negative]: readonly [string, string],
  most: number,
  ...aliases: readonly string[]
): PhageColumn {
  const expected = `decimal degrees up to ${most}, such as 40.44 ${positive} or -40.44`;
  return {
    name,
    aliases,
    explanation: expected,
    read(value) {
      const [, sign = '', number = '', letter = ''] =
        /^([+-]?)(\d+(?:\.\d+)?)°?\s*([a-z]?)$/i.exec(value) ?? [];
      const side = letter === '' ? (sign === '-' ? negative : positive) : letter.toUpperCase();
      const isBoth = sign !== '' && letter !== '';
      const isSide = side === positive || side === negative;
      if (number === '' || isBoth || !isSide || Number(number) > most) return expected;
      return { [name]: `${number} ${side}` };
    },
  };
}

const lifestyles: ReadonlyMap<string, boolean> = new Map([
  ...['temperate', 'lysogenic', 'yes', 'true'].map((word) => [word, true] as const),
  ...['lytic', 'virulent', 'no', 'false'].map((word) => [word, false] as const),
]);

/** The first is the phage's name, by which its record is found. */
export const phageColumns: readonly PhageColumn[] = [
  text('phage_name', 'name of the phage (needed)', 'phage', 'name', 'phageid'),
  {
    name: 'cluster',
    aliases: ['pcluster'],
    explanation: 'cluster, or Singleton; empty if it is not clustered',
    read: (cluster, { pcluster }) => ({
      pcluster: { cluster, temperate: pcluster?.temperate ?? false },
    }),
  },
  {
    name: 'subcluster',
    aliases: ['psubcluster'],
    explanation: 'subcluster',
    read: (subcluster) => ({ psubcluster: { subcluster } }),
  },
  {
    name: 'lifestyle',
    aliases: ['temperate', 'life cycle'],
    explanation: 'temperate or lytic; only with a cluster',
    read(value, { pcluster }) {
      const temperate = lifestyles.get(value.toLowerCase());
      if (temperate === undefined) return 'temperate or lytic';
      if (pcluster === null) return 'a cluster in a column to the left of it';
      return { pcluster: { ...pcluster, temperate } };
    },
  },
  text('finder_name', 'who found it', 'finder', 'found by', 'discoverer', 'isolated by'),
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
    aliases: ['isolation host', 'host strain', 'host species'],
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
      program: { short_name: name, program_name: name, program_blurb: '', program_URL: '' },
    }),
  },
  {
    name: 'institution',
    aliases: ['university', 'college', 'school'],
    explanation: 'institution of the finder',
    read: (institution_name, { p_institution }) => ({
      p_institution: { ...(p_institution ?? blankInstitution), institution_name },
    }),
  },
  text('morphotype', 'morphology, such as SIPHO', 'morphology'),
  text('old_names', 'earlier names', 'old name', 'former name', 'aliases'),
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
