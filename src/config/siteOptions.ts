/** What the user chooses of a site. */
import type { BulkName } from '../contract/bulkFiles.ts';
import type { PerList } from '../contract/collectionName.ts';
import type { LinkStyle } from '../contract/links.ts';
import type { ViewName } from '../contract/viewAddresses.ts';
import type { HostName } from '../hosts/hostNames.ts';
import type { Compression } from '../publishing/compression.ts';

export interface SiteOptions {
  /** As `parseBaseUrl` gives it (A1). */
  readonly baseUrl: string;
  /** Records on a page. */
  readonly pageSizes: PerList<number>;
  /** How pages name their neighbours (L2). */
  readonly links: LinkStyle;
  /** Seconds that answers may be kept (M5). */
  readonly maxAge: number;
  /** Whether each gene gets an address of its own (D1). */
  readonly geneFiles: boolean;
  /** Whether names match in any case: each is published in lower case, too. */
  readonly caseInsensitiveNames: boolean;
  /** What is published besides the lists and their records. */
  readonly views: readonly ViewName[];
  /** Which files with all records at once are published. */
  readonly bulk: readonly BulkName[];
  /** Whether cells of tables that would be formulas to a spreadsheet are marked as text. */
  readonly spreadsheetSafe: boolean;
  /** Compressed siblings to publish. */
  readonly precompress: readonly Compression[];
  /** Folder of the publisher's own files, which go into the site as they are. */
  readonly static?: string;
  /** Hosts whose own files go into the site. */
  readonly hosts: readonly HostName[];
  /** Goes into `release.json`; null to leave it out. */
  readonly releaseDate: string | null;
}
