/** The response bodies without records: errors (L4, D2, M4) and the descriptions that OPTIONS returns (M3). */
import type { Description } from './sitePaths.ts';

export const invalidPageBody = errorBody('Invalid page.');
export const notFoundBody = errorBody('Not found.');

/** The body of a 405; without the method on hosts that cannot insert it (M4). */
export function methodNotAllowedBody(method?: string): string {
  return errorBody(
    method === undefined ? 'Method not allowed.' : `Method "${method}" not allowed.`,
  );
}

/** An error as JSON text; `detail` is a sentence. */
export function errorBody(detail: string): string {
  return JSON.stringify({ detail });
}

/** The name of each address, and a sentence on what it returns. */
export const descriptions: Readonly<Record<Description, { name: string; description: string }>> = {
  root: { name: 'Api Root', description: 'The lists of this service.' },
  genes: { name: 'Gene List', description: 'Gene records in numbered pages, ordered by GeneID.' },
  phages: {
    name: 'Phage List',
    description: 'Phage records in numbered pages, ordered by phage_name.',
  },
  phams: {
    name: 'Pham List',
    description: 'Gene families in numbered pages, ordered by PhamID.',
  },
  gene: { name: 'Gene Instance', description: 'One gene record.' },
  phage: { name: 'Phage Instance', description: 'One phage record.' },
  'genesbyphage/*': { name: 'Genes By Phage', description: 'All genes of a phage, by GeneID.' },
  sequenced_phages: {
    name: 'Sequenced Phage List',
    description: 'All phages whose sequencing is finished, by phage_name.',
  },
  temperate_phages: {
    name: 'Temperate Phage List',
    description: 'All phages of temperate clusters, by phage_name.',
  },
  lytic_phages: {
    name: 'Lytic Phage List',
    description: 'All phages of clusters that are not temperate, by phage_name.',
  },
  clusters: { name: 'Cluster List', description: 'All clusters with their subclusters.' },
  'clusters/*': { name: 'Cluster Instance', description: 'One cluster with its subclusters.' },
  'clusters/*/phagelist': {
    name: 'Cluster Phage List',
    description: 'All phages of a cluster, by phage_name.',
  },
  subclusters: { name: 'Subcluster List', description: 'All subclusters with their cluster.' },
  'subclusters/*': { name: 'Subcluster Instance', description: 'One subcluster.' },
  'subclusters/*/phagelist': {
    name: 'Subcluster Phage List',
    description: 'All phages of a subcluster, by phage_name.',
  },
  host_genera: { name: 'Host Genus List', description: 'All genera of hosts, by name.' },
  'host_genera/*': { name: 'Host Genus Instance', description: 'One genus of hosts.' },
  'host_genera/*/phagelist': {
    name: 'Host Genus Phage List',
    description: 'All phages of a genus of hosts, by phage_name.',
  },
  host_species: { name: 'Host Species List', description: 'All species of hosts, by name.' },
  'host_species/*': { name: 'Host Species Instance', description: 'One species of hosts.' },
  'host_species/*/phagelist': {
    name: 'Host Species Phage List',
    description: 'All phages of a species of hosts, by phage_name.',
  },
  'phams/*': { name: 'Pham Instance', description: 'All genes of a gene family, by GeneID.' },
};

/** The body of an OPTIONS response, in the style of Django REST framework (M3). */
export function optionsBody(of: Description): string {
  return JSON.stringify({ ...descriptions[of], renders: ['application/json'], parses: [] });
}
