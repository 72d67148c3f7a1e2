/** What the program must know of a collection besides its name, key and noun, which stand in `contract/`. */
import type { Breach } from '../findings/finding.ts';
import type { RuleName } from '../findings/rules.ts';
import type { PageNotes } from '../pages/pageNotes.ts';

export interface Collection {
  /** Whether a record may hold free-form objects, which its schema does not describe. */
  readonly isOpen: boolean;
  /** The rule that no two records have the same key. */
  readonly uniqueRule: RuleName;
  /** Checks one record on its own; it matches its schema, except perhaps for nulls. */
  readonly breaches: (record: UnknownRecord) => Breach[];
  readonly createNoter: () => Noter;
  /** Numbers in a row of its notes. */
  readonly noteColumns: number;
  /** Most records in a part of bulk files: about 2 MiB of JSON. */
  readonly blockRecords: number;
  /** Rows in a row group of Parquet: it is held in memory, and the least that a reader must fetch. */
  readonly rowsPerGroup: number;
}

type UnknownRecord = Readonly<Record<string, unknown>>;

/** Takes notes while pages are rendered. */
export interface Noter {
  /**
   * Notes the record whose canonical JSON is bytes [from, to), and which ends at byte `end` of a page. Returns the
   * PhamID of a gene, or null if it has none.
   */
  readonly note: (
    bytes: Buffer,
    from: number,
    to: number,
    at: { readonly page: number; readonly end: number },
  ) => number | null;
  readonly finish: () => PageNotes;
}
