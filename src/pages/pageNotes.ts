/**
 * An in-memory index of a collection's pages: the offsets of records, and the few fields that views depend on. Rows
 * in typed arrays, in page order, so that a million records need no objects.
 */

/** Every row starts with the page and the bytes [from, to) of the page's file. */
export const placeColumns = 3;
/** In a row of genes the number of its members, which are consecutive; in a row of a phage its flags. */
export const tally = 3;
/** From this column on, values are pointers to texts: 0 is none, 1 the first. */
export const firstText = 4;

export const geneColumns = 5;
export const phageName = 4;

export const phageColumns = 10;
export const cluster = 4;
export const subcluster = 5;
export const genus = 6;
export const species = 7;
export const phageKey = 8;
/** As decimal digits: the integer may exceed 32 bits. */
export const genomeLength = 9;

/** Flags of a phage (a bit set). */
export const sequenced = 1;
export const temperate = 2;
export const lytic = 4;

export interface PageNotes {
  /** How many numbers a row has. */
  readonly columns: number;
  readonly rows: Uint32Array;
  /** For each gene, in row order: its end on the page, in bytes, and a pointer to its family. */
  readonly members: Uint32Array;
  /** Targets of the members' pointers (0 is none, 1 the first): PhamID and `packColor`, once for each pair. */
  readonly families: Float64Array;
  /** Interned texts that rows point to. */
  readonly texts: readonly string[];
}

/** Values per gene in `members`. */
export const memberColumns = 2;

/** Values per entry in `families`. */
export const familyColumns = 2;

/** A collection without notes. */
export function emptyNotes(columns: number): PageNotes {
  return {
    columns,
    rows: new Uint32Array(0),
    members: new Uint32Array(0),
    families: new Float64Array(0),
    texts: [],
  };
}

/** Calls `visit` with each row, as a view into the notes, and the index of its first member. */
export function forEachRow(
  { columns, rows, members }: PageNotes,
  visit: (row: Uint32Array, index: number, firstMember: number) => void,
): void {
  let firstMember = 0;
  for (let at = 0; at < rows.length; at += columns) {
    const row = rows.subarray(at, at + columns);
    visit(row, at / columns, firstMember);
    if (members.length > 0) firstMember += row[tally] ?? 0;
  }
}

/** Calls `visit` with each gene of a row: its family pointer, its bytes on the page, its index. */
export function forEachMember(
  { members }: PageNotes,
  row: Uint32Array,
  firstMember: number,
  visit: (family: number, from: number, to: number, gene: number) => void,
): void {
  let from = row[1] ?? 0;
  const end = firstMember + (row[tally] ?? 0);
  for (let gene = firstMember; gene < end; gene++) {
    const to = members[gene * memberColumns] ?? 0;
    visit(members[gene * memberColumns + 1] ?? 0, from, to, gene);
    // Skips the comma.
    from = to + 1;
  }
}

/** How many genes the notes hold. */
export function geneCount({ members }: PageNotes): number {
  return members.length / memberColumns;
}

/** How many pairs of family and colour members can point to. */
export function familyCount({ families }: PageNotes): number {
  return families.length / familyColumns;
}

/** The PhamID for a family pointer; null for none. */
export function phamIdAt({ families }: PageNotes, pointer: number): number | null {
  return families[(pointer - 1) * familyColumns] ?? null;
}

/** The colour for a family pointer, as returned by `packColor`. */
export function colorAt({ families }: PageNotes, pointer: number): number {
  return families[(pointer - 1) * familyColumns + 1] ?? 0;
}

/** The family pointer of a gene, by its index in page order. */
export function familyAt({ members }: PageNotes, gene: number): number {
  return members[gene * memberColumns + 1] ?? 0;
}

/** The text for a pointer in a row; '' for none. */
export function textAt({ texts }: PageNotes, pointer: number | undefined): string {
  return pointer === undefined || pointer === 0 ? '' : (texts[pointer - 1] ?? '');
}
