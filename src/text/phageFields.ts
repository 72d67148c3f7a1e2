/** The fields of a phage as a person reads them: in groups, each under its label, none left out. */
import { isAccession } from './accession.ts';
import { type Fields, fieldsOf, numberOf, textOf, yearOf } from './values.ts';

const groups = Object.entries<Readonly<Record<string, string>>>({
  'Cluster and life cycle': {
    pcluster: 'Cluster',
    psubcluster: 'Subcluster',
    morphotype: 'Morphotype',
    plaque_notes: 'Plaques',
    lysogeny_notes: 'Lysogeny',
    growth_notes: 'Growth',
  },
  Host: {
    isolation_host: 'Isolation host',
    host_genus: 'Host genus',
    host_species: 'Host species',
    verified_hosts: 'Verified hosts',
    verified_non_hosts: 'Verified non-hosts',
  },
  Discovery: {
    finder_name: 'Found by',
    found_year: 'Year',
    found_city: 'City',
    found_state: 'State',
    found_country: 'Country',
    found_GPS_lat: 'Latitude',
    found_GPS_long: 'Longitude',
    p_institution: 'Institution',
    program: 'Programme',
    enriched_sample: 'From an enriched sample',
    isolation_temperature: 'Isolation temperature',
    discovery_notes: 'Discovery',
    naming_notes: 'About the name',
    old_names: 'Old names',
  },
  'Sequencing and genome': {
    seq_finished: 'Sequenced',
    date_finished: 'Finished on',
    seq_facility: 'Facility',
    seq_method: 'Method',
    coverage: 'Coverage',
    finishing_reactions: 'Finishing reactions',
    genome_length: 'Genome length (bp)',
    gcpercent: 'GC (%)',
    end_type: 'Ends',
    repeat_length: 'Terminal repeat (bp)',
    overhang_length: 'Overhang (bases)',
    overhang_sequence: 'Overhang',
    end_notes: 'About the ends',
    sequencing_notes: 'About the sequencing',
    duplicate_notes: 'Duplicates',
  },
  'Annotation and publication': {
    is_annotated: 'Annotated',
    is_grouped: 'Genes are in families',
    num_ORFs: 'Open reading frames',
    num_tRNAs: 'tRNAs',
    num_tmRNAs: 'tmRNAs',
    in_archive: 'In a sequence archive',
    archive_accession: 'Accession',
    reference_accession: 'Reference accession',
    in_paper: 'In a paper',
    paper_published_in: 'Paper',
    submitted_annotation_date: 'Annotation submitted on',
    submitted_author_list: 'Submitted list of authors',
    submitted_cover_sheet: 'Submitted cover sheet',
    submitted_dnam_file: 'Submitted DNA Master file',
    submitted_minimal_dnam_file: 'Submitted minimal DNA Master file',
    qced_archive_file: 'Checked archive file',
    qced_archive_file_date: 'Archive file checked on',
    date_added: 'Record added',
    date_modified: 'Record changed',
  },
  'Images and files': {
    plaque_file: 'Picture of plaques',
    em_file: 'Electron micrograph',
    digest_file: 'Digest',
    vdigest_file: 'Virtual digest',
    fasta_file: 'FASTA',
    dnam_file: 'DNA Master file',
    plaque_thumb_file: 'Small picture of plaques',
    em_thumb_file: 'Small electron micrograph',
  },
}).map(([title, labels]) => ({ title, fields: Object.entries(labels) }));

/** A value as it is shown. */
export type Shown =
  | { readonly kind: 'text'; readonly text: string }
  /** The day of a time: `whole` is as in the record. */
  | { readonly kind: 'day'; readonly text: string; readonly whole: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }
  | { readonly kind: 'list'; readonly items: readonly Shown[] }
  /** An object: its name, which is empty for one without, and its other parts. */
  | { readonly kind: 'object'; readonly text: string; readonly parts: readonly Fact[] };

