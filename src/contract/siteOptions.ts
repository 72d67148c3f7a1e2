/** The options of a site that determine its responses; code takes the ones it needs by `Pick`. */
import type { BulkName } from './bulkFiles.ts';
import type { SiteAbout } from './about.ts';
import type { CollectionName, PerList } from './collectionName.ts';
import type { FieldNames } from './fieldNames.ts';
import type { LinkStyle } from './links.ts';
import type { ListSizes } from './pageSizes.ts';
import type { ViewName } from './views.ts';

export interface SiteOptions {
  /** As `parseBaseUrl` returns it (A1). */
  readonly baseUrl: string;
  /** The default number of records per page. */
  readonly pageSizes: PerList<number>;
  /** The further page sizes that `page_size` can select (L5); each is a set of files of its own. */
  readonly furtherSizes: ListSizes;
  /** How pages refer to their neighbours (L2). */
  readonly links: LinkStyle;
  /** Seconds that responses may be cached (M5). */
  readonly maxAge: number;
  /** Whether each gene gets an address of its own (D1). */
  readonly geneFiles: boolean;
  /** Whether names match in any case: each is also published in lower case. */
  readonly caseInsensitiveNames: boolean;
  /** Whether phages answer to their other names, too (D3). */
  readonly phageAliases: boolean;
  /** The collections that it has, in the order of `collectionNames`. */
  readonly collections: readonly CollectionName[];
  /** What is published besides the lists and their records. */
  readonly views: readonly ViewName[];
  /** Which bulk files, each with all records, are published. */
  readonly bulk: readonly BulkName[];
  /** Whether table cells that a spreadsheet would evaluate as formulas are escaped. */
  readonly spreadsheetSafe: boolean;
  /** Whether a record whose `fasta_file` is null links to the site's own file of the genome, if there is one. */
  readonly linkGenomes: boolean;
  /** The name below `media/` of an uncompressed file with all genomes; null or absent for none. */
  readonly genomesFile?: string | null;
  /** Fields that are published under other than their neutral names. */
  readonly fieldNames: FieldNames;
  /** Whether it has pages for people, in `index.html` and `web/`. */
  readonly pages: boolean;
  /** The publisher's description of the site. */
  readonly about: SiteAbout;
  readonly precompress: readonly ('gzip' | 'br')[];
  /** Written to `release.json`; null to omit it. */
  readonly releaseDate: string | null;
}
