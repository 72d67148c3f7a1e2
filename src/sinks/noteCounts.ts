/** Counts the distinct notes of genes, and the families of the genes with each, in bounded memory. */
import { countBefore } from '../base/sortKeys.ts';
import type { CollectionName } from '../contract/collectionName.ts';
import { pageFile } from '../contract/sitePaths.ts';
import {
  colorAt,
  createNoteBook,
  firstRecordsOf,
  firstText,
  forEachRow,
  numbersPerGene,
  type PageNotes,
  geneCount,
  phamAt,
  phamCount,
  phamIdAt,
  placeColumns,
  productAt,
  sharedUint32,
  tally,
  textAt,
} from '../records/notes.ts';
import { groupByPham } from '../records/phams.ts';
import { compareText } from '../text/order.ts';
import { groupedBy, mergeSpellings } from '../text/values.ts';

/**
 * Rows of [text, counts], where counts alternate PhamID and number of genes. A gene without a family counts under
 * PhamID -1.
 */
export type NoteRows = readonly (readonly [text: string, counts: readonly number[]])[];

/**
 * The most pairs of text and family that are counted. With more, notes are not a vocabulary, and an index would not
 * help.
 */
const mostPairs = 1_000_000;
// In characters. Longer texts are remarks that nobody searches for by their words: they are only counted.
// The pages know of it: `longestNote` in `web/data/indexes.ts`.
export const longestNote = 200;

/** From the notes of the pages of genes; null if there are too many pairs of text and family. */
export function countNotes(notes: PageNotes, most = mostPairs): NoteRows | null {
  const { ids, numberOf } = groupByPham(notes);
  // And none.
  const families = ids.length + 1;
  const all = geneCount(notes);
  const pairs = new Map<number, number>();
  for (let gene = 0; gene < all; gene++) {
    const text = productAt(notes, gene);
    if (text === 0) continue;
    const pair = text * families + (numberOf[phamAt(notes, gene)] ?? 0);
    const genes = pairs.get(pair) ?? 0;
    if (genes === 0 && pairs.size === most) return null;
    pairs.set(pair, genes + 1);
  }
  const rows = new Map<number, number[]>();
  for (const [pair, genes] of pairs) {
    const text = Math.floor(pair / families);
    const counts = rows.get(text) ?? [];
    rows.set(text, counts);
    counts.push(ids[(pair % families) - 1] ?? -1, genes);
  }
  return [...rows].map(([text, counts]) => [textAt(notes, text), counts]);
}

const mostNotes = 2000;
const mostFamilies = 50;

/**
 * `web/notes.json`: the most frequent notes, each with its most frequent families; and `web/morefamilies.json`: all other
 * families of these notes, null if there are none. Notes that differ by case only are one, in the spelling of most genes.
 */
export function noteIndexes(rows: NoteRows | null): {
  readonly index: object;
  readonly rest: object | null;
} {
  const all = [...groupedBy(rows ?? [], ([text]) => text.toLowerCase()).values()]
    .map(noteOf)
    .sort((a, b) => b.genes - a.genes || compareText(a.text, b.text));
  const notes = all.filter(({ text }) => text.length <= longestNote).slice(0, mostNotes);
  const wide = notes.filter(({ families }) => families.length > mostFamilies);
  const index = {
    notes: notes.map(({ text }) => text),
    genes: notes.map(({ genes }) => genes),
    families: notes.map(({ families }) => families.slice(0, mostFamilies).flat()),
    more: notes.map(({ families }) => Math.max(0, families.length - mostFamilies)),
    // How many distinct notes are not listed; null if there were too many to count.
    left_out: rows === null ? null : all.length - notes.length,
  };
  const rest = {
    notes: wide.map(({ text }) => text),
    families: wide.map(({ families }) => families.slice(mostFamilies).flat()),
  };
  return { index, rest: wide.length === 0 ? null : rest };
}

function noteOf(spellings: NoteRows) {
  const byFamily = new Map<number, number>();
  const counts = spellings.map(([text, pairs]) => {
    let genes = 0;
    for (let at = 0; at < pairs.length; at += 2) {
      const [pham = -1, count = 0] = pairs.slice(at, at + 2);
      genes += count;
      byFamily.set(pham, (byFamily.get(pham) ?? 0) + count);
    }
    return [text, genes] as const;
  });
  const [[text, genes] = ['', 0]] = mergeSpellings(counts);
  const families = [...byFamily].filter(([pham]) => pham >= 0);
  families.sort(([a, m], [b, n]) => n - m || a - b);
  return { text, genes, families };
}

/**
 * Merges the notes of all pages: those of `parts`, which are in order and of the pages `renewed`, and those of `before`,
 * an earlier build, for all other pages. Takes the parts out of their list, so that none is in memory longer than it must.
 */
