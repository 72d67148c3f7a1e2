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
  /** For each gene, in row order: its end on the page, in bytes, and pointers to its pham and to the text of its Notes. */
  readonly geneEnds: Uint32Array;
  /** For each gene, Start + 1, negated for the reverse strand; 0 without a Start. */
  readonly geneStarts: Float64Array;
  /** Targets of the pointers in `geneEnds` (0 is none, 1 the first): PhamID and `packColor`, once for each pair. */
  readonly phams: Float64Array;
  /** Interned texts that rows point to. */
  readonly texts: readonly string[];
}

/** Values per gene in `geneEnds`. */
export const numbersPerGene = 3;

/** Values per entry in `phams`. */
export const numbersPerPham = 2;

/** The notes of an empty collection. */
export function emptyNotes(columns: number): PageNotes {
  return {
    columns,
    rows: new Uint32Array(0),
    geneEnds: new Uint32Array(0),
    geneStarts: new Float64Array(0),
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
