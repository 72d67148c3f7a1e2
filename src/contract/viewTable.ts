/** The texts about the addresses of views. */
import { type CollectionName, collectionNames, inAlphabet, sortFields } from './collectionName.ts';
import { anyName, type ViewTemplate, viewTemplates } from './views.ts';

/** The texts about addresses of one kind: for OPTIONS (M3) and `openapi.json`. */
const ofCollections = inAlphabet(collectionNames).map((name) => {
  const tag = capital(name);
  return [tag, `${tag}, in order of ${fieldsIn(sortFields[name])}.`] as const;
});

/** The tags that group operations in `openapi.json`, in this order; fields are in braces (`withFields`). */
export const tags = {
  Service: 'What there is.',
  ...(Object.fromEntries(ofCollections) as Record<Capitalize<CollectionName>, string>),
  Clusters: 'Clusters and subclusters of related phages.',
  Hosts: 'Genera, species and strains of the bacteria that phages were found on.',
  Institutions: 'Where phages were found.',
  Files: 'All records at once, and the files of single phages and genomes.',
} as const;

export interface AddressWords {
  readonly name: string;
  /** A sentence on what it returns, with fields in braces: see `withFields`. */
  readonly description: string;
  /** Name of the schema of the body, as in `src/describing/openApiSchemas.ts`. */
  readonly schema: string;
  readonly tag: keyof typeof tags;
}

/** A list of fields for a sentence that `withFields` takes. */
export function fieldsIn(fields: readonly string[]): string {
  return fields.map((field) => `{${field}}`).join(', ');
}

