/** What the program must know of a collection besides its names, which are in `contract/collectionName.ts`. */
import type { RuleName } from '../findings/rules.ts';
import type { GenomeOf } from '../genomes/genomeIndex.ts';
import type { PageNotes } from '../pages/pageNotes.ts';
import type { Fact, FactCollectors, JoinedFacts } from './fact.ts';
import type { Rule } from './rule.ts';

export interface Collection<Item = never> {
  /** The rule that no two records have the same sort key; null if they may. */
  readonly uniqueRule: RuleName | null;
  /** All other rules, in the order of their findings. */
  readonly rules: readonly Rule<Item>[];
  /** Null if every record gets the whole validation. */
  readonly shortcut: Shortcut | null;
  /** Null if a rule keeps all keys itself. Otherwise there are too many keys to hold. */
  readonly keyCase: KeyCase | null;
  /** Whether the interface prescribes the order of its list: then every service must keep it, not only phagepress. */
  readonly isOrderSpecified: boolean;
  /** A well-formed key that probably no record has. */
  readonly missingKey: string;
  /**
   * Finds the fields of a record in its canonical JSON. Null for collections with few records, which are parsed
   * instead.
   */
  readonly finder: FieldFinder | null;
  /** Null if its records have no link to a genome. */
  readonly linkGenome: LinkGenome | null;
  readonly createNoter: () => Noter;
  /** The number of columns of its notes. */
  readonly noteColumns: number;
  /** The most records in a part of bulk files: about 2 MiB of JSON. */
  readonly blockRecords: number;
  /** Rows in a Parquet row group: a writer holds it in memory, and a reader must fetch at least one. */
  readonly rowsPerGroup: number;
}

/**
 * Sets the link of a record that has none to the file of its genome, if there is one; `baseUrl` is that of the site.
 * Takes and returns canonical JSON.
 */
export type LinkGenome = (
  baseUrl: string,
  hasGenome: (phage: string) => boolean,
) => (json: string, key: string) => string;

/** What the program must know of a list that is derived from the records of a collection. */
export interface DerivedList {
  /** A noun for its records, for messages. */
  readonly expected: string;
  readonly maxRecordBytes: number;
  readonly fields: readonly string[];
  /** The number that its records are sorted by; null for anything that is not such a record. */
  readonly idOf: (record: Readonly<Record<string, unknown>>) => number | null;
}

/** A fast path for records that are valid and canonical already, as nearly all are. */
export interface Shortcut {
  /** The rules that it covers: it recognises no record that breaks one, and notes their facts. */
  readonly covers: readonly Rule<never>[];
  /** Recognises records of one piece and notes their facts; `genomeOf` is null if there are no genomes at all. */
  readonly create: (facts: FactCollectors, genomeOf: GenomeOf | null) => PlainRecords;
}

export interface PlainRecords {
  /**
   * The end of the record that starts at `start` if it is recognised, else -1: then it may still be valid, but needs
   * the whole validation. `bytes` must be UTF-8.
   */
  readonly match: (bytes: Buffer, start: number) => number;
  /** The key of the record that was recognised last. */
  readonly key: { readonly keyStart: number; readonly keyEnd: number };
  /** Notes the facts of the record that was recognised last. */
  readonly note: (bytes: Buffer, line: number) => void;
}

export interface FieldFinder {
  /** The number of fields of a record: the columns of its table, in order. */
  readonly fields: number;
  /** The number of entries that `find` writes. */
  readonly spans: number;
  /** Writes the spans of the fields of the record at byte `from`, from index `into`; see `json/plainJson.ts`. */
  readonly find: (bytes: Buffer, from: number, spans: Int32Array, into: number) => void;
}

/**
 * How the merge finds keys that differ only by case without holding all of them: by groups, most of which have no such
 * keys.
 */
export interface KeyCase {
  /** Keys that differ only by case are in the same group. */
  readonly groupOf: (key: string) => string;
  /** The groups that may have such keys. */
  readonly contested: (all: JoinedFacts) => ReadonlySet<string>;
}

/** Takes notes while pages are rendered. */
export interface Noter {
  /**
   * Notes a record: its canonical JSON, with neutral names, is bytes [from, to), and it lies at bytes [start, end) of
   * a page. Returns the PhamID of a gene, or null if it has none.
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

/** The shortcut of a collection. Null also if the shortcut does not cover every rule. */
export function shortcutOf({ rules, shortcut }: Collection): Shortcut | null {
  const isCovered = (rule: Rule<never>) => shortcut?.covers.includes(rule) === true;
  return rules.every(isCovered) ? shortcut : null;
}