interface Fact {
  readonly label: string;
  readonly value: Shown;
}

export interface PhageFacts {
  /** Those with a value. */
  readonly groups: readonly { readonly title: string; readonly facts: readonly Fact[] }[];
  /** The labels of the others. */
  readonly empty: readonly string[];
}

/** `nameOf` gives what the site calls a field, by its neutral name. */
export function factsOfPhage(record: unknown, nameOf: (field: string) => string): PhageFacts {
  const all = fieldsOf(record);
  const objects = new Set(
    Object.values(all)
      .filter(isObject)
      .map((value) => JSON.stringify(value)),
  );
  // What a field of its own tells is not told again inside another.
  const isTold = (value: unknown) => isObject(value) && objects.has(JSON.stringify(value));
  const known = new Set([nameOf('phage_name')]);
  const empty: string[] = [];
  const add = (facts: Fact[], label: string, value: unknown, field = '') => {
    if (isEmpty(value)) empty.push(label);
    else
      facts.push({
        label,
        value: shownAccession(field, value) ?? shown(value, { nameOf, isTold }),
      });
  };
  const found = groups.map(({ title, fields }) => {
    const facts: Fact[] = [];
    for (const [field, label] of fields) {
      const name = nameOf(field);
      if (!(name in all)) continue;
      known.add(name);
      add(facts, label, meaningOf(field, all[name]), field);
    }
    return { title, facts };
  });
  const others: Fact[] = [];
  for (const [name, value] of Object.entries(all)) if (!known.has(name)) add(others, name, value);
  found.push({ title: 'Other', facts: others });
  return { groups: found.filter(({ facts }) => facts.length > 0), empty };
}

/** What a field means by its value, where that is not what it says. */
function meaningOf(field: string, value: unknown): unknown {
  if (field === 'genome_length' && typeof value === 'number') return value.toLocaleString('en');
  return field === 'found_year' && value !== null && yearOf(value) === null ? 'unknown' : value;
}

const accessionFields = new Set(['archive_accession', 'reference_accession']);
/** An accession leads to its entry in the archive; null for any other value. */
function shownAccession(field: string, value: unknown): Shown | null {
  const text = textOf(value);
  if (!accessionFields.has(field) || !isAccession(text.replace(/\.\d+$/, ''))) return null;
  return { kind: 'link', text, href: `https://www.ncbi.nlm.nih.gov/nuccore/${text}` };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** An object without any text says nothing: the host of a phage about which nothing is known has numbers only. */
function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && Object.values(fieldsOf(value)).every(saysNothing);
}

function saysNothing(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'boolean' || isEmpty(value);
}

/** The parts of an object that name it, the first that are there. */
const naming: readonly (readonly string[])[] = [
  ['institution_name'],
  ['program_name'],
  ['program_name', 'program_short_name'],
  ['facility_name'],
  ['method_name'],
  ['cluster'],
  ['subcluster'],
  ['genus_name'],
  ['genus', 'species_name'],
  ['genus', 'species', 'strain_name'],
];

interface Telling {
  readonly nameOf: (field: string) => string;
  /** Whether another field tells the parts of such an object. */
  readonly isTold: (value: unknown) => boolean;
}

function shown(value: unknown, telling: Telling): Shown {
  if (typeof value === 'boolean') return { kind: 'text', text: value ? 'yes' : 'no' };
  if (typeof value === 'string') return shownText(value);
  if (Array.isArray(value))
    return { kind: 'list', items: value.map((item: unknown) => shown(item, telling)) };
  return isObject(value)
    ? shownObject(fieldsOf(value), telling)
    : { kind: 'text', text: String(value) };
}

function shownText(text: string): Shown {
  // Of a time, the day says enough.
  const day = /^(\d{4}-\d\d-\d\d)T[\d:.]+(?:Z|[+-][\d:]+)?$/.exec(text)?.[1];
  if (day !== undefined) return { kind: 'day', text: day, whole: text };
  return /^https?:\/\/[^\s]+$/i.test(text)
    ? { kind: 'link', text: linkText(text), href: text }
    : { kind: 'text', text };
}

