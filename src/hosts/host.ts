/** The interface of a host: how it is configured, which parts of the contract it can keep, and its limits. */
import { capabilities, type Keeps } from '../contract/capabilities.ts';
import {
  publishedNames,
  collectionsAmong,
  type ListName,
  listNames,
} from '../contract/collectionName.ts';
import { sizesOfSets } from '../contract/pageSets.ts';
import type { ListSizes } from '../contract/pageSizes.ts';
import type { RoutedSite } from '../contract/route.ts';
import { type ViewTemplate, viewTemplates } from '../contract/views.ts';
import type { SiteOptions } from '../contract/siteOptions.ts';
import type { SiteFile } from '../describing/siteFile.ts';
import type { Hosting } from './hosting.ts';

/** The properties of a site that a host's rules depend on. */
export interface HostedSite
  extends RoutedSite, Pick<SiteOptions, 'baseUrl' | 'links' | 'maxAge' | 'fieldNames' | 'pages'> {
  /** Whether the site has `.gz` and `.br` siblings. */
  readonly compressed: { readonly gzip: boolean; readonly br: boolean };
  /** Absolute path of the site's folder on this machine. */
  readonly dir: string;
  /** Names at the top of the site that hold the publisher's own static files; folder names end in a slash. */
  readonly staticTops: readonly string[];
  readonly hosting: Hosting;
}

/** The lists that the site publishes. */
export function listsOf({ lastPages }: HostedSite): ListName[] {
  return listNames.filter((list) => lastPages[list] > 0);
}

/** The view templates that hosts need rules for: all except those of collections that the site lacks. */
export function templatesOf({ lastPages }: Pick<HostedSite, 'lastPages'>): ViewTemplate[] {
  return publishedNames(viewTemplates, collectionsAmong(lastPages));
}

/** The page sizes of those of its lists that offer more than one. */
export function offeredOn({ pageSets = {} }: HostedSite): ListSizes {
  return sizesOfSets(pageSets);
}

/** The limits of a host; absent if it states none. */
export interface HostLimits {
  /** Number of files, and the number that is free of charge. */
  readonly files?: number;
  readonly freeFiles?: number;
  /** Entries per folder. */
  readonly folderEntries?: number;
  readonly fileBytes?: number;
  readonly siteBytes?: number;
  /** Size of the file with the host's code. */
  readonly codeBytes?: number;
}

/** A file that is placed outside the site's folder. It starts with a comment that says how to use it. */
export interface HostFile {
  /** Relative, for example `netlify/edge-functions/phagepress.js`. */
  readonly path: string;
  readonly text: string;
}

export interface Host {
  /** The product's name, in its makers' spelling. */
  readonly title: string;
  /** What its responses were tested with, for the matrix of docs/hosts.md: for example "nginx 1.22". */
  readonly testedOn: string;
  readonly keeps: Keeps;
  readonly limits: HostLimits;
  /** The settings that its own files need. */
  readonly hosting: readonly (keyof Hosting)[];
  /** The files that it reads from the site's folder. If several hosts use a path, the bytes must be the same. */
  readonly siteFiles: (site: HostedSite) => readonly SiteFile[];
  /** Files outside the site: server blocks, functions, deployment settings. */
  readonly ownFiles: (site: HostedSite) => readonly HostFile[];
  /** Whether its code reads the index of other names of phages: then it needs no files for them. */
  readonly readsAliases: boolean;
  /** Why a record of this name is not served there, as a clause that follows "which"; null if it is. */
  readonly hides: (name: string) => string | null;
  /** Why this site cannot be served there, and what to do; null if it can. */
  readonly refuses: (
    site: HostedSite,
  ) => { readonly message: string; readonly hint: string } | null;
}

/** For hosts that run the router itself. */
export const keepsAll = Object.fromEntries(capabilities.map((one) => [one, true])) as Keeps;

/** The base of every preset: no files but the site's, no restriction on names or sites. */
export const plainHost = {
  limits: {},
  hosting: [],
  siteFiles: () => [],
  ownFiles: () => [],
  readsAliases: false,
  hides: () => null,
  refuses: () => null,
} as const satisfies Partial<Host>;

const onlyLowerCase =
  'a name answers as it is published and in lower case: rules cannot change the case of another';

/** For hosts that read no index: genomes are large, and are not stored twice. */
export const onlyOwnNames = 'only code that reads the index can tell whose genome it is';

/** For hosts whose rules cannot change the case of a path: they find only the names that are in the folder. */
export const byFilesAlone = {
  'case-insensitive-names': onlyLowerCase,
  'phage-aliases': onlyLowerCase,
  'genome-aliases': onlyOwnNames,
} as const;
