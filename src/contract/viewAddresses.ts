/** The addresses of views: what is published besides the two lists and their records. */

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

/** The placeholder for a name in a template: any valid file name (A3). */
export const anyName = '*';

/**
 * The templates of all views, below `/api/` and without the final slash; a view is named after its first segment. The
 * gene families are also a paginated list, which has no template.
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

/** The file of a view; names are raw UTF-8 and must have passed `unsafeNameReason`. */
export function viewFile(segments: readonly string[]): string {
  return `api/${segments.join('/')}/index.json`;
}

/** The pseudo-cluster of phages without a cluster. */
export const singletonCluster = 'Singleton';

/** The variable names for `anyName` in the URI templates of `/api/`. */
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
