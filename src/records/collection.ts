/** What the program must know of a collection besides its names, which are in `contract/collectionName.ts`. */
import { hash } from 'node:crypto';
import { foldName } from '../contract/recordName.ts';
import type { FeatureRecord, GeneRecord, PhageRecord } from '../generated/records.ts';
import type { GenomeOf } from '../sequences/genomeStore.ts';
import {
  type Breach,
  comparePlaces,
  type CountedAs,
  type Finding,
  type Locate,
  type RecordPlace,
} from '../text/findings.ts';
import type { RuleName } from '../text/rules.ts';
import type { PageNotes } from './notes.ts';

/**
 * A fact: something that rules between records must know of each record. It is collected piece by piece, by threads
 * that know nothing of each other, kept in the cache, and joined when all pieces are read.
 */
export interface Collector<Item, Piece> {
  /** Notes a record that matches its schema, except perhaps for nulls. Records come in the order of their lines. */
  readonly note: (record: Item, line: number) => void;
  /** Notes the key of a record that was rejected. */
  readonly refuse?: (key: string) => void;
  /** What is known of the piece; it must survive `v8.serialize`. */
  readonly finish: () => Piece;
}

export interface Joined<Piece> {
  /** Takes the facts of the piece with that rank in source order; pieces may arrive in any order. */
  take(piece: Piece, rank: number): void;
}

export interface Fact<
  Item,
  Piece,
  All extends Joined<Piece> = Joined<Piece>,
  Collects extends Collector<Item, Piece> = Collector<Item, Piece>,
> {
  /** Unique among facts. */
  readonly name: string;
  readonly collect: () => Collects;
  /** Keeps about `maxFindings` contradictions; the rest are only counted. */
  readonly join: (maxFindings: number) => All;
}

/** The facts of a piece, by name. */
export type PieceFacts = Readonly<Record<string, unknown>>;

export interface FactCollectors {
  /** The collector of one of the facts, for code that bypasses whole records. */
  readonly of: <C extends Collector<never, unknown>>(fact: { readonly collect: () => C }) => C;
  readonly note: (record: unknown, line: number) => void;
  /** `keyOf` is called only if some fact needs the keys of rejected records; it gives null for a record without one. */
  readonly refuse: (keyOf: () => string | null) => void;
  readonly finish: () => PieceFacts;
}

/** The joined form of a fact of any collection. */
export type JoinedFacts = <All>(fact: { readonly join: (maxFindings: number) => All }) => All;

/** Collects the facts of one piece. */
export function createFactCollectors(facts: Iterable<Fact<never, unknown>>): FactCollectors {
  const collectors = new Map<object, Collector<never, unknown>>();
  const named: [name: string, Collector<never, unknown>][] = [];
  for (const fact of facts) {
    const collector = fact.collect();
    collectors.set(fact, collector);
    named.push([fact.name, collector]);
  }
  return {
    of<C>(fact: { readonly collect: () => C }) {
      const collector = collectors.get(fact);
      if (collector === undefined) throw new Error('a fact of another collection');
      return collector as C;
    },
    note(record, line) {
      for (const [, collector] of named) collector.note(record as never, line);
    },
    refuse(keyOf) {
      for (const [, { refuse }] of named) {
        const key = refuse === undefined ? null : keyOf();
        if (key !== null) refuse?.(key);
      }
    },
    finish: () => Object.fromEntries(named.map(([name, collector]) => [name, collector.finish()])),
  };
}

/** A rule on the records of a collection (S3): its breaches in one record, and its findings between records. */
export interface Rule<Item> {
  /** What is wrong with a single record. The record matches its schema, except perhaps for nulls, which rules skip. */
  readonly breaches?: (record: Item, genomeOf: GenomeOf) => Breach[];
  /** What it needs to know of each record. */
  readonly facts?: readonly Fact<Item, unknown>[];
  /** What is wrong between records, of this collection or several. */
  readonly findings?: (all: JoinedFacts, locate: Locate) => Iterable<Finding>;
  /** Findings that are only counted: the rule or kind, their number, and what was expected. */
  readonly unreported?: (
    all: JoinedFacts,
  ) => readonly [as: CountedAs, count: number, expected: string];
  /** The names that have an address, which the hosts of a site must be able to serve. */
  readonly names?: (all: JoinedFacts) => Iterable<NamedPlace>;
}

/** A name at its first place. */
export interface NamedPlace {
  readonly name: string;
  readonly pointer: string;
  readonly place: RecordPlace;
}

/** A record whose fields may be null against its schema, as `--allow null-value` permits. */
type MaybeNull<T> = T extends object ? { [K in keyof T]: MaybeNull<T[K]> | null } : T;

export type Gene = MaybeNull<GeneRecord>;
export type Phage = MaybeNull<PhageRecord>;
export type Feature = MaybeNull<FeatureRecord>;

