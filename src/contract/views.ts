/** The views: what is published besides the lists and their records. One table has all that is said of their addresses. */
import type { AddressWords } from './addressWords.ts';

/** The placeholder for a name in a template: any valid file name (A3). */
export const anyName = '*';

/**
 * The templates of all views, below `/api/` and without the final slash; a view is named after its first segment. They
 * stand apart from the table, so that code at the edge is bundled without its texts. The gene families are also a
 * paginated list, which has no template.
 */
export const viewTemplates = [
  'genesbyphage/*',
  'featuresbyphage/*',
  'sequenced_phages',
  'temperate_phages',
  'lytic_phages',
  'clusters',
  'clusters/*',
  'clusters/*/phagelist',
  'subclusters',
  'subclusters/*',
  'subclusters/*/phagelist',
  'host_genera',
  'host_genera/*',
  'host_genera/*/phagelist',
  'host_species',
  'host_species/*',
  'host_species/*/phagelist',
  'host_strains',
  'host_strains/*',
  'host_strains/*/phagelist',
  'institutions',
  'institutions/*',
  'institutions/*/phagelist',
  'phams/*',
  'phams/*/neighbours',
] as const;

export type ViewTemplate = (typeof viewTemplates)[number];

type FirstSegment<Path> = Path extends `${infer First}/${string}` ? First : Path;

export type ViewName = FirstSegment<ViewTemplate>;

export const viewNames: readonly ViewName[] = /* @__PURE__ */ namesIn(viewTemplates);

/** Key in the list of addresses at `/api/`, and what stands for `anyName` there; null where nothing varies. */
interface ViewKey {
  readonly key: string;
  readonly variable: string | null;
}

type Kind = Pick<AddressWords, 'schema' | 'tag'>;
type Words = Omit<AddressWords, keyof Kind>;

/** What is said of the addresses of a template. */
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
  // Neither spread nor destructuring, which CloudFront's bundler refuses, even in what it then leaves out.
  const joined = viewTemplates.map((of) => [of, Object.assign({}, rows[of][0], rows[of][1])]);
  return Object.fromEntries(joined) as Readonly<Record<ViewTemplate, ViewKey & AddressWords>>;
}

/** The view that a template belongs to. */
export function viewOfTemplate(template: ViewTemplate): ViewName {
  return template.split('/')[0] as ViewName;
}

/** Whether the name behind the first segment of an address is that of a phage. */
export function namesPhage(top: string): boolean {
  return /^phages$|byphage$/.test(top);
}

function namesIn(templates: readonly ViewTemplate[]): ViewName[] {
  // No spread, because CloudFront's bundler refuses one, even in what it then leaves out.
  return Array.from(new Set(templates.map(viewOfTemplate)));
}

/** A template as a path below the base URL, with its variable in braces. */
export function viewPath(template: ViewTemplate): string {
  return `/api/${template.replace(anyName, `{${viewTable[template].variable}}`)}/`;
}

/** Matches decoded path segments against the templates; null without a match. `anyName` matches anything. */
export function matchViewTemplate(segments: readonly string[]): ViewTemplate | null {
  const fits = (template: ViewTemplate) => {
    const parts = template.split('/');
    return (
      parts.length === segments.length &&
      parts.every((part, index) => part === anyName || part === segments[index])
    );
  };
  // `||` instead of `??` here and elsewhere: the transpiled `??` is long, and CloudFront limits the code size.
  return viewTemplates.find(fits) || null;
}

/**
 * Whether a view lists things, and so has pages, if only one (V1); the others answer one object, as a record does. An
 * object of a list is at an address of its own below that list.
 */
export function isListView(template: ViewTemplate): boolean {
  if (template === 'phams/*/neighbours') return false;
  const list = template.split(`/${anyName}`);
  return list[1] !== '' || viewTemplates.every((other) => other !== list[0]);
}

/** The file of a view; names are raw UTF-8 and must have passed `unsafeNameReason`. */
export function viewFile(segments: readonly string[]): string {
  return `api/${segments.join('/')}/index.json`;
}
