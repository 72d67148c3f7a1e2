/** The types of makers, which write the text of a bulk format: one file per format, and a line in `formats.ts`. */
import type { PhageForm } from '../contract/bulkFiles.ts';
import {
  type CollectionName,
  isObject,
  type NamedSchema,
  type PerCollection,
  recordNouns,
} from '../contract/collectionName.ts';
import { findGene, geneFields, geneSpans } from '../generated/plainRecords.ts';
import { collections } from '../records/collections.ts';
import {
  forEachGene,
  forEachRow,
  genomeLength,
  groupRowsByPhage,
  type PageNotes,
  phageKey,
  tally,
  textAt,
} from '../records/notes.ts';
import { createPlaces, type RankRange } from './noteCounts.ts';
import { readString } from '../text/json.ts';
import { escaped, nullValue, readInteger, spanLength } from '../text/plainJson.ts';
import { compareText } from '../text/order.ts';
import {
  createNeutralLines,
  createSchemaReader,
  createTextBuffer,
  memberOf,
  placeLength,
  readRecordLines,
  recordBytes,
  type RecordLines,
  type RecordPages,
  type RecordPlaces,
  recordsBytes,
  type TextBuffer,
  writtenSince,
} from './recordLines.ts';

// Splits the bulk files into parts. The boundaries depend on the records alone, so that the bytes do not depend on the
// number of threads; and on those near them, so that parts after added or removed records are found again, and copied
// from the live site.

/** Consecutive records of a list. */
export interface BlockPart extends RecordPlaces {
  readonly kind: 'block';
  /** The rank of its first record. */
  readonly first: number;
  /** Whether it is the first part of its files. */
  readonly isFirst: boolean;
}

/** All genes of some phages, one phage after another; or some of the genes that name no phage. */
export interface GroupPart {
  readonly kind: 'group';
  readonly isFirst: boolean;
  readonly phages: readonly GroupedPhage[];
}

export interface GroupedPhage {
  /** PhageID.PhageID; null for genes that name no phage. */
  readonly name: string | null;
  /** From the phage's record; null if there is none, or if its genome_length is null. */
  readonly genomeLength: number | null;
  /** The offsets of its genes, in order of GeneID. */
  readonly places: Uint32Array;
  /** Their ranks in the list of genes. */
  readonly ranges: readonly RankRange[];
}

export type BulkPart = BlockPart | GroupPart;

// For parts with unusually large records.
const maxPartBytes = 16 << 20;

/** Says where parts end. */
export function createPartEnds(usualRecords: number) {
  let [records, bytes] = [0, 0];
  return {
    /** Adds to the part; whether it may not grow further, since it is held in memory. */
    isFull(count: number, size: number): boolean {
      records += count;
      bytes += size;
      return records >= 2 * usualRecords || bytes >= maxPartBytes;
    },
    /** Whether it ends after all consecutive records of a phage: on average, parts have the usual number. */
    isCut: (phage: string, count: number) => shareOf(phage) * usualRecords < count,
    /** Starts the next part. */
    start() {
      [records, bytes] = [0, 0];
    },
  };
}

/** A number from 0 to 1 for a text: an FNV-1a hash, its bits mixed once more. */
function shareOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}

/** An empty collection has one part, since its files exist all the same. */
export function* planBlocks(
  notes: PageNotes,
  collection: CollectionName,
  usualRecords = collections[collection].blockRecords,
): Generator<BlockPart> {
  const { phageColumn } = collections[collection];
  const ends = createPartEnds(usualRecords);
  const cuts: number[] = [];
  // The consecutive records of a phage up to here.
  let run = { of: -1, count: 0 };
  let rank = 0;
  const cut = () => {
    if (rank > (cuts.at(-1) ?? 0)) cuts.push(rank);
    ends.start();
  };
  const add = (bytes: number) => {
    const isFull = ends.isFull(1, bytes);
    rank++;
    run.count++;
    if (isFull) cut();
  };
  forEachRow(notes, (row, _, firstGene) => {
    const of = row[phageColumn] ?? 0;
    if (of !== run.of) {
      if (ends.isCut(textAt(notes, run.of), run.count)) cut();
      run = { of, count: 0 };
    }
    if (notes.geneEnds.length === 0) add((row[2] ?? 0) - (row[1] ?? 0));
    else forEachGene(notes, row, firstGene, (_pham, from, to) => add(to - from));
  });
  cut();
  const placesIn = createPlaces(notes);
  let first = 0;
  for (const end of cuts.length === 0 ? [0] : cuts) {
    const places = placesIn([{ first, count: end - first }]);
    yield { kind: 'block', collection, isFirst: first === 0, first, places };
    first = end;
  }
}

