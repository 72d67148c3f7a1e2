/** A phage of which only the name is known, and what is made of the names of hosts and families alone. */
import { hash } from 'node:crypto';
import type { PhageRecord } from '../generated/records.ts';

/**
 * As it is imported: fields of which the schema says only the type may be null, which a build accepts with `--allow
 * null-value`.
 */
export type ImportedPhage = {
  -readonly [Key in keyof PhageRecord]: PhageRecord[Key] | null;
};

export const blankProgram = {
  short_name: '',
  program_name: '',
  program_blurb: '',
  program_URL: '',
};

export const blankInstitution: PhageRecord['p_institution'] = {
  institution_code: '',
  institution_name: '',
  institution_logo: '',
  institution_url: '',
  institution_city: '',
  institution_state: '',
  institution_country: '',
  institution_latitude: '',
  institution_longitude: '',
};

const blankHost = {
  genus: '',
  species: '',
  strain_name: '',
  strain_species: speciesNamed('', ''),
  ATCC_ID: '',
  archive_accession: '',
  strain_information: '',
};

/** Every field, in the order of the schema. */
export function blankPhage(name: string): ImportedPhage {
  return {
    phage_name: name,
    old_names: '',
    program: null,
    naming_notes: '',
    finder_name: '',
    found_city: '',
    found_state: '',
    found_country: '',
    found_GPS_lat: '',
    found_GPS_long: '',
    found_year: null,
    p_institution: blankInstitution,
    enriched_sample: null,
    discovery_notes: '',
    isolation_temperature: null,
    growth_notes: '',
    pcluster: null,
    psubcluster: null,
    morphotype: '',
    plaque_notes: '',
    lysogeny_notes: '',
    seq_finished: false,
    date_finished: null,
    seq_facility: {
      short_name: '',
      facility_name: '',
      contact_person: '',
      shipping_address: '',
      facility_website: '',
    },
    seq_method: { short_name: '', method_name: '' },
    coverage: null,
    finishing_reactions: null,
    genome_length: null,
    gcpercent: null,
    end_type: '',
    repeat_length: null,
    end_notes: '',
    overhang_length: null,
    overhang_sequence: '',
    sequencing_notes: '',
    duplicate_notes: '',
    is_annotated: false,
    is_grouped: false,
    num_ORFs: null,
    num_tRNAs: null,
    num_tmRNAs: null,
    submitted_dnam_file: null,
    submitted_minimal_dnam_file: null,
    submitted_author_list: null,
    submitted_cover_sheet: null,
    submitted_annotation_date: null,
    qced_archive_file: null,
    qced_archive_file_date: null,
    isolation_host: blankHost,
    verified_hosts: [],
    verified_non_hosts: [],
    host_species: speciesNamed('', ''),
    host_genus: genusNamed(''),
    in_paper: false,
    paper_published_in: null,
    in_archive: false,
    archive_accession: '',
    reference_accession: '',
    plaque_file: null,
    em_file: null,
    digest_file: null,
    vdigest_file: null,
    fasta_file: null,
    plaque_thumb_file: null,
    em_thumb_file: null,
    dnam_file: null,
    date_added: null,
    date_modified: null,
  };
}

/** The fields that are never null in the interface, but that an import may not know. */
const needed: ReadonlySet<string> = new Set<keyof PhageRecord>([
  'found_year',
  'pcluster',
  'date_finished',
  'genome_length',
  'gcpercent',
  'overhang_length',
  'num_ORFs',
  'num_tRNAs',
  'num_tmRNAs',
  'date_added',
  'date_modified',
]);

/** Whether a build publishes the record only if `null-value` is allowed. */
export function hasUnknown(phage: ImportedPhage): boolean {
  const blank = blankPhage('');
  return Object.entries(phage).some(([field, value]) =>
    value === null
      ? blank[field as keyof ImportedPhage] !== null || needed.has(field)
      : holdsNull(value),
  );
}

/** For objects: no member may be null. Arrays may hold anything. */
function holdsNull(value: unknown): boolean {
  if (value === null) return true;
  const isObject = typeof value === 'object' && !Array.isArray(value);
  return isObject && Object.values(value).some(holdsNull);
}

/** Its id is derived from its name; 0 without one. */
function genusNamed(name: string): PhageRecord['host_genus'] {
  return {
    id: name === '' ? 0 : hashedId('genus', name),
    genus_domain: '',
    genus_name: name,
    genus_encyclopedia: '',
    is_actinomycetales: false,
  };
}

