/**
 * Plans the parts of the bulk files, and which of them can be copied from the live site when only some pages changed.
 */
import { identitiesOf } from '../base/keyChanges.ts';
import { countBefore } from '../base/sortKeys.ts';
import { inWeighedChunks } from '../base/threads.ts';
import {
  bulkFolder,
  type BulkName,
  type BulkPath,
  bulkPhageFile,
  parquetFile,
  phageFormNames,
} from '../contract/bulkFiles.ts';
import {
  type CollectionName,
  collectionNames,
  type PerCollection,
  perCollection,
} from '../contract/collectionName.ts';
import type { SiteOptions } from '../contract/siteOptions.ts';
import {
  forEachRow,
  geneCount,
  type PageNotes,
  phageKey,
  phamAt,
  sequenced,
  sortByNumber,
  tally,
  textAt,
} from '../records/notes.ts';
import { groupByPham } from '../records/phams.ts';
import {
  addPageFiles,
  createPlaces,
  type RankRange,
  recordCount,
  recordPlaces,
} from './noteCounts.ts';
import { isAnyFrom, pathsOf } from './formats.ts';
import {
  type BulkPart,
  type GroupedPhage,
  type Identities,
  isSamePart,
  placesOf,
  planBlocks,
  planGroups,
  planRowGroups,
  rangesByPhage,
} from './maker.ts';
import type { RenderParquetTask, RowGroup } from './parquet.ts';
import { changesOf, type SiteBefore } from './planViews.ts';
import { placeLength, recordsBytes } from './recordLines.ts';
import type { PackedPart } from './renderBulk.ts';
import { compareText } from '../text/order.ts';
import { type Change, isSameList } from './view.ts';

/** For each bulk file, its parts in order. */
export type BulkSizes = Readonly<Record<string, readonly PartSize[]>>;

type PartSize = Pick<PackedPart, 'records' | 'index' | 'phages'> & {
  readonly bytes: number;
  /** Of a Parquet file. */
  readonly rowGroup?: RowGroup;
};

/** A part of a live file that is copied. */
interface KeptPart extends PartSize {
  readonly path: BulkPath;
  /** Its offset in the file. */
  readonly from: number;
}

/** A part to be made, or what an unchanged one came to in each file. */
export type PlannedPart = { readonly records: number } & (
  | { readonly part: BulkPart; readonly kept: null }
  | { readonly part: null; readonly kept: readonly KeptPart[] }
);

export interface BulkPlan {
  readonly wanted: ReadonlySet<BulkName>;
  /** The sum over all parts: a record in several parts counts several times. */
  readonly records: number;
  readonly parts: () => Iterable<PlannedPart>;
  /** The Parquet files that must be made. */
  readonly tables: readonly PlannedTable[];
  /** The live site's pages and bulk files from which records or parts are copied. */
  readonly filesRead: () => Set<string>;
  readonly sequencedPhages: number;
  /** Whether a live file is unchanged; only for files of single phages and Parquet files. */
  readonly isKept: (file: string) => boolean;
  /** The parts of the live site's files that are kept whole. */
  readonly keptSizes: BulkSizes;
}

/** What is known of the live site, of which some is kept. */
interface BulkBefore extends SiteBefore {
  readonly sizes: BulkSizes;
}

/** `notes` are of all pages; `before` is null if nothing of the live site is kept. */
export function planBulk(
  { bulk, collections }: Pick<SiteOptions, 'bulk' | 'collections'>,
  notes: PerCollection<PageNotes>,
  before: BulkBefore | null,
): BulkPlan {
  const wanted = new Set(bulk);
  const counts = perCollection((name) => recordCount(notes[name]));
  const sequencedPhages = countSequenced(notes.phages);
  const all = collectionNames.reduce((sum, name) => sum + counts[name], 0);
  const records =
    (isAnyFrom(wanted, 'blocks') ? all : 0) + (isAnyFrom(wanted, 'phages') ? counts.genes : 0);
  const tablesAmong = (isWanted: (collection: CollectionName) => boolean) =>
    isAnyFrom(wanted, 'collections') ? collections.filter(isWanted) : [];
  const common = { wanted, records, sequencedPhages, keptSizes: {} };
  if (before === null) {
    const parts = function* () {
      for (const part of bulkParts(wanted, notes, collections)) {
        yield { part, kept: null, records: recordsIn(part) };
      }
    };
    const tables = tablesAmong(() => true).map((name) => planTable(name, notes, () => null));
    return { ...common, parts, tables, filesRead: () => new Set(), isKept: () => false };
  }
  const changes = changesOf(before, notes);
  const keptAmong = createOldParts(before, collections, changes);
  const keptOf = keptAmong(bulkParts(wanted, before.notes, collections), (part) =>
    pathsOf(part, wanted),
  );
  const parts: PlannedPart[] = [];
  const keptFiles = new Set<string>();
  for (const part of bulkParts(wanted, notes, collections)) {
    const own = keptOf(part);
    if (own === null) {
      parts.push({ part, kept: null, records: recordsIn(part) });
    } else {
      parts.push({ part: null, kept: own, records: recordsIn(part) });
      for (const file of phageFilesOf(part)) keptFiles.add(file);
    }
  }
  const keptSizes: Record<string, readonly PartSize[]> = {};
  for (const collection of tablesAmong((name) => isSameList(changes[name]))) {
    const file = parquetFile(collection);
    keptFiles.add(file);
    keptSizes[file] = before.sizes[file] ?? [];
  }
  const tables = tablesAmong((name) => !isSameList(changes[name])).map((name) => {
    const old = keptAmong(planRowGroups(before.notes[name], name), () => [parquetFile(name)]);
    return planTable(name, notes, (part) => old(part)?.[0]?.rowGroup ?? null);
  });
  const isKept = (file: string) => keptFiles.has(file);
  const filesRead = () => {
    const files = new Set<string>();
    for (const { part, kept } of parts) {
      for (const { path } of kept ?? []) files.add(path);
      if (part?.kind === 'block') addPageFiles(files, part.collection, part.places);
      for (const { places } of part?.kind === 'group' ? part.phages : [])
        addPageFiles(files, 'genes', places);
    }
    for (const { collection, groups, kept } of tables) {
      if (kept.some(Boolean)) files.add(parquetFile(collection));
      for (const [at, places] of groups.entries())
        if (kept[at] === null) addPageFiles(files, collection, places);
    }
    return files;
  };
  return { ...common, parts: () => parts, tables, filesRead, isKept, keptSizes };
}

