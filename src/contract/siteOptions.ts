/** The options of a site that determine its responses; code takes the ones it needs by `Pick`. */
import type { BulkName } from './bulkFiles.ts';
import { type CollectionName, isObject, type PerList } from './collectionName.ts';
import type { LinkStyle } from './links.ts';
import type { RecordForm } from './packs.ts';
import type { ListSizes } from './pageSizes.ts';
import type { ViewName } from './routes.ts';

// The texts about a site as a whole, under their names in the configuration and in `release.json`, in order.
const publicFields = {
  title: 'title',
  description: 'description',
  licence: 'licence',
  licenceUrl: 'licence_url',
  contact: 'contact',
  citation: 'citation',
  doi: 'doi',
  funder: 'funder',
  publisher: 'publisher',
} as const;

type AboutField = keyof typeof publicFields;

const aboutFields = Object.keys(publicFields) as readonly AboutField[];

/** What a publisher says of a site as a whole, in `about` of the configuration; all of it is optional. */
export type SiteAbout = { readonly [Field in AboutField]?: string } & {
  readonly creators?: readonly Creator[];
};

export interface Creator {
  readonly name: string;
  readonly orcid?: string;
  readonly affiliation?: string;
}

export function orcidAddress(orcid: string): string {
  return `https://orcid.org/${orcid}`;
}

export const defaultTitle = 'Bacteriophage genes and phages';

/** The same as in `release.json`, whose names have no capitals; in a fixed order, and without empty texts. */
export function publishedAbout(about: SiteAbout): PublishedAbout {
  const texts = aboutFields.flatMap((field) => {
    const value = about[field] ?? '';
    return value === '' ? [] : [[publicFields[field], value]];
  });
  const creators = (about.creators ?? []).map(({ name, orcid, affiliation }) => ({
    name,
    ...(orcid === undefined ? {} : { orcid }),
    ...(affiliation === undefined ? {} : { affiliation }),
  }));
  return { ...Object.fromEntries(texts), ...(creators.length === 0 ? {} : { creators }) };
}

const creatorFields = ['name', 'orcid', 'affiliation'] as const;

export type PublishedAbout = {
  readonly [Field in (typeof publicFields)[AboutField]]?: string;
} & Pick<SiteAbout, 'creators'>;

export function publishedToAbout(about: PublishedAbout = {}): SiteAbout {
  const texts = aboutFields.flatMap((field) => {
    const value = about[publicFields[field]];
    return value === undefined ? [] : [[field, value]];
  });
  const { creators } = about;
  return { ...Object.fromEntries(texts), ...(creators === undefined ? {} : { creators }) };
}

/** Whom to ask, in the parts that machine-readable descriptions have. */
interface Contact {
  readonly name?: string;
  readonly email?: string;
  readonly url?: string;
}

const mailAddress =
  /(?:mailto:)?([\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)+)/;
const webAddress = /https?:\/\/[^\s<>"]*[^\s<>"().,;:]/;

/** The first address of each kind; the rest is the name, so that none of the text is lost. Null without a text. */
export function contactOf(text: string | undefined): Contact | null {
  if (text === undefined || text.trim() === '') return null;
  const address = webAddress.exec(text)?.[0];
  const url = address !== undefined && URL.canParse(address) ? address : undefined;
  const withoutUrl = url === undefined ? text : text.replace(url, ' ');
  const [match = '', email] = mailAddress.exec(withoutUrl) ?? [];
  const rest = withoutUrl.replace(match, ' ');
  const name = rest
    .replace(/\(\s*\)|<\s*>|\[\s*\]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;:·|–-]+|(?:[\s,;:·|–-]|(?<=\s)\.)+$/g, '');
  return {
    ...(name === '' ? {} : { name }),
    ...(email === undefined ? {} : { email }),
    ...(url === undefined ? {} : { url }),
  };
}

export function isPublishedAbout(value: unknown): value is PublishedAbout {
  if (!isObject(value)) return false;
  const { creators, ...texts } = value;
  return (
    areTexts(texts, Object.values(publicFields)) &&
    (creators === undefined || areCreators(creators))
  );
}

function areCreators(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((one) => isObject(one) && 'name' in one && areTexts(one, creatorFields))
  );
}

function areTexts(value: Readonly<Record<string, unknown>>, names: readonly string[]): boolean {
  return Object.entries(value).every(
    ([name, text]) => names.includes(name) && typeof text === 'string' && text !== '',
  );
}

/** Maps neutral names to published names; a field without an entry keeps its neutral name. */
export type FieldNames = Readonly<Record<string, string>>;

export const neutralNames: FieldNames = {};

export function publicName(names: FieldNames, field: string): string {
  return (Object.hasOwn(names, field) && names[field]) || field;
}