export function joinNotes(
  before: PageNotes,
  parts: PageNotes[],
  renewed: ReadonlySet<number>,
): PageNotes {
  const { columns } = before;
  const room = {
    rows: parts.reduce((sum, { rows }) => sum + rows.length, before.rows.length),
    genes: parts.reduce((sum, { geneEnds }) => sum + geneEnds.length, before.geneEnds.length),
  };
  const book = createNoteBook(columns, room, sharedUint32);

  const copier = (notes: PageNotes) => {
    const pointers = new Uint32Array(notes.texts.length);
    const moved = (pointer: number) => {
      if (pointer === 0) return 0;
      pointers[pointer - 1] ||= book.pointTo(notes.texts[pointer - 1] ?? '');
      return pointers[pointer - 1] ?? 0;
    };
    const phams = new Uint32Array(phamCount(notes));
    const movedPham = (pointer: number) => {
      if (pointer === 0) return 0;
      const id = phamIdAt(notes, pointer) ?? 0;
      phams[pointer - 1] ||= book.pointToPham(id, colorAt(notes, pointer));
      return phams[pointer - 1] ?? 0;
    };
    return (row: Uint32Array, firstGene: number) => {
      const copy = Array.from(row);
      for (let column = firstText; column < columns; column++) {
        copy[column] = moved(copy[column] ?? 0);
      }
      if (notes.geneEnds.length === 0) return book.add(...copy);
      copy[tally] = 0;
      book.add(...copy);
      const end = (firstGene + (row[tally] ?? 0)) * numbersPerGene;
      for (let at = firstGene * numbersPerGene; at < end; at += numbersPerGene) {
        const pham = movedPham(notes.geneEnds[at + 1] ?? 0);
        const start = notes.geneStarts[at / numbersPerGene] ?? 0;
        book.addGene(notes.geneEnds[at] ?? 0, pham, start, moved(notes.geneEnds[at + 2] ?? 0));
      }
    };
  };

  // Copies the older rows up to a page, to merge them with those of the parts.
  const copyOld = copier(before);
  let oldRow = 0;
  let oldGene = 0;
  const copyOldBelow = (page: number) => {
    for (; oldRow < before.rows.length; oldRow += columns) {
      const row = before.rows.subarray(oldRow, oldRow + columns);
      if ((row[0] ?? 0) >= page) return;
      if (!renewed.has(row[0] ?? 0)) copyOld(row, oldGene);
      if (before.geneEnds.length > 0) oldGene += row[tally] ?? 0;
    }
  };
  const add = (part: PageNotes) => {
    const copy = copier(part);
    forEachRow(part, (row, _, firstGene) => {
      copyOldBelow(row[0] ?? 0);
      copy(row, firstGene);
    });
  };
  for (let part = parts.shift(); part !== undefined; part = parts.shift()) add(part);
  copyOldBelow(Infinity);
  return book.finish();
}

/** The pages that notes are of. */
export function pagesIn(notes: readonly PageNotes[]): ReadonlySet<number> {
  const pages = new Set<number>();
  for (const part of notes) forEachRow(part, (row) => pages.add(row[0] ?? 0));
  return pages;
}

/** Adds the files of the pages that records at `places` are on. */
export function addPageFiles(
  files: Set<string>,
  collection: CollectionName,
  places: Uint32Array,
): void {
  for (let at = 0; at < places.length; at += placeColumns) {
    files.add(pageFile(collection, places[at] ?? 0));
  }
}

/** The number of records in the notes: of genes if rows have any, else of rows. */
export function recordCount({ columns, geneEnds, rows }: PageNotes): number {
  return geneEnds.length > 0 ? geneEnds.length / numbersPerGene : rows.length / columns;
}

/** How many genes each family has, without those at some ranks, which are in order; a family may come more than once. */
export function* familySizes(
  notes: PageNotes,
  without: readonly number[],
): Generator<readonly [family: number, genes: number]> {
  const counts = new Uint32Array(phamCount(notes) + 1);
  for (let gene = 0, next = 0; gene < geneCount(notes); gene++) {
    if (without[next] === gene) next++;
    else {
      const pointer = phamAt(notes, gene);
      counts[pointer] = (counts[pointer] ?? 0) + 1;
    }
  }
  for (const [pointer, genes] of counts.entries()) {
    const family = phamIdAt(notes, pointer);
    if (family !== null && genes > 0) yield [family, genes];
  }
}

/** Consecutive records of a list: the rank of the first, and how many there are. */
export interface RankRange {
  readonly first: number;
  readonly count: number;
}

/**
 * Returns a function that gives page, first byte and end of each record of some ranges. Asked for a few at a time, they
 * need no memory for those of all.
 */
export function createPlaces(notes: PageNotes): (ranges: readonly RankRange[]) => Uint32Array {
  const { columns, rows, geneEnds } = notes;
  const hasGenes = geneEnds.length > 0;
  const firstRecords = firstRecordsOf(notes);
  const rowOf = (record: number) =>
    countBefore(firstRecords.length, (row) => (firstRecords[row] ?? 0) <= record) - 1;
  return (ranges) => {
    const all = ranges.reduce((sum, { count }) => sum + count, 0);
    const places = new Uint32Array(all * placeColumns);
    let used = 0;
    for (const { first, count } of ranges) {
      let record = first;
      for (let row = rowOf(first); record < first + count; row++) {
        const [page = 0, start = 0, end = 0] = rows.subarray(row * columns, (row + 1) * columns);
        const next = firstRecords[row + 1] ?? Infinity;
        // Skips the comma.
        let from = record === firstRecords[row] ? start : endOf(record - 1) + 1;
        for (const last = Math.min(next, first + count); record < last; record++) {
          const to = hasGenes ? endOf(record) : end;
          places[used++] = page;
          places[used++] = from;
          places[used++] = to;
          from = to + 1;
        }
      }
    }
    return places;
  };

  function endOf(gene: number): number {
    return geneEnds[gene * numbersPerGene] ?? 0;
  }
}

/** Those of all records, in the order of the list. */
export function recordPlaces(notes: PageNotes): Uint32Array {
  return createPlaces(notes)([{ first: 0, count: recordCount(notes) }]);
}
