/** The response of each kind of address: its schema and its tag in the document. */
import type { Description } from '../contract/sitePaths.ts';

/** Under which operations stand together, in this order. */
export const tags = {
  Service: 'What there is.',
  Genes: 'Genes, in order of GeneID.',
  Phages: 'Phages, in order of phage_name.',
  Clusters: 'Clusters and subclusters of related phages.',
  Hosts: 'Genera and species of the bacteria that phages were found on.',
} as const;

export interface KindOfAnswer {
  /** Name of the schema that the body fulfils. */
  readonly schema: string;
  readonly tag: keyof typeof tags;
  /** Whether it is a list with numbered pages (L4, L7). */
  readonly isPaged?: true;
}

export const answers: Readonly<Record<Description, KindOfAnswer>> = {
  root: { schema: 'ApiRoot', tag: 'Service' },
  genes: { schema: 'PageOfGenes', tag: 'Genes', isPaged: true },
  gene: { schema: 'GeneRecord', tag: 'Genes' },
  phages: { schema: 'PageOfPhages', tag: 'Phages', isPaged: true },
  phage: { schema: 'PhageRecord', tag: 'Phages' },
  'genesbyphage/*': { schema: 'PageOfGenes', tag: 'Genes' },
  sequenced_phages: { schema: 'PageOfPhages', tag: 'Phages' },
  temperate_phages: { schema: 'PageOfPhages', tag: 'Phages' },
  lytic_phages: { schema: 'PageOfPhages', tag: 'Phages' },
  clusters: { schema: 'ListOfClusters', tag: 'Clusters' },
  'clusters/*': { schema: 'ClusterWithSubclusters', tag: 'Clusters' },
  'clusters/*/phagelist': { schema: 'PageOfPhages', tag: 'Clusters' },
  subclusters: { schema: 'ListOfSubclusters', tag: 'Clusters' },
  'subclusters/*': { schema: 'SubclusterWithCluster', tag: 'Clusters' },
  'subclusters/*/phagelist': { schema: 'PageOfPhages', tag: 'Clusters' },
  host_genera: { schema: 'ListOfGenera', tag: 'Hosts' },
  'host_genera/*': { schema: 'Genus', tag: 'Hosts' },
  'host_genera/*/phagelist': { schema: 'PageOfPhages', tag: 'Hosts' },
  host_species: { schema: 'ListOfSpecies', tag: 'Hosts' },
  'host_species/*': { schema: 'Species', tag: 'Hosts' },
  'host_species/*/phagelist': { schema: 'PageOfPhages', tag: 'Hosts' },
  phams: { schema: 'PageOfPhams', tag: 'Genes', isPaged: true },
  'phams/*': { schema: 'PageOfGenes', tag: 'Genes' },
};
