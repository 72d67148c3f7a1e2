/** The format of `release.json`, which describes a published site. */
import { areStaticTops } from './aliases.ts';
import { type BulkName, bulkNames, genomesFilePattern } from './bulkFiles.ts';
import {
  type CollectionName,
  collectionNames,
  type DerivedName,
  inAlphabet,
  isObject,
  objectIn,
  leastPages,
  listNames,
  optionalNames,
  type PerList,
  perList,
  type PerPublished,
  requiredNames,
} from './collectionName.ts';
import { type LinkStyle, linkStyles } from './links.ts';
import {
  type ListSizes,
  offeredSets,
  offeredSizes,
  type PageSets,
  type PageSize,
  type ViewPages,
} from './pageSizes.ts';
import {
  type FieldNames,
  isPublishedAbout,
  neutralNames,
  type PublishedAbout,
  publishedToAbout,
  type SiteOptions,
} from './siteOptions.ts';
import { type ViewName, viewNames } from './routes.ts';

interface PublishedList {
  readonly count: number;
  readonly page_size: number;
  /** The page sizes that it offers, the default first. Absent if there is only one. */
  readonly page_sizes?: readonly PageSize[];
  /** Number of the last page; at least 1 (L6). */
  readonly pages: number;
}

type PerDerived = Readonly<Partial<Record<DerivedName, PublishedList>>>;

export interface Release {
  readonly program: 'phagepress';
  readonly version: string;
  /** Identifies the published bytes: the SHA-256 of `manifest.json`, in hexadecimal. */
  readonly release: string;
  readonly release_date?: string;
  readonly about?: PublishedAbout;
  /** The base URL of every absolute link: no trailing slash, no query (A1). */
  readonly base_url: string;
  /** How pages link to their neighbours; `path` departs from L2. */
  readonly links: LinkStyle;
  /** Seconds of `Cache-Control: public, max-age` (M5). */
  readonly max_age: number;
  /** Whether `/api/genes/<GeneID>/` is published (D1). */
  readonly gene_files: boolean;
  /** How the files of records are published. Absent means as files. */
  readonly records?: 'packed';
  /** Whether names match in any case: each is also published in lower case. Absent means no. */
  readonly case_insensitive_names?: boolean;
  readonly phage_aliases?: boolean;
  /** The published views, in the order of `viewNames`. */
  readonly views: readonly ViewName[];
  /** Of their addresses with more than one page. Absent means none. */
  readonly view_pages?: ViewPages;
  /** The published bulk files, in the order of `bulkNames`. */
  readonly bulk: readonly BulkName[];
  readonly genomes_file?: string;
  /** Whether cells of the text tables that a spreadsheet would evaluate as formulas are escaped. Absent means no. */
  readonly spreadsheet_safe?: boolean;
  /** Maps neutral names to those under which fields are published, in order. Absent means none. */
  readonly field_names?: FieldNames;
  readonly pages?: boolean;
  /** Whether phages and clusters have pages that need no script. Absent means no. */
  readonly html?: boolean;
  /** Whether these have labels of gene families. Absent means no. */
  readonly family_labels?: boolean;
  readonly precompress: readonly string[];
  /** Names at the top of the site that hold the publisher's own files; folders end in a slash. Absent means none. */
  readonly static?: readonly string[];
  /** Whether it tells in `changes/` what changed since the release before (H1). Absent means no. */
  readonly changes?: boolean;
  readonly hosts: readonly string[];
  /** Rules that the published data breaks and that the build was told to allow (S3). */
  readonly allowed: readonly string[];
  readonly collections: PerPublished<PublishedList> & PerDerived;
  readonly schemas: readonly string[];
}

type Check = (value: unknown) => boolean;
const isText: Check = (value) => typeof value === 'string';
const isFlag: Check = (value) => typeof value === 'boolean';
const isTexts: Check = (value) => Array.isArray(value) && value.every(isText);
const maybe =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const among =
  (names: readonly string[]): Check =>
  (value) =>
    Array.isArray(value) && value.every((name) => names.includes(name as string));

/** The members of `release.json`, in their order, and what each may be. */
const members: Readonly<Record<keyof Release, Check>> = {
  program: (value) => value === 'phagepress',
  version: isText,
  release_date: maybe(isText),
  about: maybe(isPublishedAbout),
  base_url: isText,
  links: (value) => linkStyles.some((style) => style === value),
  max_age: Number.isSafeInteger,
  gene_files: isFlag,
  records: maybe((value) => value === 'packed'),
  case_insensitive_names: maybe(isFlag),
  phage_aliases: maybe(isFlag),
  views: among(viewNames),
  view_pages: maybe((value) => isObject(value) && Object.values(value).every(Number.isSafeInteger)),
  bulk: among(bulkNames),
  genomes_file: maybe((value) => isText(value) && genomesFilePattern.test(String(value))),
  spreadsheet_safe: maybe(isFlag),
  field_names: maybe((value) => isObject(value) && isTexts(Object.values(value))),
  pages: maybe(isFlag),
  html: maybe(isFlag),
  family_labels: maybe(isFlag),
  precompress: isTexts,
  static: maybe(Array.isArray),
  changes: maybe(isFlag),
  hosts: isTexts,
  allowed: isTexts,
  collections: isObject,
  schemas: isTexts,
  release: isText,
};