export interface Collection<Item = never> {
  /** The rule that no two records have the same sort key; null if they may. */
  readonly uniqueRule: RuleName | null;
  /** All other rules, in the order of their findings. */
  readonly rules: readonly Rule<Item>[];
  /** Null if every record gets the whole validation. */
  readonly shortcut: Shortcut | null;
  /** How names that differ only by case are found; null if a rule holds all names, or none has an address. */
  readonly keyCase: KeyCase | null;
  /** Whether the interface prescribes the order of its list: then every service must keep it, not only phagepress. */
  readonly isOrderSpecified: boolean;
  /** A well-formed key that probably no record has. */
  readonly missingKey: string;
  /**
   * Finds the fields of a record in its canonical JSON, for tables; null for a collection with few records, each of which
   * is parsed instead.
   */
  readonly finder: FieldFinder | null;
  /** Null if its records have no link to a genome. */
  readonly linkGenome: LinkGenome | null;
  readonly createNoter: () => Noter;
  /** The number of columns of its notes. */
  readonly noteColumns: number;
  /** Of these, the one with the name of the record's phage. */
  readonly phageColumn: number;
  /** The usual number of records in a part of bulk files, about 2 MiB of JSON; at most twice as many. */
  readonly blockRecords: number;
  /** The same for a Parquet row group: a writer holds it in memory, and a reader must fetch at least one. */
  readonly rowsPerGroup: number;
}

/** Of records that have addresses: no two may share one. */
export interface NamedRecords<Item = never> extends Collection<Item> {
  readonly uniqueRule: RuleName;
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
  /** What a rule says against the record that was recognised last, which may be published with it. */
  readonly breaches?: (bytes: Buffer) => readonly Breach[];
  /** Notes the facts of the record that was recognised last. */
  readonly note: (bytes: Buffer, line: number) => void;
}

