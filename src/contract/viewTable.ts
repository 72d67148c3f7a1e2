/** The texts about the addresses of views. */
import type { AddressWords } from './addressWords.ts';
import { anyName, type ViewTemplate, viewTemplates } from './views.ts';

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