/** Its id is derived from both names; 0 where the species is unknown. */
function speciesNamed(genus: string, species: string): PhageRecord['host_species'] {
  return {
    id: species === '' ? 0 : hashedId('species', `${genus} ${species}`),
    genus,
    species_name: species,
    species_genus: genusNamed(genus),
    species_encyclopedia: '',
  };
}

/**
 * A number that is derived from a name alone, so that it does not depend on what else is there; `kind` keeps the names
 * of one kind of thing apart from those of another.
 */
function hashedId(kind: string, name: string): number {
  // PHROG numbers are smaller. 2^48 values make a collision among a million names unlikely.
  return 2 ** 20 + Number.parseInt(hash('sha256', `${kind} ${name}`).slice(0, 12), 16);
}

const isGenus =
  /^(?!(?:Unknown|Unidentified|Unclassified|Uncultured|None|Not|Bacteria|Bacterium|Environmental|Candidatus)$)[A-Z][a-z]+$/;
const ofSeveral =
  /(?:[,;&/]|\band\b)\s*(?!(?:Strain|Subsp|Serovar|Serotype|Biovar|Isolate|Isolated|Type|From)\b)[A-Z][a-z]+ [a-z]/;

/**
 * `Mycobacterium smegmatis mc2 155`: genus, species and strain; empty if it does not start with a genus, or names several
 * hosts.
 */
export function hostFields(host: string): Partial<ImportedPhage> {
  const [genus = '', second = '', ...rest] = host.trim().split(/\s+/);
  if (!isGenus.test(genus) || ofSeveral.test(host)) return {};
  const isUnnamed = /^spp?[.,;]*$/.test(second);
  const [, species = ''] = isUnnamed ? [] : (/^([a-z]+)[,;]?$/.exec(second) ?? []);
  const strain = [...(species === '' && !isUnnamed ? [second] : []), ...rest].join(' ');
  const [, bracketed] = /^\(([^()]*)\)$/.exec(strain) ?? [];
  const strain_name = (bracketed ?? strain).replace(/^(?:strain|str\.)[\s:=]+/i, '');
  const host_species = speciesNamed(genus, species);
  return {
    isolation_host: { ...blankHost, genus, species, strain_name, strain_species: host_species },
    host_species,
    host_genus: genusNamed(genus),
  };
}

/** The key of a family, such as the number of a PHROG. */
export type FamilyKey =
  | { readonly kind: 'phrog'; readonly number: number }
  | { readonly kind: 'table'; readonly name: string }
  | { readonly kind: 'translation'; readonly translation: string };

/** The key of a family in a table: PHROGs keep their numbers, and numbers lose what a spreadsheet adds. */
export function familyNamed(name: string): FamilyKey {
  const [, number] = /^phrog[\s_:-]?(\d{1,6})$/i.exec(name) ?? [];
  if (number !== undefined) return { kind: 'phrog', number: Number(number) };
  const isGrouped = /^[1-9]\d{0,2}(?:,\d{3})+$/.test(name);
  const plain = isGrouped ? name.replaceAll(',', '') : name.replace(/^(\d+)[.,]0$/, '$1');
  return { kind: 'table', name: plain };
}

/** Whether the number of the family is its name. */
export function hasNumber(key: FamilyKey): boolean {
  return key.kind === 'phrog' || (key.kind === 'table' && /^[1-9]\d{0,14}$/.test(key.name));
}

/** Derived from the key alone, so that it does not depend on other genes. */
export function familyId(key: FamilyKey): number {
  if (key.kind === 'phrog') return key.number;
  if (key.kind === 'translation') return hashedId(key.kind, key.translation);
  return hasNumber(key) ? Number(key.name) : hashedId(key.kind, key.name);
}

export const loneColor = '#FFFFFF';

/** A saturated colour of medium lightness, derived from the number alone; white for a family of one gene. */
export function familyColor(id: number, genes: number): string {
  if (genes < 2) return loneColor;
  const digest = hash('sha256', String(id), 'buffer');
  const hue = (digest.readUInt16BE(0) / 65536) * 6;
  const lightness = 0.4 + (digest.readUInt8(2) / 255) * 0.25;
  const saturation = 0.6 + (digest.readUInt8(3) / 255) * 0.35;
  const chroma = (1 - Math.abs(2 * lightness - 1)) * saturation;
  const channel = (shift: number) => {
    const at = (hue + shift) % 6;
    const share = Math.max(0, Math.min(1, Math.abs(at - 3) - 1));
    const value = Math.round(255 * (lightness - chroma / 2 + chroma * share));
    return value.toString(16).padStart(2, '0');
  };
  return `#${channel(0)}${channel(4)}${channel(2)}`;
}