/** A Parquet file to be made. */
interface PlannedTable extends Pick<RenderParquetTask, 'collection' | 'groups' | 'kept'> {}

/** `keptOf` gives the live site's row group with the same records, if there is one. */
function planTable(
  collection: CollectionName,
  notes: PerCollection<PageNotes>,
  keptOf: (part: BulkPart) => RowGroup | null,
): PlannedTable {
  const parts = [...planRowGroups(notes[collection], collection)];
  return { collection, groups: parts.map(({ places }) => places), kept: parts.map(keptOf) };
}

/** How many rows the tables of phages have. */
export function countSequenced(phages: PageNotes): number {
  let count = 0;
  forEachRow(phages, (row) => {
    if (((row[tally] ?? 0) & sequenced) !== 0) count++;
  });
  return count;
}

/** The plan when no record changed: all bulk files are kept. */
export function keepBulk({ notes, sizes }: Pick<BulkBefore, 'notes' | 'sizes'>): BulkPlan {
  return {
    ...planBulk({ bulk: [], collections: [] }, notes, null),
    isKept: (file) => file.startsWith(bulkFolder),
    keptSizes: sizes,
  };
}

/** All parts, in the order in which they are written. */
export function* bulkParts(
  wanted: ReadonlySet<BulkName>,
  notes: PerCollection<PageNotes>,
  collections: readonly CollectionName[],
): Generator<BulkPart> {
  if (isAnyFrom(wanted, 'blocks')) {
    for (const collection of collections) yield* planBlocks(notes[collection], collection);
  }
  if (isAnyFrom(wanted, 'phages')) yield* planGroups(notes);
}

function recordsIn(part: BulkPart): number {
  const numbers =
    part.kind === 'block'
      ? part.places.length
      : part.phages.reduce((sum, { places }) => sum + places.length, 0);
  return numbers / placeLength;
}

function phageFilesOf(part: BulkPart): string[] {
  if (part.kind === 'block') return [];
  return part.phages.flatMap(({ name }) =>
    phageFormNames.flatMap((form) => (name === null ? null : bulkPhageFile(name, form)) ?? []),
  );
}

/**
 * For the parts of the live site and the files that each is in, returns a function that finds the one with the records
 * of a new part, none of which has changed. Pass the new ones in order.
 */
function createOldParts(
  { sizes }: BulkBefore,
  collections: readonly CollectionName[],
  changes: PerCollection<Change>,
) {
  const identities: Identities = perCollection((name) => {
    const { before, now, ranks } = changes[name];
    return (
      ranks && {
        before: identitiesOf(recordCount(before), ranks.before),
        now: identitiesOf(recordCount(now), ranks.now),
      }
    );
  });
  return (all: Iterator<BulkPart, unknown>, filesOf: (part: BulkPart) => readonly BulkPath[]) => {
    const keptOf = createPartCursor(sizes);
    const nextOld = () => {
      const { value, done } = all.next();
      return done === true ? null : { part: value, kept: keptOf(filesOf(value)) };
    };
    let old = nextOld();
    return (part: BulkPart): readonly KeptPart[] | null => {
      while (old !== null && isBefore(old.part, part)) old = nextOld();
      if (old === null || !isSamePart(part, old.part, identities)) return null;
      const { kept } = old;
      old = nextOld();
      return kept;
    };
  };

  /** Whether a part of the live site comes before a new one. */
  function isBefore(was: BulkPart, part: BulkPart): boolean {
    if (was.kind === 'group')
      return part.kind === 'group' && compareNames(was.phages[0], part.phages[0]) < 0;
    if (part.kind === 'group') return true;
    if (was.collection !== part.collection)
      return collections.indexOf(was.collection) < collections.indexOf(part.collection);
    const { ranks } = changes[part.collection];
    return unchangedBelow(was.first, ranks?.before) < unchangedBelow(part.first, ranks?.now);
  }
}

