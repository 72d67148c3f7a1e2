/** What is published besides the two lists and their records: views, each at one or more addresses. */

export const viewNames = [
  'genesbyphage',
  'sequenced_phages',
  'temperate_phages',
  'lytic_phages',
  'clusters',
  'subclusters',
  'host_genera',
  'host_species',
  'phams',
] as const;

export type ViewName = (typeof viewNames)[number];

/** Stands in a template for a name: any that can be a file name (A3). */
export const anyName = '*';

/**
 * Every template, below `/api/` and without its final slash; a view has the name of its first segment. The
 * families are in a list of pages as well, which has no template.
 */
export const viewTemplates = [
  'genesbyphage/*',
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
  'phams/*',
] as const;

export type ViewTemplate = (typeof viewTemplates)[number];

/** The template that decoded path segments fit; null when there is none. `anyName` fits whatever it is given. */
export function matchViewTemplate(segments: readonly string[]): ViewTemplate | null {
  const fits = (template: ViewTemplate) => {
    const parts = template.split('/');
    return (
      parts.length === segments.length &&
      parts.every((part, index) => part === anyName || part === segments[index])
    );
  };
  // Here and elsewhere not `??`, which is long in the language of CloudFront's functions.
  return viewTemplates.find(fits) || null;
}

/** Where a view lies in the site; names are raw UTF-8 and must have passed `unsafeNameReason`. */
export function viewFile(segments: readonly string[]): string {
  return `api/${segments.join('/')}/index.json`;
}

/** The cluster of phages that have none of their own. */
export const singletonCluster = 'Singleton';

/** What stands for `anyName` in the list of addresses that `/api/` answers. */
export const templateVariables: Readonly<Record<ViewName, string>> = {
  genesbyphage: 'phage_name',
  sequenced_phages: '',
  temperate_phages: '',
  lytic_phages: '',
  clusters: 'cluster',
  subclusters: 'subcluster',
  host_genera: 'id',
  host_species: 'id',
  phams: 'PhamID',
};
