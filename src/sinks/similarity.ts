/**
 * `/api/similarbyphage/<phage_name>/`: the phages whose gene content is most like that of a phage (V1). Gene content
 * similarity is the mean of two shares: of the families of each of the two phages, how many both have. The main thread puts
 * the families of all phages into shared memory; worker threads make the files, and the parts of the table of all phages
 * from the same counts.
 */
import { gunzipSync } from 'node:zlib';
import { attempt, DamagedCache } from '../base/failure.ts';
import { closing, openOwn, readFully } from '../base/files.ts';
import { inWeighedChunks } from '../base/threads.ts';
import { similarityBulk } from '../contract/bulkFiles.ts';
import { unsafeNameReason, withFileAlias } from '../contract/recordName.ts';
import { viewFile } from '../contract/routes.ts';
import {
  fieldsOfSimilar,
  fieldsOfSimilarity,
  type FieldNames,
  publicName,
} from '../contract/siteOptions.ts';
import { collections } from '../records/collections.ts';
import {
  geneCount,
  groupRowsByPhage,
  membersOf,
  type PageNotes,
  phamAt,
  placeByNumber,
  sharedUint32,
  textAt,
} from '../records/notes.ts';
import { groupByPham } from '../records/phams.ts';
import { escapeLineSeparators, tableCell } from '../text/escapes.ts';
import { compareText } from '../text/order.ts';
import { groupedBy } from '../text/values.ts';
import { createPartEnds, type TableOptions } from './maker.ts';
import {
  addBytes,
  addInteger,
  createTextBuffer,
  packTexts,
  type SharedTexts,
  writtenSince,
} from './recordLines.ts';
import type { FileRange } from './renderBulk.ts';
import { cellWriter } from './rows.ts';

/** The most phages that are named. */
export const mostNamed = 50;

/** Which phages have which families, in memory that threads share; phages are numbered in order of name, from 0. */
export interface GeneContent {
  /** The PhamID of each family, in numeric order. */
  readonly ids: Float64Array;
  /** The name of each phage as JSON. */
  readonly names: SharedTexts;
  /** The families of each phage, by their numbers. */
  readonly families: Lists;
  /** The phages with each family. */
  readonly phages: Lists;
}

/** A list of numbers for each number: see `membersOf`. */
interface Lists {
  readonly ends: Uint32Array;
  readonly members: Uint32Array;
}

/** How many there are in the list of a number. */
export function sizeOf(lists: Lists, number: number): number {
  const [from, to] = membersOf(lists, number);
  return to - from;
}

/** A file for each of some phages, and parts of the table of all. */
export interface PlannedSimilarity {
  readonly kind: 'similarity';
  /** The numbers of the phages with a file. */
  readonly items: Uint32Array;
  /** Parts of the table, which have all of these; null if there is no table. */
  readonly parts: readonly SimilarityPart[] | null;
  /** How often a family is met again in another phage. */
  readonly genes: number;
  readonly content: GeneContent;
  readonly names: FieldNames;
  /** Whether each file is published under its name in lower case, too. */
  readonly hasAliases: boolean;
  readonly table: TableOptions;
}

/** A part of the table of all phages. */
export interface SimilarityPart {
  /** The numbers of its phages. */
  readonly phages: Uint32Array;
  /** The same part in the live site, compressed: rows of phages without a file to make come from there. Null if all are made. */
  readonly former: FileRange | null;
}

/** A file; or some of its text, with the number of rows. */
export interface MadeFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly rows?: number;
}

/** Makes the files of some phages, and the text of parts of the table; the bytes of each are valid until the next. */
export function* similarityFiles({
  items,
  parts,
  content,
  names,
  hasAliases,
  table,
}: PlannedSimilarity): Generator<MadeFile> {
  const similarTo = createSimilar(content);
  const textOf = createSimilarityText(content, names);
  const sizeAt = (phage: number) => sizeOf(content.families, phage);
  const show = cellWriter(table);
  const cells: string[] = [];
  const cellOf = (phage: number) => (cells[phage] ??= show(nameOf(content, phage)));
  const wanted = new Set(items);
  for (const { phages, former } of parts ?? [{ phages: items, former: null }]) {
    const rows: string[] = [];
    const lying = former === null ? null : rowsIn(former);
    for (const phage of phages) {
      if (lying !== null && !wanted.has(phage)) {
        rows.push(...(lying.get(cellOf(phage)) ?? []));
        continue;
      }
      const similar = similarTo(phage);
      for (const { phage: one, similarity, shared } of parts === null ? [] : similar) {
        const numbers = [similarity, shared, sizeAt(phage), sizeAt(one)];
        rows.push(`${cellOf(phage)}\t${cellOf(one)}\t${numbers.join('\t')}`);
      }
      const path = wanted.has(phage) ? similarityFile(nameOf(content, phage)) : null;
      if (path === null) continue;
      const bytes = textOf(phage, similar);
      for (const file of withFileAlias(path, hasAliases)) yield { path: file, bytes };
    }
    if (parts !== null)
      yield {
        path: similarityBulk,
        bytes: Buffer.from([...rows, ''].join('\n')),
        rows: rows.length,
      };
  }
}

