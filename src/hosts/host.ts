/** The interface of a host: how it is configured, which parts of the contract it can keep, and its limits. */
import type { Capability, Keeps } from '../contract/capabilities.ts';
import { type ListName, listNames, type PerList } from '../contract/collectionName.ts';
import type { LinkStyle } from '../contract/links.ts';
import type { SiteFile } from '../site/siteFile.ts';

/** Descriptions of the capabilities for people. */
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
  'case-insensitive-names': 'with `--case-insensitive-names`, a name in any case (D1)',
  'long-names': 'names too long for a file answer the same 404 (D2)',
  'long-queries': 'a query of 9 kB is read like any other (L5)',
  preconditions: '`If-Match` and `If-Unmodified-Since` change nothing (M5)',
  'any-method': 'a method that nobody knows answers 405, too (M4)',
};

/** The properties of a site that a host's rules depend on. */
export interface HostedSite {
  /** As returned by `parseBaseUrl` (A1). */
  readonly baseUrl: string;
  /** '' or for example '/phages'; percent-encoded, and may contain any character of a URL path. */
  readonly prefix: string;
  /** 0 for a list that is not published. */
  readonly lastPages: PerList<number>;
  readonly links: LinkStyle;
  /** Seconds (M5). */
  readonly maxAge: number;
  /** Whether names match in any case: the site also has each name in lower case. */
  readonly caseInsensitiveNames: boolean;
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

/** Host settings that only the publisher knows; null if not given. */
export interface Hosting {
  /** The path of the site's folder on the host. */
  readonly root: string | null;
  /** The server's host name, if it differs from that of the base URL. */
  readonly serverName: string | null;
  /** Paths of the TLS certificate and of its key. */
  readonly certificate: string | null;
  readonly certificateKey: string | null;
  /** Of S3. */
  readonly bucket: string | null;
  /** Of CloudFront. */
  readonly distribution: string | null;
  /** Of Cloudflare Workers. */
  readonly workerName: string | null;
  /** The Cloudflare domain (zone) that the worker's route belongs to. */
  readonly zone: string | null;
}

export const noHosting: Hosting = {
  root: null,
  serverName: null,
  certificate: null,
  certificateKey: null,
  bucket: null,
  distribution: null,
  workerName: null,
  zone: null,
};

export const hostingNames = Object.keys(noHosting) as readonly (keyof Hosting)[];

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
  /** Why a record of this name is not served there, as a clause that follows "which"; null if it is. */
  readonly hides: (name: string) => string | null;
  /** Why this site cannot be served there, and what to do; null if it can. */
  readonly refuses: (
    site: HostedSite,
  ) => { readonly message: string; readonly hint: string } | null;
}

/** For hosts that can serve every site. */
export const refusesNothing = (): null => null;

/** For hosts that serve any valid file name. */
export const hidesNothing = (): null => null;

/** For hosts that run the router itself. */
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
  'case-insensitive-names': true,
  'long-names': true,
  'long-queries': true,
  preconditions: true,
  'any-method': true,
};

/** For hosts whose rules cannot change the case of a path: they find only what is in the folder. */
export const onlyLowerCase =
  'a name answers as it is published and in lower case: rules cannot change the case of another';
