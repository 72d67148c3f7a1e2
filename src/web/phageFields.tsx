/** All fields of a phage, grouped as a person reads them. None is left out: those without a value are listed, too. */
import type { ComponentChildren } from 'preact';
import type { Site } from './data/site.ts';
import { fieldsOf, numberOf, textOf, yearOf } from './data/values.ts';
import { formatCount } from './files.ts';
import { Facts, joined, Said } from './said.tsx';

const groups: Readonly<Record<string, Readonly<Record<string, string>>>> = {
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
    date_added: 'Record added',
    date_modified: 'Record changed',
  },
  'Images and files': {
    plaque_file: 'Plaques',
    em_file: 'Electron micrograph',
    digest_file: 'Digest',
    vdigest_file: 'Virtual digest',
    fasta_file: 'FASTA',
    dnam_file: 'DNA Master file',
    plaque_thumb_file: 'Plaques, small',
    em_thumb_file: 'Electron micrograph, small',
  },
};

export function PhageFields({ site, record }: { site: Site; record: unknown }) {
  const all = fieldsOf(record);
  const named = Object.values(groups).flatMap((fields) => Object.keys(fields));
  const grouped = new Set([...named, 'phage_name'].map((field) => site.nameOf(field)));
  const others = Object.entries(all).filter(([name]) => !grouped.has(name));
  const sections = Object.entries(groups).map(([title, fields]) => ({
    title,
    entries: Object.entries(fields)
      .filter(([field]) => site.nameOf(field) in all)
      .map(([field, label]) => [label, meantBy(field, site.field(record, field))] as const),
  }));
  const whole = [...sections, { title: 'Other', entries: others }];
  const empty = whole.flatMap(({ entries }) =>
    entries.filter(([, value]) => isEmpty(value)).map(([label]) => label),
  );
  return (
    <>
      <div class="cards">
        {whole.map(({ title, entries }) => {
          const said = entries.filter(([, value]) => !isEmpty(value));
          if (said.length === 0) return null;
          return (
            <section key={title} class="card">
              <h3>{title}</h3>
              <Facts of={said.map(([label, value]) => [label, shownValue(value)] as const)} />
              {title === 'Discovery' && <PlaceLink site={site} record={record} />}
            </section>
          );
        })}
      </div>
      {empty.length > 0 && (
        <details>
          <summary>{formatCount(empty.length)} fields have no value</summary>
          <p>{empty.join(', ')}</p>
        </details>
      )}
    </>
  );
}

/** What a field means by its value, where that is not what it says. */
function meantBy(field: string, value: unknown): unknown {
  return field === 'found_year' && value !== null && yearOf(value) === null ? 'unknown' : value;
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

/** The parts of an object that name it, by their neutral names, the first that are there; the others are folded away. */
const naming: readonly (readonly string[])[] = [
  ['institution_name'],
  ['program_name', 'program_short_name'],
  ['facility_name'],
  ['method_name'],
  ['cluster'],
  ['subcluster'],
  ['genus_name'],
  ['genus', 'species_name'],
  ['genus', 'species', 'strain_name'],
];

function shownValue(value: unknown): ComponentChildren {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') {
    // Of a time, the day says enough.
    const [, day] = /^(\d{4}-\d\d-\d\d)T[\d:.]+(?:Z|[+-][\d:]+)?$/.exec(value) ?? [];
    if (day !== undefined) return <time dateTime={value}>{day}</time>;
    return isLink(value) ? <a href={value}>{linkText(value)}</a> : <Said text={value} />;
  }
  if (Array.isArray(value)) return joined(value, shownValue, '; ');
  const entries = Object.entries(fieldsOf(value)).filter(([, inner]) => !isEmpty(inner));
  const named = naming.findLast((names) => names.every((name) => name in fieldsOf(value)));
  const title = (named ?? [])
    .map((name) => textOf(fieldsOf(value)[name]))
    .filter(Boolean)
    .join(' ');
  const others = entries.filter(([name]) => title === '' || !(named ?? []).includes(name));
  const rest = (
    <dl class="inner">
      {others.map(([name, inner]) => (
        <div key={name}>
          <dt>{name.replaceAll('_', ' ')}</dt>
          <dd>{shownValue(inner)}</dd>
        </div>
      ))}
    </dl>
  );
  if (title === '') return rest;
  if (others.length === 0) return title;
  // One short fact needs no folding.
  if (others.length === 1 && typeof others[0]?.[1] !== 'object')
    return (
      <>
        {title}
        {rest}
      </>
    );
  return (
    <details>
      <summary>{title}</summary>
      {rest}
    </details>
  );
}

/** The last part of the path, or the host: enough to know it by. */
function linkText(link: string): string {
  const [, host = '', path = ''] = /^https?:\/\/([^/?#]+)([^?#]*)/i.exec(link) ?? [];
  return path.split('/').findLast(Boolean) ?? host;
}

function isLink(text: string): boolean {
  return /^https?:\/\/[^\s]+$/i.test(text);
}

/** Degrees from `59.7011 N`, `-10.76` and the like; null for what is none. */
export function degreesOf(text: string, limit: number): number | null {
  const match = /^\s*([+-]?\d{1,3}(?:\.\d+)?)\s*°?\s*([NSEW])?\s*$/i.exec(text);
  if (match === null) return null;
  const number = numberOf(match[1]);
  if (number === null || Math.abs(number) > limit) return null;
  return /[SW]/i.test(match[2] ?? '') ? -Math.abs(number) : number;
}

function PlaceLink({ site, record }: { site: Site; record: unknown }) {
  const latitude = degreesOf(textOf(site.field(record, 'found_GPS_lat')), 90);
  const longitude = degreesOf(textOf(site.field(record, 'found_GPS_long')), 180);
  if (latitude === null || longitude === null) return null;
  const place = `mlat=${latitude}&mlon=${longitude}`;
  return (
    <p>
      <a
        href={`https://www.openstreetmap.org/?${place}#map=8/${latitude}/${longitude}`}
        rel="noopener"
      >
        See the place on a map
      </a>{' '}
      (OpenStreetMap)
    </p>
  );
}