/** The rows that lie there, by their first cell; null where a name may be written in another way, or with a line break. */
function rowsIn({ place, from, bytes }: FileRange): ReadonlyMap<string, readonly string[]> | null {
  const packed = Buffer.alloc(bytes);
  closing(openOwn(place), (handle) => readFully(handle, packed, from, place));
  const text = bytes === 0 ? '' : attempt(() => gunzipSync(packed).toString());
  if (text === undefined) throw new DamagedCache(`${similarityBulk} is not as it was`);
  if (/["']/.test(text)) return null;
  return groupedBy(text.split('\n').slice(0, -1), (row) => row.slice(0, row.indexOf('\t')));
}

/** Null for a name that cannot be a path (A3). */
export function similarityFile(name: string): string | null {
  return unsafeNameReason(name) === null ? viewFile(['similarbyphage', name]) : null;
}

function nameOf({ names }: GeneContent, phage: number): string {
  const quoted = names.bytes.slice(...membersOf(names, phage));
  return String(JSON.parse(Buffer.from(quoted).toString()));
}

/** A phage that is like another. */
interface Similar {
  readonly phage: number;
  readonly similarity: number;
  /** The number of families that both have. */
  readonly shared: number;
}

/** Returns a function that gives those most like a phage, the most similar first. */
function createSimilar({ families, phages }: GeneContent): (phage: number) => Similar[] {
  const count = families.ends.length;
  const sizes = new Uint32Array(count);
  for (let phage = 0; phage < count; phage++) sizes[phage] = sizeOf(families, phage);
  const shared = new Uint32Array(count);
  const similarities = new Float64Array(count);
  const isBefore = (a: number, b: number) => {
    const difference = (similarities[a] ?? 0) - (similarities[b] ?? 0);
    return difference > 0 || (difference === 0 && a < b);
  };
  return (phage) => {
    shared.fill(0);
    const [first, end] = membersOf(families, phage);
    for (let at = first; at < end; at++) {
      const [from, to] = membersOf(phages, families.members[at] ?? 0);
      countEach(phages.members, from, to, shared);
    }
    shared[phage] = 0;
    const nearest: number[] = [];
    // What the last of those that are named has, once there are enough.
    let least = 0;
    for (let one = 0; one < count; one++) {
      const both = shared[one] ?? 0;
      if (both === 0) continue;
      const similarity = similarityOf(both, end - first, sizes[one] ?? 1);
      // Of those as similar, the first in order of name is named.
      if (similarity <= least) continue;
      similarities[one] = similarity;
      let at = Math.min(nearest.length, mostNamed - 1);
      for (; at > 0 && isBefore(one, nearest[at - 1] ?? 0); at--)
        nearest[at] = nearest[at - 1] ?? 0;
      nearest[at] = one;
      if (nearest.length === mostNamed) least = similarities[nearest[mostNamed - 1] ?? 0] ?? 0;
    }
    return nearest.map((one) => {
      return { phage: one, similarity: rounded(similarities[one] ?? 0), shared: shared[one] ?? 0 };
    });
  };
}

/** Returns a function that makes the text of a phage by its number; each text is valid until the next. */
function createSimilarityText(
  { names: quoted, families }: GeneContent,
  names: FieldNames,
): (phage: number, similar: readonly Similar[]) => Uint8Array {
  const keysOf = (fields: readonly string[]) =>
    fields.map((field, at) =>
      Buffer.from(`${at === 0 ? '{' : ','}${JSON.stringify(publicName(names, field))}:`),
    );
  const [nameKey = none, ownCountKey = none, listKey = none] = keysOf(fieldsOfSimilarity);
  const [similarKey = none, similarityKey = none, sharedKey = none, countKey = none] =
    keysOf(fieldsOfSimilar);
  const out = createTextBuffer();
  const add = (bytes: Uint8Array, from = 0, to = bytes.length) => addBytes(out, bytes, from, to);
  const addName = (phage: number) => add(quoted.bytes, ...membersOf(quoted, phage));
  return (phage, similar) => {
    out.used = 0;
    add(nameKey);
    addName(phage);
    add(ownCountKey);
    addInteger(out, sizeOf(families, phage));
    add(listKey);
    add(listStart);
    for (const { phage: one, similarity, shared } of similar) {
      add(similarKey);
      addName(one);
      add(similarityKey);
      add(Buffer.from(String(similarity)));
      add(sharedKey);
      addInteger(out, shared);
      add(countKey);
      addInteger(out, sizeOf(families, one));
      add(itemEnd);
    }
    if (similar.length > 0) out.used--;
    add(listEnd);
    return writtenSince(out, 0);
  };
}

// The fields of each column, joined as in all tables: those of the other phage are in a list.
const tableColumns = [
  ['phage_name', 'string', 'Name of the phage.'],
  ['similar phage_name', 'string', 'Name of one of those most like it.'],
  ['similarity', 'number', 'Gene content similarity: the mean of the shares of common families.'],
  ['shared_pham_count', 'integer', 'How many families both have.'],
  ['pham_count', 'integer', 'How many families the phage has.'],
  ['similar pham_count', 'integer', 'How many families the other has.'],
] as const;

/** The columns of the table of all phages. */
export function similarityColumns(names: FieldNames) {
  return tableColumns.map(([fields, type, description]) => {
    const parts = fields.split(' ').map((field) => publicName(names, field));
    return { name: parts.join('_'), type, description };
  });
}

/** The first line of the table. */
export function similarityHead(names: FieldNames): Buffer {
  const titles = similarityColumns(names).map(({ name }) => tableCell(name));
  return Buffer.from(`${titles.join('\t')}\n`);
}

/** Gene content similarity of two phages with so many families, of which so many are in both. */
export function similarityOf(shared: number, own: number, others: number): number {
  return (shared / own + shared / others) / 2;
}

/** Counts each of the numbers [from, to): nearly all of the time is spent here, so it touches nothing else. */
export function countEach(
  numbers: Uint32Array,
  from: number,
  to: number,
  counts: Uint32Array,
): void {
  for (let at = from; at < to; at++) {
    const number = numbers[at] ?? 0;
    counts[number] = (counts[number] ?? 0) + 1;
  }
}

const none = Buffer.alloc(0);
const listStart = Buffer.from('[');
const itemEnd = Buffer.from('},');
const listEnd = Buffer.from(']}');

const decimals = 1e4;

/** To four decimals: two phages have some hundred families at most. */
function rounded(similarity: number): number {
  return Math.round(similarity * decimals) / decimals;
}

// Few enough that all threads end at about the same time; counting costs something for each phage, too.
const mostCounted = 1 << 23;
const countedByEach = mostCounted / 512;

/**
 * `wanted` are the numbers of the phages whose files are made; `parts` are those of the table that are made, which
 * have all of these; null if there is no table.
 */
export function* planSimilarity(
  content: GeneContent,
  wanted: ReadonlySet<number>,
  parts: readonly SimilarityPart[] | null,
  site: Pick<PlannedSimilarity, 'hasAliases' | 'names' | 'table'>,
): Generator<PlannedSimilarity> {
  const { families, phages } = content;
  const metBy = (phage: number) =>
    families.members
      .subarray(...membersOf(families, phage))
      .reduce((sum, family) => sum + sizeOf(phages, family), countedByEach);
  const metIn = ({ phages: some, former }: SimilarityPart) =>
    some.reduce(
      (sum, phage) => sum + (former === null || wanted.has(phage) ? metBy(phage) : 0),
      countedByEach,
    );
  const all = parts ?? Array.from(wanted, (one) => ({ phages: Uint32Array.of(one), former: null }));
  for (const { chunk, weight: genes } of inWeighedChunks(all, metIn, { weight: mostCounted })) {
    const items = chunk.flatMap((part) => [...part.phages]).filter((phage) => wanted.has(phage));
    yield {
      kind: 'similarity',
      items: Uint32Array.from(items),
      parts: parts && chunk,
      genes,
      content,
      ...site,
    };
  }
}

// Of a phage, there are up to 50 rows; of 16 phages, about as many as a block of the packed file holds.
const rowsByPhage = 32;

/** Cuts the table into parts: the numbers of the phages in each; `names` are those of all phages, in order. */
export function cutTable(names: readonly string[]): Uint32Array[] {
  const ends = createPartEnds(collections.phages.blockRecords / rowsByPhage);
  const parts: Uint32Array[] = [];
  let part: number[] = [];
  for (const [phage, name] of names.entries()) {
    part.push(phage);
    if (!ends.isFull(1, 0) && !ends.isCut(name, 1) && phage < names.length - 1) continue;
    parts.push(Uint32Array.from(part));
    part = [];
    ends.start();
  }
  return parts;
}

/** The text of the table in parts, each with its number of rows; `notes` are of all pages of genes. */
export function* similarityTable(notes: PageNotes, names: FieldNames, table: TableOptions) {
  yield { bytes: similarityHead(names), rows: 0 };
  const found = familiesByPhage(notes);
  const site = { hasAliases: false, names, table };
  const parts = cutTable(found.names).map((phages) => ({ phages, former: null }));
  for (const planned of planSimilarity(contentOf(found), new Set(), parts, site))
    for (const { bytes, rows = 0 } of similarityFiles(planned))
      yield { bytes: Buffer.from(bytes), rows };
}

/** The families of all phages that genes name. */
export interface PhageFamilies extends Pick<GeneContent, 'families' | 'ids'> {
  /** In order. */
  readonly names: readonly string[];
}

/** The number of phages that genes name. */
export function countPhages(notes: PageNotes): number {
  return pointersToPhages(notes, groupRowsByPhage(notes)).length;
}

/** The pointers to the names of phages that genes name. */
function pointersToPhages(
  { texts }: PageNotes,
  { rowsOf }: ReturnType<typeof groupRowsByPhage>,
): number[] {
  return texts.flatMap((_, at) => (rowsOf(at + 1).length > 0 ? [at + 1] : []));
}

/** `notes` are of all pages of genes. */
export function familiesByPhage(notes: PageNotes): PhageFamilies {
  const { ids, numberOf } = groupByPham(notes);
  const grouped = groupRowsByPhage(notes);
  const { rowsOf, firstRecords } = grouped;
  const named = pointersToPhages(notes, grouped)
    .map((pointer) => ({ name: textAt(notes, pointer), pointer }))
    .sort((a, b) => compareText(a.name, b.name));
  const ends = sharedUint32(named.length);
  const members = sharedUint32(geneCount(notes));
  let used = 0;
  // The last phage in which a family was met, counted from 1.
  const last = new Uint32Array(ids.length + 1);
  for (const [phage, { pointer }] of named.entries()) {
    for (const row of rowsOf(pointer)) {
      const end = firstRecords[row + 1] ?? geneCount(notes);
      for (let gene = firstRecords[row] ?? 0; gene < end; gene++) {
        const number = numberOf[phamAt(notes, gene)] ?? 0;
        if (number === 0 || last[number] === phage + 1) continue;
        last[number] = phage + 1;
        members[used++] = number - 1;
      }
    }
    ends[phage] = used;
  }
  const families = { ends, members: members.subarray(0, used) };
  return { ids, names: named.map(({ name }) => name), families };
}

/** Gives the PhamIDs of a phage in numeric order. */
export function phamsByPhage(notes: PageNotes): (phage: string) => readonly number[] {
  const { ids, names, families } = familiesByPhage(notes);
  const phageOf = new Map(names.map((name, phage) => [name, phage]));
  return (name) => {
    const phage = phageOf.get(name);
    if (phage === undefined) return [];
    const own = families.members.slice(...membersOf(families, phage)).sort();
    return Array.from(own, (family) => ids[family] ?? 0);
  };
}

export function contentOf({ ids, names, families }: PhageFamilies): GeneContent {
  const { ends, members } = families;
  const phages = { ends: sharedUint32(ids.length), members: sharedUint32(members.length) };
  let phage = 0;
  const put = (place: number, at: number) => {
    while (at >= (ends[phage] ?? Infinity)) phage++;
    phages.members[place] = phage;
  };
  phages.ends.set(placeByNumber(members.length, (at) => members[at] ?? 0, ids.length, put));
  const quoted = packTexts(ends.length, (at) => escapeLineSeparators(JSON.stringify(names[at])));
  return { ids, names: quoted, families, phages };
}
