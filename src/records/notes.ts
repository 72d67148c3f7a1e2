/**
 * An in-memory index of a collection's pages: the offsets of records, and the few fields that views depend on. Rows
 * in typed arrays, in page order, so that a million records need no objects.
 */

/** Every row starts with the page and the bytes [from, to) of the page's file. */
export const placeColumns = 3;
/** For genes: the number of genes in the row, which are consecutive. For a phage: its flags. */
export const tally = 3;
/** From this column on, values are pointers to texts: 0 is none, 1 the first. */
export const firstText = 4;

export const geneColumns = 5;
export const featureColumns = 5;
/** For genes and features. */
export const phageName = 4;

export const phageColumns = 12;
export const cluster = 4;
export const subcluster = 5;
export const genus = 6;
export const species = 7;
export const phageKey = 8;
/** As decimal digits: the integer may exceed 32 bits. */
export const genomeLength = 9;
export const strain = 10;
export const institution = 11;

/** Flags of a phage (a bit set). */
export const sequenced = 1;
export const temperate = 2;
export const lytic = 4;

export interface PageNotes {
  /** Numbers per row. */
  readonly columns: number;
  readonly rows: Uint32Array;
  /**
   * For each gene, in row order: its end on the page, in bytes, and pointers to its pham and to the text of its Notes.
   * Once notes are joined, in memory that threads share.
   */
  readonly geneEnds: Uint32Array;
  /** For each gene, Start + 1, negated for the reverse strand; 0 without a Start. Of 64 bits only if one needs them. */
  readonly geneStarts: Int32Array | Float64Array;
  /** Targets of the pointers in `geneEnds` (0 is none, 1 the first): PhamID and `packColor`, once for each pair. */
  readonly phams: Float64Array;
  /** Each once: the texts that rows and genes point to, names of phages and Notes alike. */
  readonly texts: readonly string[];
}

/** Values per gene in `geneEnds`. */
export const numbersPerGene = 3;

/** Values per entry in `phams`. */
const numbersPerPham = 2;

/** The notes of an empty collection. */
export function emptyNotes(columns: number): PageNotes {
  return {
    columns,
    rows: new Uint32Array(0),
    geneEnds: new Uint32Array(0),
    geneStarts: new Int32Array(0),
    phams: new Float64Array(0),
    texts: [],
  };
}

/** Calls `visit` with each row, as a view into the notes, and the index of its first member. */
export function forEachRow(
  { columns, rows, geneEnds }: PageNotes,
  visit: (row: Uint32Array, index: number, firstGene: number) => void,
): void {
  let firstGene = 0;
  for (let at = 0; at < rows.length; at += columns) {
    const row = rows.subarray(at, at + columns);
    visit(row, at / columns, firstGene);
    if (geneEnds.length > 0) firstGene += row[tally] ?? 0;
  }
}

/** Calls `visit` with each gene of a row: its pham pointer, its bytes on the page, its index. */
export function forEachGene(
  { geneEnds }: PageNotes,
  row: Uint32Array,
  firstGene: number,
  visit: (pham: number, from: number, to: number, gene: number) => void,
): void {
  let from = row[1] ?? 0;
  const end = firstGene + (row[tally] ?? 0);
  for (let gene = firstGene; gene < end; gene++) {
    const to = geneEnds[gene * numbersPerGene] ?? 0;
    visit(geneEnds[gene * numbersPerGene + 1] ?? 0, from, to, gene);
    // Skips the comma.
    from = to + 1;
  }
}

/** The number of genes in the notes. */
export function geneCount({ geneEnds }: PageNotes): number {
  return geneEnds.length / numbersPerGene;
}

/** The number of pairs of pham and colour that genes can point to. */
export function phamCount({ phams }: PageNotes): number {
  return phams.length / numbersPerPham;
}

/** The PhamID for a pham pointer; null for none. */
export function phamIdAt({ phams }: PageNotes, pointer: number): number | null {
  return phams[(pointer - 1) * numbersPerPham] ?? null;
}

/** The colour for a pham pointer, as returned by `packColor`. */
export function colorAt({ phams }: PageNotes, pointer: number): number {
  return phams[(pointer - 1) * numbersPerPham + 1] ?? 0;
}

/** The pham pointer of a gene, by its index in page order. */
export function phamAt({ geneEnds }: PageNotes, gene: number): number {
  return geneEnds[gene * numbersPerGene + 1] ?? 0;
}

