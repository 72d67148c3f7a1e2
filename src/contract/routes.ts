/**
 * The table of routes: each kind of address below `/api/`. From its rows follow how a request is answered, the rules of
 * hosts, `openapi.json`, and the requests that verify sends. The texts about them are in `descriptions.ts`, so that code
 * at the edge is bundled without them.
 */
import {
  type CollectionName,
  collectionNames,
  inAlphabet,
  type ListName,
  listNames,
  namedCollections,
  publishedNames,
  type RecordNoun,
  recordNouns,
} from './collectionName.ts';

/** The placeholder for a name in a template: any valid file name (A3). */
export const anyName = '*';

/** The paths of all views, without the final slash; a view is named after its first segment. */
export const viewTemplates = [
  'genesbyphage/*',
  'featuresbyphage/*',
  'similarbyphage/*',
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

export function viewOfTemplate(template: ViewTemplate): ViewName {
  return template.split('/')[0] as ViewName;
}

/** Whether the second part of an address is the name of a phage; `top` is the first. */
export function isAddressByPhage(top: string): boolean {
  return /^phages$|byphage$/.test(top);
}

function namesIn(templates: readonly ViewTemplate[]): ViewName[] {
  return Array.from(new Set(templates.map(viewOfTemplate)));
}

/** The kinds of address that OPTIONS describes (M3). */
export type Description = 'root' | ListName | RecordNoun | ViewTemplate;

/** A list has pages, each a file; a view is one file, and so is a record. */
export type Route = {
  /** Below `/api/`, without the final slash; `*` stands for a name. */
  readonly path: string;
} & (
  | { readonly kind: 'root' | 'list' | 'record'; readonly name: Exclude<Description, ViewTemplate> }
  | { readonly kind: 'view'; readonly name: ViewTemplate }
);

export const routes = /* @__PURE__ */ (
  [{ path: '', name: 'root', kind: 'root' }] as Route[]
).concat(
  /* @__PURE__ */ listNames.map((list): Route => ({ path: list, name: list, kind: 'list' })),
  /* @__PURE__ */ namedCollections.map((list): Route => {
    return { path: `${list}/${anyName}`, name: recordNouns[list], kind: 'record' };
  }),
  /* @__PURE__ */ viewTemplates.map((view): Route => ({ path: view, name: view, kind: 'view' })),
);

/** The route of decoded path segments; null if there is none. `anyName` matches anything. */
export function matchRoute(segments: readonly string[]): Route | null {
  const fits = (route: Route) => {
    const parts = route.path === '' ? [] : route.path.split('/');
    return (
      parts.length === segments.length &&
      parts.every((part, index) => part === anyName || part === segments[index])
    );
  };
  return routes.find(fits) || null;
}

/** Whether an address is a list on one page (V1). `clusters/*` is not: it is an item of the list `clusters`. */
export function isListView(of: Description): boolean {
  if (of === 'phams/*/neighbours' || of === 'similarbyphage/*') return false;
  if (viewTemplates.every((view) => view !== of)) return false;
  const list = of.split(`/${anyName}`);
  // Empty behind a template that ends in its placeholder.
  return list[1] !== '' || viewTemplates.every((other) => other !== list[0]);
}

/** The file of a folder of the API; names are raw UTF-8 and must have passed `unsafeNameReason`. */
export function viewFile(segments: readonly string[]): string {
  return `api/${segments.join('/')}/index.json`;
}

const describedAs = (kind: Route['kind']) =>
  inAlphabet(routes.flatMap((route) => (route.kind === kind ? route.name : [])));

export function describedWith(collections: readonly CollectionName[]): Description[] {
  const all = ['root' as const, ...describedAs('list'), ...describedAs('record'), ...viewTemplates];
  return publishedNames(all, collections);
}

export const described = /* @__PURE__ */ describedWith(collectionNames);

/** The file of an OPTIONS description (M3): that of `clusters/*` is `options/clusters.one.json`. */
export function optionsFile(of: Description): string {
  return `options/${of.replace(anyName, 'one').split('/').join('.')}.json`;
}