/** The records of each row group of a collection's Parquet file. */
export function planRowGroups(notes: PageNotes, collection: CollectionName): Generator<BlockPart> {
  return planBlocks(notes, collection, collections[collection].rowsPerGroup);
}

/** The phages that genes name, in order of their names, then the genes that name none. */
export function* planGroups({ genes, phages }: PerCollection<PageNotes>): Generator<GroupPart> {
  const lengths = genomeLengths(phages);
  const ends = createPartEnds(collections.genes.blockRecords);
  let group: GroupedPhage[] = [];
  let isFirst = true;
  const placesIn = createPlaces(genes);
  for (const { name, ranges } of rangesByPhage(genes)) {
    const places = placesIn(ranges);
    const length = name === null ? null : (lengths.get(name) ?? null);
    group.push({ name, places, ranges, genomeLength: length });
    const count = places.length / placeLength;
    const isFull = ends.isFull(count, recordsBytes(places));
    if (!isFull && (name === null || !ends.isCut(name, count))) continue;
    yield { kind: 'group', isFirst, phages: group };
    ends.start();
    group = [];
    isFirst = false;
  }
  if (isFirst || group.length > 0) yield { kind: 'group', isFirst, phages: group };
}

/** Those that name no phage are split into groups of bounded size, without a name. */
export function* rangesByPhage(
  notes: PageNotes,
): Generator<{ readonly name: string | null; readonly ranges: readonly RankRange[] }> {
  const { columns, rows, texts } = notes;
  const { rowsOf, firstRecords } = groupRowsByPhage(notes);
  const rangesOfRows = (pointer: number) =>
    Array.from(rowsOf(pointer), (row) => {
      return { first: firstRecords[row] ?? 0, count: rows[row * columns + tally] ?? 0 };
    });
  const named = texts
    .map((name, index) => ({ name, pointer: index + 1 }))
    .filter(({ pointer }) => rowsOf(pointer).length > 0)
    .sort((a, b) => compareText(a.name, b.name));
  for (const { name, pointer } of named) yield { name, ranges: rangesOfRows(pointer) };
  for (const ranges of cutRanges(rangesOfRows(0), collections.genes.blockRecords))
    yield { name: null, ranges };
}

/** The same records in lists of at most `most`. */
function* cutRanges(ranges: readonly RankRange[], most: number): Generator<RankRange[]> {
  let some: RankRange[] = [];
  let room = most;
  for (let { first, count } of ranges) {
    while (count >= room) {
      yield [...some, { first, count: room }];
      [first, count, some, room] = [first + room, count - room, [], most];
    }
    if (count > 0) some.push({ first, count });
    room -= count;
  }
  if (some.length > 0) yield some;
}

/** By phage name; if several records have the same name, the first counts. */
function genomeLengths(phages: PageNotes): ReadonlyMap<string, number | null> {
  const lengths = new Map<string, number | null>();
  forEachRow(phages, (row) => {
    const name = textAt(phages, row[phageKey]);
    const digits = textAt(phages, row[genomeLength]);
    if (!lengths.has(name)) lengths.set(name, digits === '' ? null : Number(digits));
  });
  return lengths;
}

/** The records of a list before and now by `identitiesOf`; null if any may be another. */
export type Identities = PerCollection<{
  readonly before: Int32Array;
  readonly now: Int32Array;
} | null>;