/** The pointer to the text of a gene's Notes, by its index in page order. */
export function productAt({ geneEnds }: PageNotes, gene: number): number {
  return geneEnds[gene * numbersPerGene + 2] ?? 0;
}

/** The text for a pointer in a row; '' for none. */
export function textAt({ texts }: PageNotes, pointer: number | undefined): string {
  return pointer === undefined || pointer === 0 ? '' : (texts[pointer - 1] ?? '');
}

/** Collects notes of pages in growable arrays; phams and texts are interned. */
interface NoteBook {
  readonly columns: number;
  /** Interns a text; 0 is ''. */
  readonly pointTo: (text: string) => number;
  /** Interns a pham with a colour as returned by `packColor`. */
  readonly pointToPham: (phamId: number, color: number) => number;
  readonly add: (...row: readonly number[]) => void;
  /** Appends a gene to the last row, and extends the row to the gene's end, byte `to`; `start` as in `geneStarts`. */
  readonly addGene: (to: number, pham: number, start: number, product: number) => void;
  readonly finish: () => PageNotes;
}

/** Creates an empty collector; `room` is the initial capacity, and `allocate` makes the memory for `geneEnds`. */
export function createNoteBook(
  columns: number,
  room: { readonly rows: number; readonly genes: number } = { rows: 256, genes: 256 },
  allocate = (count: number): Uint32Array => new Uint32Array(count),
): NoteBook {
  const pointers = new Map<string, number>();
  const phams: number[] = [];
  // Keyed by PhamID; if genes disagree on the colour, further ones by PhamID and colour.
  const phamPointers = new Map<number | string, number>();
  let rows = new Uint32Array(room.rows);
  let geneEnds = allocate(room.genes);
  let geneStarts: PageNotes['geneStarts'] = new Int32Array(Math.ceil(room.genes / numbersPerGene));
  let usedRows = 0;
  let usedGenes = 0;
  return {
    columns,
    pointTo(text) {
      if (text === '') return 0;
      const known = pointers.get(text);
      if (known !== undefined) return known;
      pointers.set(text, pointers.size + 1);
      return pointers.size;
    },
    pointToPham(phamId, color) {
      const known = phamPointers.get(phamId);
      if (known !== undefined && phams[(known - 1) * numbersPerPham + 1] === color) return known;
      const key = known === undefined ? phamId : `${phamId} ${color}`;
      const pointer = phamPointers.get(key);
      if (pointer !== undefined) return pointer;
      phams.push(phamId, color);
      phamPointers.set(key, phams.length / numbersPerPham);
      return phams.length / numbersPerPham;
    },
    add(...row) {
      if (usedRows + columns > rows.length) rows = enlarged(rows);
      rows.set(row, usedRows);
      usedRows += columns;
    },
    addGene(to, pham, start, product) {
      if (usedGenes + numbersPerGene > geneEnds.length) geneEnds = enlarged(geneEnds);
      const gene = usedGenes / numbersPerGene;
      if (gene >= geneStarts.length) geneStarts = enlarged(geneStarts);
      if (start !== (start | 0) && geneStarts instanceof Int32Array)
        geneStarts = Float64Array.from(geneStarts);
      geneEnds[usedGenes] = to;
      geneEnds[usedGenes + 1] = pham;
      geneEnds[usedGenes + 2] = product;
      geneStarts[gene] = start;
      usedGenes += numbersPerGene;
      const last = usedRows - columns;
      rows[last + 2] = to;
      rows[last + tally] = (rows[last + tally] ?? 0) + 1;
    },
    finish: () => ({
      columns,
      rows: fitted(rows, usedRows),
      geneEnds: fitted(geneEnds, usedGenes),
      geneStarts: fitted(geneStarts, usedGenes / numbersPerGene),
      phams: Float64Array.from(phams),
      texts: [...pointers.keys()],
    }),
  };
}

type Numbers = Uint32Array | Int32Array | Float64Array;

function enlarged<Of extends Numbers>(numbers: Of): Of {
  const larger = new (numbers.constructor as new (length: number) => Of)(2 * numbers.length + 16);
  larger.set(numbers);
  return larger;
}

/** Avoids a copy if the array is full, or threads share it: that of all genes is large. */
function fitted<Of extends Numbers>(numbers: Of, used: number): Of {
  const { buffer, length } = numbers;
  if (used === length) return numbers;
  const isShared = buffer instanceof SharedArrayBuffer;
  return (isShared ? numbers.subarray(0, used) : numbers.slice(0, used)) as Of;
}

