/** The configuration of a command: what flags and a configuration file say, and what that resolves to. */
import type { CollectionName, ListName } from '../contract/collectionName.ts';
import type { Keep } from '../contract/history.ts';
import type { RecordForm } from '../contract/packs.ts';
import type { PageSize } from '../contract/pageSizes.ts';
import type { SiteOptions } from '../contract/siteOptions.ts';
import type { Hosting, HostName } from '../hosts/host.ts';
import type { RuleChoices, RuleName } from '../text/rules.ts';

export const findingFormats = ['text', 'json', 'github'] as const;

/** The steps that are divided of a build in shares, in order; each needs all shares of those before it. */
export const shardSteps = {
  genomes: 'store the genomes of a share of the files',
  sort: 'check and sort the records of a share of the files',
  render: 'write the pages of a share of the records',
  derive: 'make a share of the views and bulk files of these pages',
} as const;

export type ShardStep = keyof typeof shardSteps;

export const maxShards = 10_000;

export const profileNames = ['phagesdb'] as const;

export type ProfileName = (typeof profileNames)[number];

export type FindingFormat = (typeof findingFormats)[number];

/** The user's options for a site, and those that add files to it; its collections depend on the data. */
export interface PublishOptions extends Omit<SiteOptions, 'collections' | 'records'> {
  /** Null where the number of files decides. */
  readonly records: RecordForm | null;
  /** Folder of the publisher's own files, copied into the site unchanged. */
  readonly static?: string;
  /** Hosts whose own files are added to the site. */
  readonly hosts: readonly HostName[];
  /** The lists whose further page sizes only a profile asks for: sizes that a host cannot take are dropped. */
  readonly yieldingSizes?: readonly CollectionName[];
}

export interface Config extends PublishOptions, RuleChoices {
  /** Folder of the sources, as findings name it. */
  readonly data: string;
  readonly out: string;
  /** Values for the files that `phagepress host` writes. */
  readonly hosting: Hosting;
  readonly maxErrors: number;
  /** After more refused records than this, reading ends. */
  readonly maxRefused: number;
  /** Percentage of a collection that may go missing from one release to the next. */
  readonly maxDrop: number;
  /** Percentage of gene families that may get other numbers without a warning. */
  readonly maxRenumbered: number;
  /** Whether the site tells what changed since the release before. */
  readonly changes: boolean;
  /** How many releases stay available on the site, the current one included; null for none. */
  readonly keep: Keep | null;
  /** File of the secret key that signs `release.json`; null to leave it unsigned. */
  readonly sign: string | null;
  /** How the new site takes the place of the old one; null for as before, by renames at first. */
  readonly switch: 'link' | null;
  /** Whether the last build's cache is used, and one left for the next. */
  readonly cache: boolean;
  /** Whether every file taken over from the live site is verified against its hash. */
  readonly checkLive: boolean;
  readonly jobs: number;
  readonly limits: { readonly maxRecordBytes: number; readonly maxNesting: number };
  readonly format: FindingFormat;
  readonly quiet: boolean;
}

/** Options whose resolved form differs from the form in which they are given. */
type Resolved =
  | 'pageSizes'
  | 'furtherSizes'
  | 'yieldingSizes'
  | 'records'
  | 'views'
  | 'bulk'
  | 'releaseDate'
  | 'keep'
  | 'switch'
  | 'sign'
  | 'hosts'
  | 'hosting'
  | 'limits';

/** The settings given on the command line or in the file; the others are absent. */
export interface Settings
  extends Partial<Omit<Config, Resolved | keyof RuleChoices>>, Partial<Config['limits']> {
  readonly pageSize?: PageSizes;
  /** The words of each command that `phagepress import` repeats. */
  readonly imports?: readonly (readonly string[])[];
  readonly records?: RecordForm;
  /** False for none. */
  readonly views?: SiteOptions['views'] | false;
  /** False for none. */
  readonly bulk?: SiteOptions['bulk'] | false;
  readonly releaseDate?: string;
  readonly keep?: Keep;
  readonly switch?: 'link';
  readonly sign?: string;
  /** False for none. */
  readonly profile?: ProfileName | false;
  readonly host?: readonly HostName[];
  readonly hosting?: { readonly [Name in keyof Hosting]?: string };
  readonly allow?: readonly RuleName[];
  readonly deny?: readonly RuleName[];
}

/** Page sizes as given: `all` applies to lists that are not named. In an array the first is a number, the default. */
export type PageSizes = { readonly [C in ListName | 'all']?: number | readonly PageSize[] };
