/** What a host is here: how it is told the contract, what of it it can keep, and how much it holds. */
import type { Capability, Keeps } from '../contract/capabilities.ts';
import { type ListName, listNames, type PerList } from '../contract/collectionName.ts';
import type { LinkStyle } from '../contract/links.ts';
import type { SiteFile } from '../site/siteFile.ts';

/** What each capability is, for people. */
export const capabilityTitles: Readonly<Record<Capability, string>> = {
  indexes: 'an address that ends in `/` answers (L4, D1, V1)',
  pages: '`?page=N` answers that page, a bad one 404 (L4)',
  'decodes-query': 'escaped digits and names in the query (L4)',
  redirects: 'a path without its slash answers 301, query kept (A2)',
  'json-errors': '404 with a JSON body, not kept by caches (D2, M5)',
  options: 'OPTIONS and CORS preflight answer (M3)',
  describes: 'OPTIONS answers a description (M3)',
  'not-allowed': 'other methods answer 405 (M4)',
  'names-method': 'the 405 names the method (M4)',
  webdav: 'methods of WebDAV answer 405, too (M4)',
  'beside-methods': 'other methods answer an error beside the API, too (B1)',
  'beside-options': 'scripts of other sites may ask for parts of bulk files (B1)',
  headers: '`Allow`, CORS, `nosniff`, `Vary`, `Cache-Control` (M1, M2, M5)',
  'no-origin': '`Access-Control-Allow-Origin` also without an `Origin` (M1)',
  validators: 'ETag and 304 that follow the bytes (M5)',
  compresses: 'gzip or br for clients that take it',
  'raw-path': 'odd paths (`//`, `..`, `%00`) answer JSON, as they were sent (D2)',
  'any-case': 'with `--case-insensitive-names`, a name in any case (D1)',
  'long-names': 'names too long for a file answer the same 404 (D2)',
  'long-queries': 'a query of 9 kB is read like any other (L5)',
  preconditions: '`If-Match` and `If-Unmodified-Since` change nothing (M5)',
  'any-method': 'a method that nobody knows answers 405, too (M4)',
};

/** The site as far as a host's rules depend on it. */
export interface HostedSite {
  /** As `parseBaseUrl` gives it (A1). */
  readonly baseUrl: string;
  /** '' or for example '/phages'; percent-encoded, and may hold any character that a URL's path may. */
  readonly prefix: string;
  /** 0 for a list that is not published. */
  readonly lastPages: PerList<number>;
  readonly links: LinkStyle;
  /** Seconds (M5). */
  readonly maxAge: number;
  /** Whether names match in any case: the site has each in lower case, too. */
  readonly foldsNames: boolean;
  /** Whether the site holds `.gz` and `.br` siblings. */
  readonly compressed: { readonly gzip: boolean; readonly br: boolean };
  /** Absolute path of the site's folder on this machine. */
  readonly dir: string;
  /** Names at its top that hold the publisher's own files; those of folders end in a slash. */
  readonly extras: readonly string[];
  readonly setup: HostSetup;
}

/** The lists that the site has. */
export function listsOf({ lastPages }: HostedSite): ListName[] {
  return listNames.filter((list) => lastPages[list] > 0);
}

/** What a host holds at most; absent where it says no number. */
export interface HostLimits {
  /** Files in all, and up to how many without paying. */
  readonly files?: number;
  readonly freeFiles?: number;
  /** Entries of one folder. */
  readonly folderEntries?: number;
  readonly fileBytes?: number;
  readonly siteBytes?: number;
  /** Of the file that holds the host's code. */
  readonly codeBytes?: number;
}

/** What only the publisher knows of a host; null where it was not said. */
export interface HostSetup {
  /** Where the folder of the site lies for the host. */
  readonly root: string | null;
  /** The name by which the server is asked, where it is not that of the base URL. */
  readonly serverName: string | null;
  /** Files of a certificate for https and of its key. */
  readonly certificate: string | null;
  readonly certificateKey: string | null;
  /** Of S3. */
  readonly bucket: string | null;
  /** Of CloudFront. */
  readonly distribution: string | null;
  /** Of Cloudflare Workers. */
  readonly workerName: string | null;
  /** The domain at Cloudflare that the worker's path belongs to. */
  readonly zone: string | null;
}

export const noSetup: HostSetup = {
  root: null,
  serverName: null,
  certificate: null,
  certificateKey: null,
  bucket: null,
  distribution: null,
  workerName: null,
  zone: null,
};

export const setupNames = Object.keys(noSetup) as readonly (keyof HostSetup)[];

/** A file that lives outside the site's folder. Its first lines are a comment that says how to use it. */
export interface HostFile {
  /** Relative, for example `netlify/edge-functions/phagepress.js`. */
  readonly path: string;
  readonly text: string;
}

export interface Host {
  /** As its makers write it. */
  readonly title: string;
  /** How its answers were tested, for the matrix of docs/hosts.md: for example "nginx 1.22". */
  readonly testedOn: string;
  readonly keeps: Keeps;
  readonly limits: HostLimits;
  /** What of the setup its own files need. */
  readonly setup: readonly (keyof HostSetup)[];
  /** What it reads from the site's own folder. Paths that other hosts use too must have the same bytes there. */
  readonly siteFiles: (site: HostedSite) => readonly SiteFile[];
  /** What lives elsewhere: server blocks, functions, deployment files. */
  readonly ownFiles: (site: HostedSite) => readonly HostFile[];
  /** Why a record of this name gets no address there, as a clause that follows "which"; null when it does. */
  readonly hides: (name: string) => string | null;
  /** Why this site cannot be served there at all, and what to do; null when it can. */
  readonly refuses: (
    site: HostedSite,
  ) => { readonly message: string; readonly hint: string } | null;
}

/** For hosts that can serve every site. */
export const refusesNothing = (): null => null;

/** For hosts that serve whatever can be a file. */
export const hidesNothing = (): null => null;

/** For hosts that run the contract's own route function. */
export const keepsAll: Host['keeps'] = {
  indexes: true,
  pages: true,
  'decodes-query': true,
  redirects: true,
  'json-errors': true,
  options: true,
  describes: true,
  'not-allowed': true,
  'names-method': true,
  webdav: true,
  'beside-methods': true,
  'beside-options': true,
  headers: true,
  'no-origin': true,
  validators: true,
  compresses: true,
  'raw-path': true,
  'any-case': true,
  'long-names': true,
  'long-queries': true,
  preconditions: true,
  'any-method': true,
};

/** For hosts whose rules cannot change the case of a path: they find what lies in the folder. */
export const foldsByAlias =
  'a name answers as it is published and in lower case: rules cannot change the case of another';
