/** What the program must know of a collection besides its names, which stand in `contract/collectionName.ts`. */
import type { RuleName } from '../findings/rules.ts';
import type { GenomeOf } from '../genomes/genomeIndex.ts';
import type { PageNotes } from '../pages/pageNotes.ts';
import type { Fact, FactCollectors, JoinedFacts } from './fact.ts';
import type { Rule } from './rule.ts';

export interface Collection<Item = never> {
  /** The rule that no two records have the same sort key; null where they may. */
  readonly uniqueRule: RuleName | null;
  /** All other rules, in the order of their findings. */
  readonly rules: readonly Rule<Item>[];
  /** Null where all records get the whole validation. */
  readonly shortcut: Shortcut | null;
  /** Null where a rule knows all keys: they are too many to be held. */
  readonly keyCase: KeyCase | null;
  /** Whether SPEC.md gives its list an order, which then every service must keep, not only phagepress. */
  readonly isOrderSpecified: boolean;
  /** A key that is right in form, though probably no record has it. */
  readonly strangersKey: string;
  /** Finds the fields of a record in its canonical JSON; null where these are few records, which are parsed. */
  readonly finder: FieldFinder | null;
  readonly createNoter: () => Noter;
  /** Numbers in a row of its notes. */
  readonly noteColumns: number;
  /** Most records in a part of bulk files: about 2 MiB of JSON. */
  readonly blockRecords: number;
  /** Rows in a row group of Parquet: it is held in memory, and the least that a reader must fetch. */
  readonly rowsPerGroup: number;
}

/** What the program must know of a list that is derived from the records of a collection. */
export interface DerivedList {
  /** What its records are, for messages. */
  readonly expected: string;
  readonly maxRecordBytes: number;
  readonly fields: readonly string[];
  /** The number that its records are sorted by; null for what is no record of it. */
  readonly idOf: (record: Readonly<Record<string, unknown>>) => number | null;
}

/** A fast way for records that are valid and canonical already, as most records of most builds are. */
export interface Shortcut {
  /** The rules that no record that it recognises breaks, and for which it notes what is to be known of these. */
  readonly covers: readonly Rule<never>[];
  /** Recognises records of one piece, whose facts it notes; `genomeOf` is null where there are no genomes at all. */
  readonly create: (facts: FactCollectors, genomeOf: GenomeOf | null) => PlainRecords;
}

export interface PlainRecords {
  /**
   * The end of the record that starts at `start` if it is recognised, else -1: then it is not wrong, but needs the
   * whole validation. `bytes` must be UTF-8.
   */
  readonly match: (bytes: Buffer, start: number) => number;
  /** The key of the record that was recognised last. */
  readonly key: { readonly keyStart: number; readonly keyEnd: number };
  /** Notes the facts of the record that was recognised last. */
  readonly note: (bytes: Buffer, line: number) => void;
}

export interface FieldFinder {
  /** How many fields a record has: the columns of its table, in order. */
  readonly fields: number;
  /** How many numbers `find` writes. */
  readonly spans: number;
  /** Writes the spans of the fields of the record at byte `from`, from index `into`; see `json/plainJson.ts`. */
  readonly find: (bytes: Buffer, from: number, spans: Int32Array, into: number) => void;
}

/** How keys that differ only by case are found in the merge, though not all are held: in groups, most of which have none. */
export interface KeyCase {
  /** Keys that differ only by case have the same group. */
  readonly groupOf: (key: string) => string;
  /** The groups in which there may be such keys. */
  readonly contested: (all: JoinedFacts) => ReadonlySet<string>;
}

/** Takes notes while pages are rendered. */
export interface Noter {
  /**
   * Notes the record whose canonical JSON, with SPEC.md's names, is bytes [from, to), and which lies at bytes
   * [start, end) of a page. Returns the PhamID of a gene, or null if it has none.
   */
  readonly note: (
    bytes: Buffer,
    from: number,
    to: number,
    at: { readonly page: number; readonly start: number; readonly end: number },
  ) => number | null;
  readonly finish: () => PageNotes;
}

/** The facts that the rules of a collection need of its records, each once. */
export function factsOf({ rules }: Collection): Set<Fact<never, unknown>> {
  return new Set(rules.flatMap(({ facts }) => facts ?? []));
}

/** The shortcut of a collection; null also where it does not cover each rule. */
export function shortcutOf({ rules, shortcut }: Collection): Shortcut | null {
  const isCovered = (rule: Rule<never>) => shortcut?.covers.includes(rule) === true;
  return rules.every(isCovered) ? shortcut : null;
}