/** Whether a part has the same bytes as one of the live site: the same records, none of which has changed. */
export function isSamePart(part: BulkPart, before: BulkPart, identities: Identities): boolean {
  if (part.isFirst !== before.isFirst) return false;
  if (part.kind === 'block') {
    return (
      before.kind === 'block' &&
      before.collection === part.collection &&
      isSameRecords(part.collection, [rangeOf(part)], [rangeOf(before)])
    );
  }
  return (
    before.kind === 'group' &&
    part.phages.length === before.phages.length &&
    part.phages.every(({ name, genomeLength: length, ranges }, index) => {
      const old = before.phages[index];
      return (
        old?.name === name &&
        old.genomeLength === length &&
        isSameRecords('genes', ranges, old.ranges)
      );
    })
  );

  function isSameRecords(
    collection: CollectionName,
    ranges: readonly RankRange[],
    old: readonly RankRange[],
  ): boolean {
    const of = identities[collection];
    if (of === null) return false;
    // Ranges may be cut in other places than before.
    let [number, left] = [0, old[0]?.count ?? 0];
    for (const { first, count } of ranges) {
      for (let at = 0; at < count; at++) {
        while (left === 0 && number < old.length) left = old[++number]?.count ?? 0;
        const range = old[number];
        if (range === undefined) return false;
        const identity = of.now[first + at] ?? -1;
        if (identity < 0 || identity !== of.before[range.first + range.count - left]) return false;
        left--;
      }
    }
    return left === 0 && old.slice(number + 1).every(({ count }) => count === 0);
  }
}

function rangeOf({ first, places }: BlockPart): RankRange {
  return { first, count: places.length / placeLength };
}

// Flattens records into rows: derives the columns of a collection from its schema. A column is a leaf field; that of
// a nested object joins both names with `_`: `PhageID_Accession`.

/** The type of a column's cells; every cell may also be null. */
export type ColumnType = 'string' | 'integer' | 'boolean';

export interface Column {
  readonly name: string;
  /** The field names from the record to the leaf. */
  readonly path: readonly string[];
  readonly type: ColumnType;
  /** The description in the schema. */
  readonly description: string;
}

export type Cell = string | number | boolean | null;

/** The columns of a collection, in the order of the record's fields. */
export function columnsOf(collection: CollectionName, schemas: readonly NamedSchema[]): Column[] {
  const { find, follow } = createSchemaReader(schemas);
  return Array.from(leaves(find(`${recordNouns[collection]}.schema.json`), [], ''));

  function* leaves(
    schema: unknown,
    path: readonly string[],
    description: string,
  ): Generator<Column> {
    const form = follow(schema);
    const properties = memberOf(form, 'properties');
    if (!isObject(properties)) {
      yield { name: path.join('_'), path, type: typeOf(form), description };
      return;
    }
    for (const [field, of] of Object.entries(properties)) {
      const explained = memberOf(of, 'description');
      yield* leaves(of, [...path, field], typeof explained === 'string' ? explained : '');
    }
  }
}