export interface FieldFinder {
  /** The number of fields of a record: the columns of its table, in order. */
  readonly fields: number;
  /** The number of entries that `find` writes. */
  readonly spans: number;
  /** Writes the spans of the fields of the record at byte `from`, from index `into`; see `text/plainJson.ts`. */
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

// As many as the largest safe integer has.
const mostDigits = 16;

/**
 * The text that orders a record (L3): by the fields in turn, non-negative integers by value, text by its bytes. A
 * single text field is its own key. Null if a field is missing or of another type.
 */
export function sortKeyOf(
  record: Readonly<Record<string, unknown>>,
  fields: readonly string[],
): string | null {
  let key = '';
  for (const field of fields) {
    const part = record[field];
    if (typeof part === 'string' && fields.length === 1) return part;
    if (typeof part === 'number' && fields.length > 1)
      key += String(part).padStart(mostDigits, '0');
    else if (typeof part !== 'string') return null;
    // Terminated by bytes that the text cannot contain, so that a text sorts before its extensions.
    else key += `${part.replaceAll('\0', '\0\u0001')}\0\0`;
  }
  return key;
}

export interface Variant<T> {
  readonly value: T;
  /** The first in source order. */
  readonly place: RecordPlace;
}

type Variants<Group, T> = readonly [group: Group, first: Variant<T>, ...others: Variant<T>[]];

export interface VariantLedger<Group, T> {
  /** Records may be noted in any order. */
  readonly note: (group: Group, value: T, place: RecordPlace) => void;
  /** Each group once, with its variants in source order of their first places. */
  readonly groups: () => Iterable<Variants<Group, T>>;
  /** The number of variants of contested groups that are only counted. */
  readonly unreported: () => number;
  /** The groups with more than one variant. */
  readonly contested: () => Iterable<Variants<Group, T>>;
}

/**
 * Keeps the first variant of each group and at least `maxOthers` more, in order of place. The rest are only counted, by
 * fingerprint: every gene of a family may have another colour.
 */
export function createVariantLedger<Group, T extends string | number>(
  maxOthers = Infinity,
): VariantLedger<Group, T> {
  // Columns rather than objects: there are as many groups as gene families.
  const indices = new Map<Group, number>();
  const values: T[] = [];
  const ranks: number[] = [];
  const lines: number[] = [];
  // All variants of the groups with several: none in good data, but up to one per record in bad data. In the order in
  // which they were noted, which decides between those of one place: these come from one piece.
  const contested = new Map<Group, Map<T, RecordPlace>>();
  const isBounded = maxOthers < Infinity;
  const seen = new Set<number>();

  const firstOf = (index: number): Variant<T> => {
    const value = values[index] as T;
    return { value, place: { rank: ranks[index] ?? 0, line: lines[index] ?? 0 } };
  };

  const noteSeen = (index: number, value: T) => {
    if (isBounded) seen.add(fingerprint(`${index} ${value}`));
  };

  function* groupsOf(groups: Iterable<Group>): Generator<Variants<Group, T>> {
    for (const group of groups) {
      const index = indices.get(group);
      if (index === undefined) continue;
      const [first = firstOf(index), ...others] = Array.from(
        contested.get(group) ?? [],
        ([value, place]) => ({ value, place }),
      ).sort((a, b) => comparePlaces(a.place, b.place));
      yield [group, first, ...others];
    }
  }

  return {
    note(group, value, place) {
      const index = indices.get(group);
      if (index === undefined) {
        indices.set(group, values.length);
        values.push(value);
        ranks.push(place.rank);
        lines.push(place.line);
        return;
      }
      const first = firstOf(index);
      let variants = contested.get(group);
      if (variants === undefined && first.value === value) {
        if (comparePlaces(place, first.place) >= 0) return;
        ranks[index] = place.rank;
        lines[index] = place.line;
        return;
      }
      if (variants === undefined) {
        variants = new Map([[first.value, first.place]]);
        contested.set(group, variants);
        noteSeen(index, first.value);
      }
      const known = variants.get(value);
      if (known !== undefined && comparePlaces(place, known) >= 0) return;
      variants.delete(value);
      variants.set(value, place);
      if (known !== undefined) return;
      noteSeen(index, value);
      // Trimmed only at twice the bound, so that the sort's cost is amortised.
      if (variants.size <= 2 * maxOthers + 16) return;
      const sorted = [...variants].sort(([, a], [, b]) => comparePlaces(a, b));
      contested.set(group, new Map(sorted.slice(0, maxOthers + 1)));
    },
    groups: () => groupsOf(indices.keys()),
    unreported() {
      let kept = 0;
      for (const variants of contested.values()) kept += variants.size;
      return isBounded ? seen.size - kept : 0;
    },
    contested: () => groupsOf(contested.keys()),
  };
}

// 52 bits, which a number holds exactly.
const fingerprintDigits = 13;

/** A hash: two given texts collide with a probability below 10⁻¹². */
function fingerprint(text: string): number {
  return Number.parseInt(hash('sha256', text).slice(0, fingerprintDigits), 16);
}

/** A text and the line where it first occurred, counted from the start of the piece. */
export interface PlacedText {
  readonly text: string;
  readonly line: number;
}

interface JoinedTexts extends Joined<readonly PlacedText[]> {
  /** The spellings of each text, by its folded form. */
  readonly spellings: VariantLedger<string, string>;
}

export type TextFact<Item> = Fact<
  Item,
  readonly PlacedText[],
  JoinedTexts,
  Collector<Item, readonly PlacedText[]> & {
    readonly noteText: (text: string, line: number) => void;
  }
>;

/** `textOf` gives a record's text, or null; spellings of one text have the same folded form. */
export function textFact<Item>(
  name: string,
  textOf: (record: Item) => string | null,
  fold: (text: string) => string = foldName,
): TextFact<Item> {
  return {
    name,
    collect() {
      const texts = new Map<string, PlacedText>();
      const noteText = (text: string, line: number) => {
        if (!texts.has(text)) texts.set(text, { text, line });
      };
      return {
        noteText,
        note(record, line) {
          const text = textOf(record);
          if (text !== null) noteText(text, line);
        },
        finish: () => [...texts.values()],
      };
    },
    join() {
      const spellings = createVariantLedger<string, string>();
      return {
        spellings,
        take(texts, rank) {
          for (const { text, line } of texts) spellings.note(fold(text), text, { rank, line });
        },
      };
    },
  };
}

/** Each spelling as a name with an address. */
export function* namesIn({ spellings }: JoinedTexts, pointer: string): Generator<NamedPlace> {
  for (const [, ...variants] of spellings.groups()) {
    for (const { value, place } of variants) yield { name: value, pointer, place };
  }
}

type ListFact<Item, Told> = Fact<
  Item,
  readonly (Told & { readonly line: number })[],
  Joined<readonly (Told & { readonly line: number })[]> & {
    /** In no particular order. */
    readonly told: () => Iterable<Told & { readonly place: RecordPlace }>;
  }
>;

/** Something that each record tells; null if it tells nothing. */
export function listFact<Item, Told extends object>(
  name: string,
  toldBy: (record: Item) => Told | null,
): ListFact<Item, Told> {
  return {
    name,
    collect() {
      const list: (Told & { readonly line: number })[] = [];
      return {
        note(record, line) {
          const told = toldBy(record);
          if (told !== null) list.push({ ...told, line });
        },
        finish: () => list,
      };
    },
    join() {
      // As the threads sent them: a place for each would take as much memory again.
      const lists: {
        readonly list: readonly (Told & { readonly line: number })[];
        rank: number;
      }[] = [];
      return {
        *told() {
          for (const { list, rank } of lists)
            for (const one of list) yield { ...one, place: { rank, line: one.line } };
        },
        take(list, rank) {
          if (list.length > 0) lists.push({ list, rank });
        },
      };
    },
  };
}