export function capital<Word extends string>(word: Word): Capitalize<Word> {
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}` as Capitalize<Word>;
}

/** Key in the list of addresses at `/api/`, and the variable in place of `anyName`; null for a template without one. */
interface ViewKey {
  readonly key: string;
  readonly variable: string | null;
}

type Kind = Pick<AddressWords, 'schema' | 'tag'>;
type Words = Omit<AddressWords, keyof Kind>;

/** The description of each template's addresses. */
const rows: Readonly<Record<ViewTemplate, readonly [ViewKey & Kind, Words]>> = {
  'genesbyphage/*': [
    { key: 'genesbyphage', variable: 'phage_name', schema: 'PageOfGenes', tag: 'Genes' },
    { name: 'Genes By Phage', description: 'All genes of a phage, by {GeneID}.' },
  ],
  'featuresbyphage/*': [
    { key: 'featuresbyphage', variable: 'phage_name', schema: 'PageOfFeatures', tag: 'Features' },
    { name: 'Features By Phage', description: 'All features of a phage, by {Start}.' },
  ],
  sequenced_phages: [
    { key: 'sequenced_phages', variable: null, schema: 'PageOfPhages', tag: 'Phages' },
    {
      name: 'Sequenced Phage List',
      description: 'All phages whose sequencing is finished, by {phage_name}.',
    },
  ],
  temperate_phages: [
    { key: 'temperate_phages', variable: null, schema: 'PageOfPhages', tag: 'Phages' },
    {
      name: 'Temperate Phage List',
      description: 'All phages of temperate clusters, by {phage_name}.',
    },
  ],
  lytic_phages: [
    { key: 'lytic_phages', variable: null, schema: 'PageOfPhages', tag: 'Phages' },
    {
      name: 'Lytic Phage List',
      description: 'All phages of clusters that are not temperate, by {phage_name}.',
    },
  ],
  clusters: [
    { key: 'clusters', variable: null, schema: 'ListOfClusters', tag: 'Clusters' },
    { name: 'Cluster List', description: 'All clusters with their subclusters.' },
  ],
  'clusters/*': [
    { key: 'cluster', variable: 'cluster', schema: 'ClusterWithSubclusters', tag: 'Clusters' },
    { name: 'Cluster Instance', description: 'One cluster with its subclusters.' },
  ],
  'clusters/*/phagelist': [
    { key: 'cluster_phagelist', variable: 'cluster', schema: 'PageOfPhages', tag: 'Clusters' },
    { name: 'Cluster Phage List', description: 'All phages of a cluster, by {phage_name}.' },
  ],
  subclusters: [
    { key: 'subclusters', variable: null, schema: 'ListOfSubclusters', tag: 'Clusters' },
    { name: 'Subcluster List', description: 'All subclusters with their cluster.' },
  ],
  'subclusters/*': [
    { key: 'subcluster', variable: 'subcluster', schema: 'SubclusterWithCluster', tag: 'Clusters' },
    { name: 'Subcluster Instance', description: 'One subcluster.' },
  ],
  'subclusters/*/phagelist': [
    {
      key: 'subcluster_phagelist',
      variable: 'subcluster',
      schema: 'PageOfPhages',
      tag: 'Clusters',
    },
    { name: 'Subcluster Phage List', description: 'All phages of a subcluster, by {phage_name}.' },
  ],
  host_genera: [
    { key: 'host_genera', variable: null, schema: 'ListOfGenera', tag: 'Hosts' },
    { name: 'Host Genus List', description: 'All genera of hosts, by name.' },
  ],
  'host_genera/*': [
    { key: 'host_genus', variable: 'id', schema: 'Genus', tag: 'Hosts' },
    { name: 'Host Genus Instance', description: 'One genus of hosts.' },
  ],
  'host_genera/*/phagelist': [
    { key: 'host_genus_phagelist', variable: 'id', schema: 'PageOfPhages', tag: 'Hosts' },
    {
      name: 'Host Genus Phage List',
      description: 'All phages of a genus of hosts, by {phage_name}.',
    },
  ],
  host_species: [
    { key: 'host_species', variable: null, schema: 'ListOfSpecies', tag: 'Hosts' },
    { name: 'Host Species List', description: 'All species of hosts, by name.' },
  ],
  'host_species/*': [
    { key: 'host_species_by_id', variable: 'id', schema: 'Species', tag: 'Hosts' },
    { name: 'Host Species Instance', description: 'One species of hosts.' },
  ],
  'host_species/*/phagelist': [
    { key: 'host_species_phagelist', variable: 'id', schema: 'PageOfPhages', tag: 'Hosts' },
    {
      name: 'Host Species Phage List',
      description: 'All phages of a species of hosts, by {phage_name}.',
    },
  ],
  host_strains: [
    { key: 'host_strains', variable: null, schema: 'ListOfHostStrains', tag: 'Hosts' },
    { name: 'Host Strain List', description: 'All named strains of hosts, by name.' },
  ],
  'host_strains/*': [
    { key: 'host_strain', variable: 'strain', schema: 'IsolationHost', tag: 'Hosts' },
    {
      name: 'Host Strain Instance',
      description: 'One strain of hosts, by genus, species and strain name with spaces between.',
    },
  ],
  'host_strains/*/phagelist': [
    { key: 'host_strain_phagelist', variable: 'strain', schema: 'PageOfPhages', tag: 'Hosts' },
    {
      name: 'Host Strain Phage List',
      description: 'All phages isolated on a strain of hosts, by {phage_name}.',
    },
  ],
  institutions: [
    { key: 'institutions', variable: null, schema: 'ListOfInstitutions', tag: 'Institutions' },
    { name: 'Institution List', description: 'All institutions with a code, by code.' },
  ],
  'institutions/*': [
    {
      key: 'institution',
      variable: 'institution_code',
      schema: 'Institution',
      tag: 'Institutions',
    },
    { name: 'Institution Instance', description: 'One institution.' },
  ],
  'institutions/*/phagelist': [
    {
      key: 'institution_phagelist',
      variable: 'institution_code',
      schema: 'PageOfPhages',
      tag: 'Institutions',
    },
    {
      name: 'Institution Phage List',
      description: 'All phages found at an institution, by {phage_name}.',
    },
  ],
  'phams/*': [
    { key: 'pham', variable: 'PhamID', schema: 'PageOfGenes', tag: 'Genes' },
    { name: 'Pham Instance', description: 'All genes of a gene family, by {GeneID}.' },
  ],
  'phams/*/neighbours': [
    { key: 'pham_neighbours', variable: 'PhamID', schema: 'PhamNeighbours', tag: 'Genes' },
    {
      name: 'Pham Neighbours',
      description: 'What stands around the genes of a gene family, counted place by place.',
    },
  ],
};

export const viewTable = /* @__PURE__ */ joinRows();

function joinRows() {
  // Neither spread nor destructuring, which CloudFront's bundler rejects even in code that it then drops.
  const joined = viewTemplates.map((of) => [of, Object.assign({}, rows[of][0], rows[of][1])]);
  return Object.fromEntries(joined) as Readonly<Record<ViewTemplate, ViewKey & AddressWords>>;
}

/** A template as a path below the base URL, with its variable in braces. */
export function viewPath(template: ViewTemplate): string {
  return `/api/${template.replace(anyName, `{${viewTable[template].variable}}`)}/`;
}

/** What tells two genera, species or institutions apart that phages give the same id (V1, S3 `id-names`). */
type Fields = Readonly<Record<string, unknown>>;

export const genusName = (genus: Fields): string => textOf(genus['genus_name']);

/** Genus and species, separated by a space; of a species without a name that of its genus. */
export const speciesName = (species: Fields): string =>
  [species['genus'], species['species_name']].map(textOf).filter(Boolean).join(' ');

export const institutionName = (institution: Fields): string =>
  textOf(institution['institution_name']);

/** Nulls, which `--allow null-value` permits, are no text. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Genus, species and strain name, separated by spaces; empty ones are left out. Null for a strain without a name. */
export function strainName(host: Readonly<Record<string, unknown>>): string | null {
  if (!isText(host['strain_name'])) return null;
  return [host['genus'], host['species'], host['strain_name']].filter(isText).join(' ');
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