/** The entries that change a name, in the order of their names, however they were given. */
export function changedNames(names: FieldNames): FieldNames {
  const changed = Object.keys(names)
    .sort()
    .filter((field) => names[field] !== field);
  return Object.fromEntries(changed.map((field) => [field, publicName(names, field)]));
}

const braces = /\{(\w+)\}/g;

/** Replaces the fields in braces in a sentence by the site's names. */
export function withFields(text: string, names: FieldNames): string {
  return text.replace(braces, (_, field: string) => publicName(names, field));
}

/** The same for the path of an address, keeping the braces. */
export function withVariables(path: string, names: FieldNames): string {
  return path.replace(braces, (_, field: string) => `{${publicName(names, field)}}`);
}

/** Renames the fields of an object to those of the site. Arrays hold the publisher's own values and stay as they are. */
export function withPublicNames(value: unknown, names: FieldNames): unknown {
  if (!isObject(value)) return value;
  // For most sites: a copy of each object takes longer than its JSON.
  if (Object.keys(names).length === 0) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, member]) => [
      publicName(names, field),
      withPublicNames(member, names),
    ]),
  );
}

/** A pointer into a record, with the names of the site. */
export function publicPointer(pointer: string, names: FieldNames): string {
  // There are no fields after an array index.
  const [, own = '', rest = ''] = /^(.*?)(\/\d+(?:\/.*)?)?$/s.exec(pointer) ?? [];
  const fields = own.split('/').map((field) => publicName(names, field));
  return fields.join('/') + rest;
}

export const fieldsOfPhams = ['PhamID', 'Color', 'gene_count', 'phage_count'] as const;

/** The fields of a place around the genes of a pham, in published order. */
export const fieldsOfPlaces = [
  'place',
  'gene_count',
  'pham_count',
  'phams',
  'note_count',
  'notes',
] as const;

/** The fields of the phages that are like a phage, and of each of them, in published order. */
export const fieldsOfSimilarity = ['phage_name', 'pham_count', 'similar'] as const;
export const fieldsOfSimilar = [
  'phage_name',
  'similarity',
  'shared_pham_count',
  'pham_count',
] as const;

/** The objects that only views have, as lists of fields: phams and their neighbours, clusters and subclusters. */
export const fieldsOfViews: readonly (readonly string[])[] = [
  [...fieldsOfPhams, 'places'],
  fieldsOfPlaces,
  fieldsOfSimilarity,
  fieldsOfSimilar,
  ['Notes', 'gene_count'],
  ['cluster', 'subclusters_set'],
  ['subcluster', 'cluster'],
];

export interface SiteOptions {
  /** As `parseBaseUrl` returns it (A1). */
  readonly baseUrl: string;
  readonly pageSizes: PerList<number>;
  /** The further page sizes that `page_size` can select (L5); each is a set of files of its own. */
  readonly furtherSizes: ListSizes;
  /** How pages refer to their neighbours (L2). */
  readonly links: LinkStyle;
  readonly maxAge: number;
  readonly geneFiles: boolean;
  readonly records: RecordForm;
  /** Whether names match in any case: each is also published in lower case. */
  readonly caseInsensitiveNames: boolean;
  /** Whether phages answer to their other names, too (D3). */
  readonly phageAliases: boolean;
  /** The collections that it has, in the order of `collectionNames`. */
  readonly collections: readonly CollectionName[];
  readonly views: readonly ViewName[];
  readonly bulk: readonly BulkName[];
  /** Whether table cells that a spreadsheet would evaluate as formulas are escaped. */
  readonly spreadsheetSafe: boolean;
  /** Whether a record whose `fasta_file` is null links to the site's own file of the genome, if there is one. */
  readonly linkGenomes: boolean;
  /** The name below `media/` of an uncompressed file with all genomes; null or absent for none. */
  readonly genomesFile?: string | null;
  readonly fieldNames: FieldNames;
  /** Whether it has pages for people, in `index.html` and `web/`. */
  readonly pages: boolean;
  /** Whether, of these, each phage and cluster has one that is there before any script runs (W1). */
  readonly html: boolean;
  readonly about: SiteAbout;
  readonly precompress: readonly ('gzip' | 'br')[];
  /** Written to `release.json`; null to omit it. */
  readonly releaseDate: string | null;
}

export const phagesdbNames = {
  is_grouped: 'is_phamerated',
  qced_archive_file: 'qced_genbank_file',
  qced_archive_file_date: 'qced_genbank_file_date',
  in_archive: 'in_genbank',
  archive_accession: 'genbank_accession',
  reference_accession: 'refseq_accession',
  species_encyclopedia: 'species_wiki',
  genus_encyclopedia: 'genus_wiki',
} as const;
