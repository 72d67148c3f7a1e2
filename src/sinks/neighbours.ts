/**
 * `/api/phams/<PhamID>/neighbours/`: the neighbours of a pham's genes, counted for each place from the fifth before to
 * the fifth after, in reading direction (V1). The main thread puts the input into shared memory; worker threads make the
 * files.
 */
import { inWeighedChunks } from '../base/threads.ts';
import { type FieldNames, fieldsOfPlaces, publicName } from '../contract/siteOptions.ts';
import { viewFile } from '../contract/routes.ts';
import {
  colorAt,
  colorText,
  membersOf,
  numbersPerGene,
  type PageNotes,
  phamAt,
  phamCount as countPhams,
  productAt,
  sharedUint32,
  textAt,
} from '../records/notes.ts';
import { type GenomeOrder, orderOnGenomes, type PhamGroups, placeIn } from '../records/phams.ts';
import { escapeLineSeparators } from '../text/escapes.ts';
import { compareText } from '../text/order.ts';
import {
  addBytes,
  addInteger,
  createTextBuffer,
  packTexts,
  type SharedTexts,
  writtenSince,
} from './recordLines.ts';

// For up to this many, insertion sort is faster.
const few = 12;

function sortFew(numbers: number[], order: (a: number, b: number) => number): void {
  for (let next = 1; next < numbers.length; next++) {
    const one = numbers[next] ?? 0;
    let at = next;
    for (; at > 0 && order(numbers[at - 1] ?? 0, one) > 0; at--) numbers[at] = numbers[at - 1] ?? 0;
    numbers[at] = one;
  }
}

/** Counts numbers below `end` repeatedly, without an object for each. */
function createTally(end: number) {
  const counts = new Uint32Array(end);
  const firsts = new Uint32Array(end);
  const seen: number[] = [];
  return {
    /** Increments the count of `of`; `what` is kept from its first occurrence. */
    add(of: number, what: number): void {
      if (counts[of] === 0) {
        seen.push(of);
        firsts[of] = what;
      }
      counts[of] = (counts[of] ?? 0) + 1;
    },
    /** The number of distinct values counted. */
    distinct: () => seen.length,
    /** Visits the most frequent values, up to a limit; `compare` breaks ties. Then resets all counts. */
    take(
      most: number,
      compare: (a: number, b: number) => number,
      visit: (of: number, count: number, what: number) => void,
    ): void {
      const order = (a: number, b: number) => (counts[b] ?? 0) - (counts[a] ?? 0) || compare(a, b);
      if (seen.length > few) seen.sort(order);
      else sortFew(seen, order);
      for (let at = 0; at < seen.length; at++) {
        const of = seen[at] ?? 0;
        if (at < most) visit(of, counts[of] ?? 0, firsts[of] ?? 0);
        counts[of] = 0;
      }
      seen.length = 0;
    },
  };
}

/** The number of neighbours on either side. */
const reach = 5;
/** The most phams, and the most Notes, listed at a place: the most frequent ones. */
const mostNamed = 20;

/** The input for the neighbours of all phams, in memory that threads share. */
export interface Neighbourhoods {
  /** PhamIDs in numeric order; pham number n is at index n - 1. */
  readonly ids: Float64Array;
  /** The number of phages with a pham, by pham number. */
  readonly phageCounts: Uint32Array;
  readonly genomes: GenomeOrder;
  /** As in `PageNotes`. */
  readonly geneEnds: Uint32Array;
  /** As in `PhamGroups`. */
  readonly numberOf: Uint32Array;
  /** The text for a pham or for Notes, except for the number of genes, by pointer. */
  readonly phamTexts: SharedTexts;
  readonly noteTexts: SharedTexts;
  /** The rank of Notes in sorted order, by pointer. */
  readonly noteRanks: Uint32Array;
  readonly names: FieldNames;
}

/** A file for each of some phams. */
export interface PlannedNeighbours {
  readonly kind: 'neighbours';
  /** The numbers of the phams. */
  readonly items: Uint32Array;
  /** The total number of their genes. */
  readonly genes: number;
  readonly around: Neighbourhoods;
}

export function neighboursFile(id: number): string {
  return viewFile(['phams', String(id), 'neighbours']);
}

/** Makes the files of some phams, with their paths; the bytes of each are valid until the next. */
export function* neighbourFiles({
  items,
  around,
}: PlannedNeighbours): Generator<{ readonly path: string; readonly bytes: Uint8Array }> {
  const textOf = createNeighbourText(around);
  for (const number of items)
    yield { path: neighboursFile(around.ids[number - 1] ?? 0), bytes: textOf(number) };
}

