/** What flags and a configuration file can say. */
import type { ListName } from '../contract/collectionName.ts';
import type { BulkName } from '../contract/bulkFiles.ts';
import type { LinkStyle } from '../contract/links.ts';
import type { ViewName } from '../contract/viewAddresses.ts';
import type { RuleName } from '../findings/rules.ts';
import type { HostSetup } from '../hosts/host.ts';
import type { HostName } from '../hosts/hostNames.ts';
import type { Compression } from '../publishing/compression.ts';

export const findingFormats = ['text', 'json', 'github'] as const;

export type FindingFormat = (typeof findingFormats)[number];

/** What was said on the command line or in the file; what was not said is absent. */
export interface Settings {
  readonly data?: string;
  readonly out?: string;
  /** As `parseBaseUrl` gives it (A1). */
  readonly baseUrl?: string;
  readonly pageSize?: PageSizes;
  readonly static?: string;
  readonly host?: readonly HostName[];
  /** What was said of the hosts. */
  readonly hosting?: Partial<HostSetup>;
  readonly links?: LinkStyle;
  readonly maxAge?: number;
  readonly geneFiles?: boolean;
  readonly caseInsensitiveNames?: boolean;
  /** False is none of them. */
  readonly views?: readonly ViewName[] | false;
  /** False is none of them. */
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

/** Page sizes as said: `all` holds for a list that is not named. */
export type PageSizes = { readonly [C in ListName | 'all']?: number };
