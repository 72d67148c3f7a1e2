/** The settings that flags and a configuration file can contain. */
import type { ListName } from '../contract/collectionName.ts';
import type { BulkName } from '../contract/bulkFiles.ts';
import type { LinkStyle } from '../contract/links.ts';
import type { ViewName } from '../contract/views.ts';
import type { RuleName } from '../findings/rules.ts';
import type { Hosting } from '../hosts/host.ts';
import type { HostName } from '../hosts/hostNames.ts';
import type { Compression } from '../publishing/compression.ts';

export const findingFormats = ['text', 'json', 'github'] as const;

export type FindingFormat = (typeof findingFormats)[number];

/** The settings given on the command line or in the file; the others are absent. */
export interface Settings {
  readonly data?: string;
  readonly out?: string;
  /** As `parseBaseUrl` returns it (A1). */
  readonly baseUrl?: string;
  readonly pageSize?: PageSizes;
  readonly static?: string;
  readonly host?: readonly HostName[];
  /** Values for the hosts. */
  readonly hosting?: Partial<Hosting>;
  readonly links?: LinkStyle;
  readonly maxAge?: number;
  readonly geneFiles?: boolean;
  readonly caseInsensitiveNames?: boolean;
  /** False for none. */
  readonly views?: readonly ViewName[] | false;
  /** False for none. */
  readonly bulk?: readonly BulkName[] | false;
  readonly spreadsheetSafe?: boolean;
  readonly allow?: readonly RuleName[];
  readonly deny?: readonly RuleName[];
  readonly precompress?: readonly Compression[];
  readonly maxDrop?: number;
  readonly releaseDate?: string;
  readonly cache?: boolean;
  readonly checkLive?: boolean;
  readonly jobs?: number;
  readonly maxRecordBytes?: number;
  readonly maxNesting?: number;
  readonly maxErrors?: number;
  readonly format?: FindingFormat;
  readonly quiet?: boolean;
}

/** Page sizes as given: `all` applies to lists that are not named. */
export type PageSizes = { readonly [C in ListName | 'all']?: number };