/** The number of unchanged records below a rank. */
function unchangedBelow(rank: number, changed: readonly number[] = []): number {
  return rank - countBefore(changed.length, (at) => (changed[at] ?? 0) < rank);
}

/** In the order of groups: genes that name no phage come last. */
function compareNames(a: GroupedPhage | undefined, b: GroupedPhage | undefined): number {
  const [one, other] = [a?.name ?? null, b?.name ?? null];
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return compareText(one, other);
}

/** Returns the next part of each file; null if the live site has none. */
function createPartCursor(sizes: BulkSizes) {
  const seen = new Map<BulkPath, { count: number; bytes: number }>();
  return (paths: readonly BulkPath[]): KeptPart[] | null => {
    const kept = paths.flatMap((path): KeptPart[] => {
      const { count, bytes } = seen.get(path) ?? { count: 0, bytes: 0 };
      const size = sizes[path]?.[count];
      if (size === undefined) return [];
      seen.set(path, { count: count + 1, bytes: bytes + size.bytes });
      return [{ path, from: bytes, ...size }];
    });
    return kept.length === paths.length ? kept : null;
  };
}

/** A phage that has a record and a genome. */
export interface PlacedPhage {
  readonly name: string;
  /** Of its record, of its genes, and of its other features: see `RecordPlaces`. */
  readonly phage: Uint32Array;
  readonly genes: Uint32Array;
  readonly features: Uint32Array;
}

const maxPhages = 64;
const maxPartBytes = 8 << 20;

/**
 * The phages that have a genome according to `basesOf`, in the order of their list; of two with the same name, the
 * first. `basesOf` gives the length of a genome, or null.
 */
export function* planGenomes(
  notes: PerCollection<PageNotes>,
  basesOf: (phage: string) => number | null,
): Generator<readonly PlacedPhage[]> {
  const genes = placesByPhage(notes.genes);
  const features = placesByPhage(notes.features);
  const phageAt = createPlaces(notes.phages);
  const names = phageNames(notes.phages);
  const seen = new Set<string>();
  function* placed(): Generator<PlacedPhage> {
    for (const [at, name] of names.entries()) {
      if (basesOf(name) === null || seen.has(name)) continue;
      seen.add(name);
      const own = { genes: genes(name), features: features(name) };
      yield { name, phage: phageAt([{ first: at, count: 1 }]), ...own };
    }
  }
  const bytesOf = (phage: PlacedPhage) =>
    (basesOf(phage.name) ?? 0) + recordsBytes(phage.genes) + recordsBytes(phage.features);
  const parts = inWeighedChunks(placed(), bytesOf, { items: maxPhages, weight: maxPartBytes });
  for (const { chunk } of parts) yield chunk;
}

/** The number of phages with a genome, as `planGenomes` yields them. */
export function countGenomes(
  { phages }: PerCollection<PageNotes>,
  basesOf: (phage: string) => number | null,
): number {
  return new Set(phageNames(phages).filter((name) => basesOf(name) !== null)).size;
}

function phageNames(phages: PageNotes): string[] {
  const names: string[] = [];
  forEachRow(phages, (row) => names.push(textAt(phages, row[phageKey])));
  return names;
}

function placesByPhage(notes: PageNotes): (phage: string) => Uint32Array {
  const placesIn = createPlaces(notes);
  const all = new Map<string | null, readonly RankRange[]>();
  for (const { name, ranges } of rangesByPhage(notes)) all.set(name, ranges);
  return (phage) => placesIn(all.get(phage) ?? []);
}

/** A gene family: its PhamID, and where its genes lie on the pages, in the order of their list. */
export interface Family {
  readonly id: number;
  readonly places: Uint32Array;
}

// Many, since each share reads from nearly all pages.
const shareGenes = 1 << 15;

/** `notes` are of all pages; `wanted` is null for all families. Holds a few numbers for each gene, and no text. */
export function* planFamilies(
  notes: PageNotes,
  wanted: ReadonlySet<number> | null,
): Generator<readonly Family[]> {
  const { ids, numberOf } = groupByPham(notes);
  const all = recordPlaces(notes);
  const genesOf = sortByNumber(
    geneCount(notes),
    (gene) => numberOf[phamAt(notes, gene)] ?? 0,
    ids.length + 1,
  );
  let some: Family[] = [];
  let held = 0;
  for (const [index, id] of ids.entries()) {
    if (wanted !== null && !wanted.has(id)) continue;
    const genes = genesOf(index + 1);
    if (some.length > 0 && held + genes.length > shareGenes) {
      yield some;
      [some, held] = [[], 0];
    }
    // Copies, so that a thread receives only these places.
    some.push({ id, places: placesOf(all, genes) });
    held += genes.length;
  }
  if (some.length > 0) yield some;
}