/** Returns a function that makes the text of a pham by its number; each text is valid until the next. */
function createNeighbourText(around: Neighbourhoods): (number: number) => Uint8Array {
  const { phageCounts, phamTexts, noteTexts, noteRanks, names, geneEnds, numberOf } = around;
  const { order, members, within } = around.genomes;
  const key = (field: string) => `${JSON.stringify(publicName(names, field))}:`;
  const [placeKey, countKey, phamCountKey, phamsKey, noteCountKey, notesKey] =
    fieldsOfPlaces.map(key);
  const phageCount = Buffer.from(`,${key('phage_count')}`);
  const placesHead = Buffer.from(`,${key('places')}[`);
  const phamCount = Buffer.from(`,${phamCountKey}`);
  const phamsHead = Buffer.from(`,${phamsKey}[`);
  const noteCount = Buffer.from(`],${noteCountKey}`);
  const notesHead = Buffer.from(`,${notesKey}[`);
  const nothing = Buffer.from(`0,${phamCountKey}0,${phamsKey}[],${noteCountKey}0,${notesKey}[]},`);
  const onePham = Buffer.from(`1,${phamCountKey}1,${phamsKey}[`);
  const oneNote = Buffer.from(`1}],${noteCountKey}1,${notesKey}[`);
  const placeHeads = Array.from({ length: 2 * reach + 1 }, (_, at) =>
    Buffer.from(`{${placeKey}${at - reach},${countKey}`),
  );
  const out = createTextBuffer();
  const add = (bytes: Uint8Array, from = 0, to = bytes.length) => addBytes(out, bytes, from, to);
  const ofPhams = createTally(phageCounts.length);
  const ofNotes = createTally(noteRanks.length);
  // Among equals, genes without a pham come last.
  const rank = (number: number) => (number === 0 ? Infinity : number);
  const comparePhams = (a: number, b: number) => rank(a) - rank(b);
  const compareNotes = (a: number, b: number) => (noteRanks[a] ?? 0) - (noteRanks[b] ?? 0);

  const addShared = ({ bytes, ends }: SharedTexts, pointer: number) =>
    add(bytes, pointer === 0 ? 0 : ends[pointer - 1], ends[pointer]);
  const addItem = (pieces: SharedTexts, pointer: number, genes: number) => {
    addShared(pieces, pointer);
    addInteger(out, genes);
    add(itemEnd);
  };
  const addPham = (_: number, genes: number, pointer: number) => addItem(phamTexts, pointer, genes);
  const addNote = (pointer: number, genes: number) => addItem(noteTexts, pointer, genes);

  const addHead = (place: number) => add(placeHeads[place + reach] ?? itemEnd);
  /** Whether a member has a gene at `place`. */
  const reaches = (member: number, place: number) => {
    const both = within[member] ?? 0;
    return place < 0 ? both >> 4 >= -place : (both & 15) >= place;
  };
  /** The index in `geneEnds` of what lies at `place`, in reading direction. */
  const indexAt = (member: number, place: number) => {
    const position = members[member] ?? 0;
    return (order[position < 0 ? -position - place : position + place] ?? 0) * numbersPerGene;
  };
  // Most phams have a single gene, which needs no counting.
  const addPlaceOfOne = (place: number, member: number) => {
    addHead(place);
    if (!reaches(member, place)) {
      add(nothing);
      return;
    }
    const at = indexAt(member, place);
    add(onePham);
    addShared(phamTexts, geneEnds[at + 1] ?? 0);
    add(oneNote);
    addShared(noteTexts, geneEnds[at + 2] ?? 0);
    add(oneEnd);
  };
  const addPlace = (place: number, from: number, to: number) => {
    let there = 0;
    const shift = place < 0 ? 4 : 0;
    const least = Math.abs(place);
    for (let member = from; member < to; member++) {
      if ((((within[member] ?? 0) >> shift) & 15) < least) continue;
      const at = indexAt(member, place);
      there++;
      const pham = geneEnds[at + 1] ?? 0;
      ofPhams.add(numberOf[pham] ?? 0, pham);
      ofNotes.add(geneEnds[at + 2] ?? 0, 0);
    }
    addHead(place);
    if (there === 0) {
      add(nothing);
      return;
    }
    addInteger(out, there);
    add(phamCount);
    addInteger(out, ofPhams.distinct());
    add(phamsHead);
    ofPhams.take(mostNamed, comparePhams, addPham);
    out.used--;
    add(noteCount);
    addInteger(out, ofNotes.distinct());
    add(notesHead);
    ofNotes.take(mostNamed, compareNotes, addNote);
    out.used--;
    add(placeEnd);
  };

  return (number) => {
    out.used = 0;
    const [from, to] = membersOf(around.genomes, number);
    // A pham has the colour of its first gene.
    addShared(phamTexts, geneEnds[indexAt(from, 0) + 1] ?? 0);
    addInteger(out, to - from);
    add(phageCount);
    addInteger(out, phageCounts[number] ?? 0);
    add(placesHead);
    for (let place = -reach; place <= reach; place++) {
      if (to - from === 1) addPlaceOfOne(place, from);
      else addPlace(place, from, to);
    }
    out.used--;
    add(end);
    return writtenSince(out, 0);
  };
}