/** The cell of a record in a column; arrays and objects as JSON text. */
export function cellOf(record: unknown, { path, type }: Column): Cell {
  let value = record;
  for (const field of path) value = memberOf(value, field);
  if (value === null || value === undefined) return null;
  if (type === 'integer' && typeof value === 'number') return value;
  if (type === 'boolean' && typeof value === 'boolean') return value;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function typeOf(schema: unknown): ColumnType {
  const type = memberOf(schema, 'type');
  return type === 'integer' || type === 'boolean' ? type : 'string';
}

/** Consecutive genes in order of GeneID. */
export interface GeneRange {
  readonly count: number;
  readonly bytes: Buffer;
  /** The spans of their values in `bytes`, `geneSpans` numbers per gene. */
  readonly spans: Int32Array;
}

const { GeneID, Start, Stop, Length } = geneFields;

/** For a phage with `count` genes; the genome length is null if no record states it. */
export function createFeatureOrder(count: number, genomeBases: number | null) {
  const starts = new Float64Array(count);
  const stops = new Float64Array(count);
  const repeated = new Uint8Array(count);
  const placed = new Uint32Array(count);
  let noted = 0;
  let used = 0;
  let last = Math.max(1, genomeBases ?? 0);
  let keyBefore = Buffer.alloc(0);

  return {
    /** Adds the next genes of the phage; they are not used after the call. */
    note(genes: GeneRange): void {
      for (let gene = 0; gene < genes.count; gene++) {
        const from = integerOf(genes, gene, Start);
        const to = integerOf(genes, gene, Stop);
        const number = noted + gene;
        const isRepeated =
          gene === 0 ? keyOf(genes, 0).equals(keyBefore) : hasKeyBefore(genes, gene);
        if (number > 0 && isRepeated) repeated[number] = 1;
        if (from === null || to === null) continue;
        starts[number] = from;
        stops[number] = to;
        placed[used++] = number;
        last = Math.max(last, from, to, endOfGenome(genes, gene, from, to));
      }
      noted += genes.count;
      // Copied, since the buffer will be reused for the next genes.
      if (genes.count > 0) keyBefore = Buffer.from(keyOf(genes, genes.count - 1));
    },
    /** The end of the region: genome_length, or the end of the last gene if that is larger. */
    last: () => last,
    /** The number of genes with a Start and a Stop. */
    placed: () => used,
    /** Their rows, sorted by first base, last base and GeneID. */
    rows,
    /** Whether the previous gene has the same GeneID. */
    isRepeated: (gene: number) => repeated[gene] === 1,
  };

  function rows(): Uint32Array {
    let most = used;
    for (const gene of placed.subarray(0, used)) {
      if ((stops[gene] ?? 0) < (starts[gene] ?? 0)) most++;
    }
    const all = new Uint32Array(most);
    const firsts = new Float64Array(most);
    const lasts = new Float64Array(most);
    let rowCount = 0;
    for (const gene of placed.subarray(0, used)) {
      partsOf(starts[gene] ?? 0, stops[gene] ?? 0, last).forEach((part, index) => {
        firsts[rowCount] = part.first;
        lasts[rowCount] = part.last;
        all[rowCount++] = gene * 2 + index;
      });
    }
    return Uint32Array.from({ length: rowCount }, (_, at) => at)
      .sort(
        (a, b) => (firsts[a] ?? 0) - (firsts[b] ?? 0) || (lasts[a] ?? 0) - (lasts[b] ?? 0) || a - b,
      )
      .map((at) => all[at] ?? 0);
  }

  /** The genome's end as implied by a gene that wraps around the origin, if the genome length is unknown; else 0. */
  function endOfGenome(genes: GeneRange, gene: number, from: number, to: number): number {
    const length = integerOf(genes, gene, Length);
    return to < from && genomeBases === null && length !== null ? from + length - to : 0;
  }
}

/** Bases, counted from 1; both ends are included. */
export interface GenePart {
  readonly first: number;
  readonly last: number;
}

/**
 * The location of a gene; two parts if it wraps around the origin, the one before the origin first. A gene of length
 * 0 is placed at its position.
 */
export function partsOf(from: number, to: number, end: number): readonly GenePart[] {
  if (to > from) return [{ first: from + 1, last: to }];
  const [tail, head] = to === from ? [0, 0] : [end - from, to];
  const point = Math.max(1, from);
  if (tail === 0 && head === 0) return [{ first: point, last: point }];
  return [
    ...(tail > 0 ? [{ first: from + 1, last: end }] : []),
    ...(head > 0 ? [{ first: 1, last: head }] : []),
  ];
}

/** An integer field of a gene; null for null. */
export function integerOf(
  { bytes, spans }: Pick<GeneRange, 'bytes' | 'spans'>,
  gene: number,
  field: number,
): number | null {
  const at = gene * geneSpans + field * spanLength;
  const first = spans[at] ?? nullValue;
  return first === nullValue ? null : readInteger(bytes, first, spans[at + 1] ?? first);
}

/** A string field of a gene; null for null. */
export function stringOf(
  { bytes, spans }: Pick<GeneRange, 'bytes' | 'spans'>,
  gene: number,
  field: number,
): string | null {
  const at = gene * geneSpans + field * spanLength;
  const from = spans[at] ?? nullValue;
  const to = spans[at + 1] ?? from;
  if (from === nullValue) return null;
  return ((spans[at + 2] ?? 0) & escaped) === 0
    ? bytes.toString('utf8', from, to)
    : readString(bytes, from, to);
}

function keyOf({ bytes, spans }: GeneRange, gene: number): Buffer {
  const at = gene * geneSpans + GeneID * spanLength;
  return bytes.subarray(spans[at], spans[at + 1]);
}

function hasKeyBefore({ bytes, spans }: GeneRange, gene: number): boolean {
  const at = gene * geneSpans + GeneID * spanLength;
  const before = at - geneSpans;
  return bytes.compare(bytes, spans[before], spans[before + 1], spans[at], spans[at + 1]) === 0;
}

/** The memory limits: a range of genes ends at either. A single gene may exceed both. */
export interface RangeLimits {
  readonly genes: number;
  readonly bytes: number;
}

/** Returns a function for the genes at some places, which are valid until its next call. */
export function createGeneReader(
  { read, fieldNames }: RecordPages,
  buffer = createTextBuffer(),
): (places: Uint32Array) => GeneRange {
  const neutral = createNeutralLines('genes', fieldNames);
  return (places) => {
    const published = readRecordLines({ collection: 'genes', places }, read, buffer);
    const { lines, starts } = neutral({ lines: buffer, starts: published });
    const count = starts.length - 1;
    const spans = new Int32Array(count * geneSpans);
    for (let gene = 0; gene < count; gene++) {
      findGene(lines.bytes, starts[gene] ?? 0, spans, gene * geneSpans);
    }
    return { count, bytes: lines.bytes, spans };
  };
}

/** The places of some genes, by index. */
export function placesOf(places: Uint32Array, genes: Uint32Array): Uint32Array {
  const own = new Uint32Array(genes.length * placeLength);
  genes.forEach((gene, slot) => {
    own.set(places.subarray(gene * placeLength, (gene + 1) * placeLength), slot * placeLength);
  });
  return own;
}

/** Splits a list into ranges [from, to) within the limits; an item larger than the limits is a range of its own. */
export function* rangesOf(
  count: number,
  bytesOf: (index: number) => number,
  limits: RangeLimits,
): Generator<readonly [from: number, to: number]> {
  let from = 0;
  while (from < count) {
    let to = from;
    let bytes = 0;
    do bytes += bytesOf(to++);
    while (to < count && to - from < limits.genes && bytes + bytesOf(to) <= limits.bytes);
    yield [from, to];
    from = to;
  }
}

export interface TableOptions {
  /** Whether cells that a spreadsheet would evaluate as formulas are escaped (`--spreadsheet-safe`). */
  readonly isGuarded: boolean;
}

/** Consecutive records of a collection. */
interface Block extends RecordLines {
  readonly collection: CollectionName;
  /** Whether it is the first block of its file. */
  readonly isFirst: boolean;
  /** The same records under neutral names; those of `lines` and `columns` are the site's. */
  readonly neutral: () => RecordLines;
  readonly columns: readonly Column[];
  readonly options: TableOptions;
}

/** Returns the text of a block: `lines` unchanged, or `text` (initially empty) after appending to it. */
export type BlockMaker = (block: Block, text: TextBuffer) => TextBuffer;

/** All genes of a phage, or some of those that name none. */
export type PhageGenes = GeneRange & Pick<GroupedPhage, 'name' | 'genomeLength'>;

/** Makes the text of phage after phage, in one file for all and in one for each. */
export interface PhageMaker {
  /** The form of the files of single phages. */
  readonly form: PhageForm;
  /** The text that each file begins with. */
  readonly head: string;
  /** Appends the text of a phage; returns the number of genes in it. */
  readonly add: (text: TextBuffer, genes: PhageGenes) => number;
  /**
   * The same for a phage with too many genes to hold in memory, in parts that are valid until the next is requested.
   * Throws the system's error. Absent if ranges of genes can be added one after the other.
   */
  readonly parts?: (
    phage: GroupedPhage,
    pages: RecordPages,
    limits: RangeLimits,
  ) => { readonly count: number; readonly parts: Iterable<Buffer> };
}

/** What `parts` of the maker gives. */
export function partsOfPhage(
  maker: PhageMaker,
  phage: GroupedPhage,
  pages: RecordPages,
  limits: RangeLimits,
): { readonly count: number; readonly parts: Iterable<Buffer> } {
  if (maker.parts !== undefined) return maker.parts(phage, pages, limits);
  const { places, ...of } = phage;
  const count = places.length / placeLength;
  return { count, parts: rangeByRange() };

  function* rangeByRange(): Generator<Buffer> {
    const readGenes = createGeneReader(pages);
    const text = createTextBuffer();
    for (const [from, to] of rangesOf(count, (gene) => recordBytes(places, gene), limits)) {
      text.used = 0;
      maker.add(text, {
        ...readGenes(places.subarray(from * placeLength, to * placeLength)),
        ...of,
      });
      yield writtenSince(text, 0);
    }
  }
}
