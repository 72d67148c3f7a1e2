/** The interface of a host: how it is configured, which parts of the contract it can keep, and its limits. */
import { capabilities, type Keeps } from '../contract/capabilities.ts';
import {
  collectionsAmong,
  type ListName,
  listNames,
  publishedNames,
} from '../contract/collectionName.ts';
import { type ListSizes, sizesOfSets } from '../contract/pageSizes.ts';
import { unsafeNameReason } from '../contract/recordName.ts';
import type { RoutedSite } from '../contract/route.ts';
import type { SiteOptions } from '../contract/siteOptions.ts';
import { type Route, routes } from '../contract/routes.ts';
import type { SiteFile } from '../describing/fixedFiles.ts';
import { shellWord } from '../text/escapes.ts';

/** The settings of hosts that only the publisher knows: texts that can go into configurations unescaped. */
interface HostingValue {
  readonly pattern: RegExp;
  /** Completes the sentence "Expected …". */
  readonly expected: string;
}

const domain = /^(?:\*\.)?[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/i;
const path: HostingValue = {
  pattern: /^[^\p{C}]+$/u,
  expected: 'a path without control characters',
};

export const hostingValues = {
  /** The path of the site's folder on the host. */
  root: path,
  /** The server's host name, if it differs from that of the base URL. */
  serverName: { pattern: domain, expected: 'a name such as phages.example.org' },
  /** Paths of the TLS certificate and of its key. */
  certificate: path,
  certificateKey: path,
  bucket: {
    pattern: /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
    expected: 'the name of a bucket: 3 to 63 of a-z, 0-9, dots and hyphens',
  },
  distribution: {
    pattern: /^[A-Z0-9]{1,64}$/,
    expected: 'the id of a distribution: letters A-Z and digits',
  },
  workerName: {
    pattern: /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/,
    expected: 'the name of a worker: up to 63 of a-z, 0-9 and hyphens',
  },
  /** The Cloudflare domain (zone) that the worker's route belongs to. */
  zone: { pattern: domain, expected: 'a domain such as example.org' },
} as const satisfies Readonly<Record<string, HostingValue>>;

export type Hosting = Readonly<Record<keyof typeof hostingValues, string | null>>;

export const hostingNames = Object.keys(hostingValues) as readonly (keyof Hosting)[];

export const noHosting = Object.fromEntries(hostingNames.map((name) => [name, null])) as Hosting;

export interface HostedSite
  extends
    RoutedSite,
    Pick<
      SiteOptions,
      'baseUrl' | 'links' | 'maxAge' | 'fieldNames' | 'pages' | 'html' | 'records'
    > {
  readonly compressed: { readonly gzip: boolean; readonly br: boolean };
  readonly dir: string;
  /** Whether pages of phages and clusters lie in packs. */
  readonly packsPages: boolean;
  /** Names at the top of the site that hold the publisher's own static files; folder names end in a slash. */
  readonly staticTops: readonly string[];
  readonly hosting: Hosting;
}

export function listsOf({ lastPages }: HostedSite): ListName[] {
  return listNames.filter((list) => lastPages[list] > 0);
}

/** The routes that hosts need rules for: all except those of collections that the site lacks. */
export function routesOf({ lastPages }: Pick<HostedSite, 'lastPages'>): Route[] {
  const paths = publishedNames(
    routes.map(({ path: own }) => own),
    collectionsAmong(lastPages),
  );
  return routes.filter(({ path: own }) => paths.includes(own));
}

export function offeredOn({ pageSets = {} }: HostedSite): ListSizes {
  return sizesOfSets(pageSets);
}

export interface HostLimits {
  /** Number of files, and the number that is free of charge. */
  readonly files?: number;
  readonly freeFiles?: number;
  readonly folderEntries?: number;
  readonly fileBytes?: number;
  readonly siteBytes?: number;
  readonly codeBytes?: number;
}

/** A file that is placed outside the site's folder. It starts with a comment that says how to use it. */
export interface HostFile {
  /** Relative, for example `netlify/edge-functions/phagepress.js`. */
  readonly path: string;
  readonly text: string;
}

export interface Host {
  readonly title: string;
  /** What its responses were tested with, for the matrix of docs/hosts.md: for example "nginx 1.22". */
  readonly testedOn: string;
  readonly keeps: Keeps;
  readonly limits: HostLimits;
  readonly hosting: readonly (keyof Hosting)[];
  /** The files that it reads from the site's folder. If several hosts use a path, the bytes must be the same. */
  readonly siteFiles: (site: HostedSite) => readonly SiteFile[];
  /** The files that `phagepress host` writes, outside of that folder. */
  readonly ownFiles: (site: HostedSite) => readonly HostFile[];
  /** Whether its code reads the index of other names of phages: then it needs no files for them. */
  readonly readsAliases: boolean;
  /** Whether its code takes files out of packs: only where somebody asks for it, if it must be installed first. */
  readonly readsPacks: boolean | 'asked';
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
  readsPacks: false,
  hides: () => null,
  refuses: () => null,
} as const satisfies Partial<Host>;

/** The base of those that run the router, which reads what the site has for it. */
export const edgeHost = { ...plainHost, readsAliases: true, readsPacks: true } as const;

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

export const hostNames = [
  'nginx',
  'caddy',
  'apache',
  'cloudflare-pages',
  'cloudflare-workers',
  'netlify',
  'cloudfront',
  'vercel',
  'static',
] as const;

export type HostName = (typeof hostNames)[number];

// Configuration text line by line, for servers whose blocks have braces.

type Lines = string | readonly string[];

export function block(head: string, ...body: readonly Lines[]): string[] {
  return [`${head} {`, ...body.flat().map((line) => (line === '' ? '' : `    ${line}`)), '}'];
}

/** Comment lines. External text must not contain a line break, which would end the comment. */
export function comment(...lines: readonly string[]): string[] {
  return lines.map((line) => (line === '' ? '#' : `# ${line}`));
}

export function joinLines(...lines: readonly Lines[]): string {
  return `${lines.flat().join('\n')}\n`;
}

export function folderOf({ hosting, dir }: HostedSite): string {
  return hosting.root ?? dir;
}

/** The first setup step; `program` derives ETags from the modification times of files. */
export function howToCopy({ hosting: { root }, dir }: HostedSite, program: string): string[] {
  const place = root === null ? '/srv/phagepress' : root.replace(/\/+$/, '');
  return [
    root === null
      ? '1. Copy the folder of the site to the server; --root gives its path there, for `root` below:'
      : '1. Copy the folder of the site to the server:',
    `     rsync -a --delete ${shellWord(`${dir.replace(/\/+$/, '')}/`)} ${shellWord(`server:${place}/`)}`,
    `   The times of the files must be preserved (-a): ${program} makes validators from them.`,
  ];
}

/**
 * The scheme, host and port on which the server must listen. The host is null if it has characters other than
 * letters, digits, dots and hyphens: it cannot be named in a configuration then.
 */
export function siteAddress({ baseUrl, hosting }: HostedSite) {
  const { protocol, hostname, port } = new URL(baseUrl);
  const isHttps = protocol === 'https:';
  const named = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(hostname) ? hostname : null;
  const defaultPort = isHttps ? 443 : 80;
  return {
    isHttps,
    host: hosting.serverName ?? named,
    port: port === '' ? defaultPort : Number(port),
  };
}

export function decodedPrefix(site: HostedSite): string {
  return decodeURIComponent(site.prefix);
}

/** For servers that decode a path before routing: an escaped slash would become a separator. */
export const refusesOddPrefix: Host['refuses'] = ({ baseUrl, prefix }) => {
  const odd = prefix
    .split('/')
    .slice(1)
    .find((segment) => unsafeNameReason(decodeURIComponent(segment)) !== null);
  if (odd === undefined) return null;
  return {
    message: `The path of ${baseUrl} has the part ${JSON.stringify(odd)}, which cannot be the name of a folder.`,
    hint: 'Build the site with a --base-url whose path has plain parts.',
  };
};