const oneEnd = Buffer.from('1}]},');
const placeEnd = Buffer.from(']},');
const itemEnd = Buffer.from('},');
const end = Buffer.from(']}');

// Few enough that all threads end at about the same time.
const mostPhams = 1024;
const mostGenes = 1 << 15;

/** The neighbours of all phams; only of those in `wanted`, unless it is null. */
export function* planNeighbours(
  { ids, counts }: PhamGroups,
  wanted: ReadonlySet<number> | null,
  around: Neighbourhoods,
): Generator<PlannedNeighbours> {
  function* numbers(): Generator<number> {
    for (const [index, id] of ids.entries()) if (wanted === null || wanted.has(id)) yield index + 1;
  }
  const genesOf = (number: number) => counts().genes[number] ?? 0;
  const chunks = inWeighedChunks(numbers(), genesOf, { items: mostPhams, weight: mostGenes });
  for (const { chunk, weight: genes } of chunks)
    yield { kind: 'neighbours', items: Uint32Array.from(chunk), genes, around };
}

/** The input for the files of `planNeighbours`. */
export function shareNeighbourhoods(
  notes: PageNotes,
  groups: PhamGroups,
  wanted: ReadonlySet<number> | null,
  names: FieldNames,
): Neighbourhoods {
  const { ids, numberOf } = groups;
  const genomes = orderOnGenomes(notes, numberOf, ids.length, reach);
  const near = wanted && nearby(genomes, groups, notes, wanted);
  const key = (field: string) => `${JSON.stringify(publicName(names, field))}:`;
  const [idKey, colorKey, notesKey, countKey] = ['PhamID', 'Color', 'Notes', 'gene_count'].map(key);
  const described = (pointer: number) => {
    const [id, color] =
      pointer === 0
        ? [null, null]
        : [ids[(numberOf[pointer] ?? 0) - 1], colorText(colorAt(notes, pointer))];
    return `{${idKey}${id},${colorKey}${JSON.stringify(color)},${countKey}`;
  };
  const quoted = (pointer: number) => {
    const text = escapeLineSeparators(JSON.stringify(textAt(notes, pointer)));
    return `{${notesKey}${text},${countKey}`;
  };
  return {
    ids,
    phageCounts: groups.counts().phages,
    genomes,
    geneEnds: notes.geneEnds,
    numberOf,
    phamTexts: packTexts(countPhams(notes) + 1, (pointer) =>
      near?.phams[pointer] === 0 ? '' : described(pointer),
    ),
    noteTexts: packTexts(notes.texts.length + 1, (pointer) =>
      near?.notes[pointer] === 0 ? '' : quoted(pointer),
    ),
    noteRanks: rankTexts(notes, near?.notes ?? null),
    names,
  };
}

/** Flags, by pointer, of the phams and the Notes that occur around the genes of some phams. */
function nearby(
  genomes: GenomeOrder,
  { ids }: PhamGroups,
  notes: PageNotes,
  wanted: ReadonlySet<number>,
): { readonly phams: Uint8Array; readonly notes: Uint8Array } {
  const found = {
    phams: new Uint8Array(countPhams(notes) + 1),
    notes: new Uint8Array(notes.texts.length + 1),
  };
  for (const id of wanted) {
    const index = placeIn(ids, id);
    if (ids[index] !== id) continue;
    const [from, to] = membersOf(genomes, index + 1);
    for (let member = from; member < to; member++) {
      const position = Math.abs(genomes.members[member] ?? 0);
      for (let at = Math.max(1, position - reach); at <= position + reach; at++) {
        const gene = genomes.order[at] ?? 0;
        found.phams[phamAt(notes, gene)] = 1;
        found.notes[productAt(notes, gene)] = 1;
      }
    }
  }
  return found;
}

/** The rank of each text in sorted order, by pointer; only for those in `flagged`, unless it is null. */
function rankTexts(notes: PageNotes, flagged: Uint8Array | null): Uint32Array {
  const pointers = Uint32Array.from({ length: notes.texts.length + 1 }, (_, pointer) => pointer)
    .filter((pointer) => flagged === null || flagged[pointer] === 1)
    .sort((a, b) => compareText(textAt(notes, a), textAt(notes, b)));
  const ranks = sharedUint32(notes.texts.length + 1);
  for (const [rank, pointer] of pointers.entries()) ranks[pointer] = rank;
  return ranks;
}
