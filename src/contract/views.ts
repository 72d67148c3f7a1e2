/** The views: what is published besides the lists and their records, at which addresses. */

/** The placeholder for a name in a template: any valid file name (A3). */
export const anyName = '*';

/**
 * The templates of all views, below `/api/` and without the final slash; a view is named after its first segment. They
 * are kept apart from `viewTable`, so that code at the edge is bundled without its texts. The gene families are also a
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

/** The view that a template belongs to. */
export function viewOfTemplate(template: ViewTemplate): ViewName {
  return template.split('/')[0] as ViewName;
}

/** Whether the name after the first segment of an address is that of a phage. */
export function namesPhage(top: string): boolean {
  return /^phages$|byphage$/.test(top);
}

function namesIn(templates: readonly ViewTemplate[]): ViewName[] {
  // No spread, which CloudFront's bundler rejects even in code that it then drops.
  return Array.from(new Set(templates.map(viewOfTemplate)));
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

/** Whether a template is a list on one page (V1). `clusters/*` is not: it is an item of the list `clusters`. */
export function isListView(template: ViewTemplate): boolean {
  if (template === 'phams/*/neighbours') return false;
  const list = template.split(`/${anyName}`);
  return list[1] !== '' || viewTemplates.every((other) => other !== list[0]);
}

/** The file of a view; names are raw UTF-8 and must have passed `unsafeNameReason`. */
export function viewFile(segments: readonly string[]): string {
  return `api/${segments.join('/')}/index.json`;
}