const letters = 6;

/**
 * Packs the six hex digits of a colour from byte `at` into a number, a byte each, so that notes of a million genes need
 * no strings; their case is kept.
 */
export function packColor(bytes: Uint8Array, at: number): number {
  let color = 0;
  for (let letter = at; letter < at + letters; letter++) color = color * 256 + (bytes[letter] ?? 0);
  return color;
}

/** The colour in the form of records; null for 0, which means none. */
export function colorText(color: number): string | null {
  if (color === 0) return null;
  const bytes = Buffer.alloc(letters);
  bytes.writeUIntBE(color, 0, letters);
  return `#${bytes.toString('latin1')}`;
}

/**
 * Stable counting sort of 0 to `count` - 1 by `numberOf`, which is below `groups`: calls `put` with the place of each index
 * in sorted order. Returns where each group ends.
 */
export function placeByNumber(
  count: number,
  numberOf: (index: number) => number,
  groups: number,
  put: (place: number, index: number) => void,
): Uint32Array {
  const ends = new Uint32Array(groups + 1);
  for (let index = 0; index < count; index++) {
    const after = numberOf(index) + 1;
    ends[after] = (ends[after] ?? 0) + 1;
  }
  for (let at = 1; at <= groups; at++) ends[at] = (ends[at] ?? 0) + (ends[at - 1] ?? 0);
  for (let index = 0; index < count; index++) {
    const group = numberOf(index);
    const place = ends[group] ?? 0;
    put(place, index);
    ends[group] = place + 1;
  }
  return ends.subarray(0, groups);
}

/** The members [from, to) of a number, where those of the next begin at its end: of a pham, for one. */
export function membersOf(
  { ends }: { readonly ends: Uint32Array | Float64Array },
  number: number,
): readonly [from: number, to: number] {
  return [number === 0 ? 0 : (ends[number - 1] ?? 0), ends[number] ?? 0];
}

/** Sorts as `placeByNumber` does; returns the indices of a group. */
export function sortByNumber(
  count: number,
  numberOf: (index: number) => number,
  groups: number,
): (group: number) => Uint32Array {
  const sorted = new Uint32Array(count);
  const ends = placeByNumber(count, numberOf, groups, (place, index) => {
    sorted[place] = index;
  });
  return (group) => sorted.subarray(...membersOf({ ends }, group));
}

/** Groups rows of genes or features by phage, since those of a phage need not be consecutive. */
interface RowsByPhage {
  /** The rows for a pointer to a phage name, in page order; 0 for records that name no phage. */
  readonly rowsOf: (pointer: number) => Uint32Array;
  /** As from `firstRecordsOf`. */
  readonly firstRecords: Uint32Array;
}

/** For each row, the place of its first record among all. */
export function firstRecordsOf(notes: PageNotes): Uint32Array {
  const { columns, rows, geneEnds } = notes;
  const firstRecords = new Uint32Array(rows.length / columns);
  forEachRow(notes, (_, index, firstGene) => {
    // Without genes, a row is one record.
    firstRecords[index] = geneEnds.length === 0 ? index : firstGene;
  });
  return firstRecords;
}

export function groupRowsByPhage(notes: PageNotes): RowsByPhage {
  const { columns, rows, texts } = notes;
  const firstRecords = firstRecordsOf(notes);
  const phageOf = (row: number) => rows[row * columns + phageName] ?? 0;
  return { rowsOf: sortByNumber(firstRecords.length, phageOf, texts.length + 1), firstRecords };
}

/** Arrays of numbers in memory that threads share: sent to a thread without a copy. */
export function sharedUint32(count: number): Uint32Array {
  return new Uint32Array(new SharedArrayBuffer(count * Uint32Array.BYTES_PER_ELEMENT));
}

export function sharedFloat64(count: number): Float64Array {
  return new Float64Array(new SharedArrayBuffer(count * Float64Array.BYTES_PER_ELEMENT));
}

export function sharedInt32(count: number): Int32Array {
  return new Int32Array(new SharedArrayBuffer(count * Int32Array.BYTES_PER_ELEMENT));
}

export function sharedUint8(count: number): Uint8Array {
  return new Uint8Array(new SharedArrayBuffer(count));
}