/** Serializes `release.json`; the order of members is fixed. */
export function renderRelease(release: Release): string {
  const lists = inAlphabet(listNames).map((list) => {
    const { count, page_size, page_sizes, pages } = release.collections[list] ?? {};
    return [list, count === undefined ? undefined : { count, page_size, page_sizes, pages }];
  });
  const value: Partial<Release> = { ...release, collections: Object.fromEntries(lists) };
  const ordered = Object.keys(members).map((name) => [name, value[name as keyof Release]]);
  return `${JSON.stringify(Object.fromEntries(ordered), null, 2)}\n`;
}

// Defaults for members that older versions did not write.
const before = {
  links: 'query',
  views: [],
  bulk: [],
  precompress: [],
  hosts: [],
  allowed: [],
} as const;

export function parseRelease(text: string): Release | null {
  const value = objectIn(text);
  const release = value && { ...before, ...value };
  return isRelease(release) ? release : null;
}

function isRelease(value: unknown): value is Release {
  if (!isObject(value)) return false;
  if (!Object.entries(members).every(([name, isRight]) => isRight(value[name]))) return false;
  const {
    static: tops,
    phage_aliases,
    pages,
    html,
    bulk,
    collections,
    views,
  } = value as unknown as Release;
  const naming = {
    phageAliases: phage_aliases === true,
    pages: pages === true,
    html: html === true,
    bulk,
  };
  return (tops === undefined || areStaticTops(tops, naming)) && areListsOf(collections, views);
}

/** Whether these are the lists of a site with these views: all required collections are among them. */
function areListsOf(lists: Readonly<Record<string, unknown>>, views: readonly ViewName[]): boolean {
  const optional = optionalNames.filter((name) => lists[name] !== undefined);
  const site = { collections: [...requiredNames, ...optional], views };
  return listNames.every((name) => isPublishedList(lists[name]) === leastPages(name, site) > 0);
}

function isPublishedList(list: unknown): boolean {
  return (
    isObject(list) &&
    ['count', 'page_size', 'pages'].every((key) => Number.isSafeInteger(list[key])) &&
    (list['page_sizes'] === undefined || areSizes(list['page_sizes'], list['page_size']))
  );
}

function areSizes(sizes: unknown, byDefault: unknown): boolean {
  return (
    Array.isArray(sizes) &&
    sizes.length > 1 &&
    sizes[0] === byDefault &&
    new Set<unknown>(sizes).size === sizes.length &&
    sizes.every((size) => size === 'all' || (Number.isSafeInteger(size) && size > 0))
  );
}

/** The page sizes that its lists offer besides the default. */
export function furtherSizesOf({ collections }: Pick<Release, 'collections'>): ListSizes {
  return Object.fromEntries(
    listNames.flatMap((list) => {
      const sizes = collections[list]?.page_sizes;
      return sizes === undefined ? [] : [[list, sizes.slice(1)]];
    }),
  );
}

export function offeredBy(release: Pick<Release, 'collections'>): ListSizes {
  return offeredSizes(pageSizesOf(release), furtherSizesOf(release));
}

/** The default page sizes; 1 for a list that is not published. */
function pageSizesOf({ collections }: Pick<Release, 'collections'>): PerList<number> {
  return perList((list) => Math.max(1, collections[list]?.page_size ?? 1));
}

/** The page sets of its lists that have several, as part of a `RoutedSite`. */
export function pageSetsIn(release: Pick<Release, 'collections'>): { pageSets?: PageSets } {
  const counts = perList((list) => Math.max(0, release.collections[list]?.count ?? 0));
  const further = furtherSizesOf(release);
  if (Object.keys(further).length === 0) return {};
  const sizes = pageSizesOf(release);
  return { pageSets: offeredSets(counts, lastPagesOf(release), sizes, further) };
}

/** The last pages of its views, as part of a `RoutedSite`. */
export function viewPagesIn({ view_pages }: Pick<Release, 'view_pages'>): {
  viewPages?: ViewPages;
} {
  return view_pages === undefined ? {} : { viewPages: view_pages };
}

/** The last page of each list; 0 for a list that is not published. */
export function lastPagesOf({ collections }: Pick<Release, 'collections'>): PerList<number> {
  return perList((list) => Math.max(leastPages(list), collections[list]?.pages ?? 0));
}

export function collectionsOf({ collections }: Pick<Release, 'collections'>): CollectionName[] {
  return collectionNames.filter((name) => collections[name] !== undefined);
}

/** `precompress` may have names of a later version. */
type SaidOptions = Required<Omit<SiteOptions, 'linkGenomes' | 'precompress' | 'releaseDate'>>;

export function optionsOf(release: Release): SaidOptions {
  return {
    baseUrl: release.base_url,
    pageSizes: pageSizesOf(release),
    furtherSizes: furtherSizesOf(release),
    links: release.links,
    maxAge: release.max_age,
    geneFiles: release.gene_files,
    records: release.records ?? 'files',
    caseInsensitiveNames: release.case_insensitive_names === true,
    phageAliases: release.phage_aliases === true,
    collections: collectionsOf(release),
    views: release.views,
    bulk: release.bulk,
    spreadsheetSafe: release.spreadsheet_safe === true,
    genomesFile: release.genomes_file ?? null,
    fieldNames: release.field_names ?? neutralNames,
    pages: release.pages === true,
    html: release.html === true,
    about: publishedToAbout(release.about),
  };
}