function shownObject(fields: Fields, telling: Telling): Shown {
  const { nameOf, isTold } = telling;
  const isThere = (name: string) => nameOf(name) in fields;
  const named = naming.findLast((names) => names.every(isThere))?.map(nameOf) ?? [];
  const text = named
    .map((name) => textOf(fields[name]))
    .filter(Boolean)
    .join(' ');
  const parts = Object.entries(fields)
    .filter(([name, inner]) => !isEmpty(inner) && (text === '' || !named.includes(name)))
    .map(([name, inner]) => {
      const value = shown(inner, telling);
      const isBrief = value.kind === 'object' && value.text !== '' && isTold(inner);
      return { label: name.replaceAll('_', ' '), value: isBrief ? { ...value, parts: [] } : value };
    });
  return { kind: 'object', text, parts };
}

/** The last part of the path, or the host: enough to know it by. */
function linkText(link: string): string {
  const [, host = '', path = ''] = /^https?:\/\/([^/?#]+)([^?#]*)/i.exec(link) ?? [];
  return path.split('/').findLast(Boolean) ?? host;
}

/** A phage in a sentence; `place` is its subcluster or cluster, `more` what else there is to say. */
export function describePhage(name: string, place: string, more: readonly string[]): string {
  const member =
    place === '' ? 'in no cluster' : place === 'Singleton' ? 'a singleton' : `cluster ${place}`;
  return `The bacteriophage ${name}: ${[member, ...more].join(', ')}.`;
}

/** What a reader wants to know first: the size of its genome, GC, host and year, each where the record says so. */
export function briefOfPhage(
  textIn: (field: string, inner?: string) => string,
  formatCount: (count: number) => string,
): string[] {
  const [bases, gc] = [textIn('genome_length'), textIn('gcpercent')];
  const [host, year] = [textIn('host_genus', 'genus_name'), yearOf(textIn('found_year'))];
  return [
    Number(bases) > 0 ? `${formatCount(Number(bases))} bp` : '',
    Number(gc) > 0 ? `${gc} % GC` : '',
    host === '' ? '' : `host ${host}`,
    year === null ? '' : `found ${year}`,
  ].filter(Boolean);
}

/** A phage for search engines: Taxon of schema.org, by the profile of Bioschemas. */
export function phageTaxon(
  { name, cluster, url }: Readonly<Record<'name' | 'cluster' | 'url', string>>,
  textIn: (field: string) => string,
): Readonly<Record<string, unknown>> {
  const accession = textIn('archive_accession');
  const others = [textIn('old_names'), accession, textIn('reference_accession')].filter(Boolean);
  return {
    '@context': 'https://schema.org',
    ...bioschemas('Taxon', url),
    name,
    identifier: accession || name,
    alternateName: others.length === 0 ? undefined : [...new Set(others)],
    taxonRank: 'strain',
    parentTaxon: cluster === '' ? undefined : `Cluster ${cluster}`,
  };
}

export function bioschemas(type: 'Gene' | 'Taxon', url: string) {
  return {
    '@id': url,
    '@type': type,
    'http://purl.org/dc/terms/conformsTo': {
      '@id': `https://bioschemas.org/profiles/${type}/1.0-RELEASE`,
      '@type': 'CreativeWork',
    },
    url,
  };
}

/** Degrees from `59.7011 N`, `-10.76` and the like; null for what is none. */
export function degreesOf(text: string, limit: number): number | null {
  const match = /^\s*([+-]?\d{1,3}(?:\.\d+)?)\s*°?\s*([NSEW])?\s*$/i.exec(text);
  if (match === null) return null;
  const number = numberOf(match[1]);
  if (number === null || Math.abs(number) > limit) return null;
  return /[SW]/i.test(match[2] ?? '') ? -Math.abs(number) : number;
}
