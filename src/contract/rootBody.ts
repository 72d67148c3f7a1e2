/** The body of `/api/`. */
import { keyFields } from './collectionName.ts';
import { listLink } from './links.ts';
import {
  anyName,
  templateVariables,
  type ViewName,
  type ViewTemplate,
  viewTemplates,
} from './viewAddresses.ts';

/** What a site publishes besides its lists and single phages. */
export interface PublishedAddresses {
  readonly geneFiles: boolean;
  readonly views: readonly ViewName[];
}

/** The keys in the address list of `/api/`. */
export const addressNames: Readonly<Record<ViewTemplate, string>> = {
  'genesbyphage/*': 'genesbyphage',
  sequenced_phages: 'sequenced_phages',
  temperate_phages: 'temperate_phages',
  lytic_phages: 'lytic_phages',
  clusters: 'clusters',
  'clusters/*': 'cluster',
  'clusters/*/phagelist': 'cluster_phagelist',
  subclusters: 'subclusters',
  'subclusters/*': 'subcluster',
  'subclusters/*/phagelist': 'subcluster_phagelist',
  host_genera: 'host_genera',
  'host_genera/*': 'host_genus',
  'host_genera/*/phagelist': 'host_genus_phagelist',
  host_species: 'host_species',
  'host_species/*': 'host_species_by_id',
  'host_species/*/phagelist': 'host_species_phagelist',
  'phams/*': 'pham',
};

/** The body of `/api/`: all addresses, as URI templates. */
export function rootBody(baseUrl: string, { geneFiles, views }: PublishedAddresses): string {
  const [genes, phages] = [listLink(baseUrl, 'genes'), listLink(baseUrl, 'phages')];
  const addresses = views.flatMap((view) =>
    viewTemplates
      .filter((template) => template.split('/')[0] === view)
      .map((template) => {
        const path = template.replace(anyName, `{${templateVariables[view]}}`);
        return [addressNames[template], `${baseUrl}/api/${path}/`] as const;
      }),
  );
  const links = {
    genes,
    phages,
    ...(geneFiles ? { gene: `${genes}{${keyFields.genes}}/` } : {}),
    phage: `${phages}{${keyFields.phages}}/`,
    ...(views.includes('phams') ? { phams: listLink(baseUrl, 'phams') } : {}),
    ...Object.fromEntries(addresses),
  };
  return JSON.stringify(links);
}
