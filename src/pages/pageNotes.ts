/**
 * Where the records of a collection lie on its pages, and the few fields of them by which views choose:
 * rows of numbers in the order of the pages, so that a million records cost no objects.
 */

/** Every row begins with these: page, and the bytes [from, to) of the page's file. */
export const placeColumns = 3;
/** Of a row of genes the number of its members, which stand side by side; of a phage its flags. */
export const tally = 3;
/** From here on a row's numbers point to texts: 0 is none, 1 the first. */
export const firstText = 4;

export const geneColumns = 5;
export const phageName = 4;

export const phageColumns = 10;
export const cluster = 4;
export const subcluster = 5;
export const genus = 6;
export const species = 7;
export const phageKey = 8;
/** Its digits: an integer may be too large for a row. */
export const genomeLength = 9;

/** Flags of a phage, to be added up. */
export const sequenced = 1;
export const temperate = 2;
export const lytic = 4;

export interface PageNotes {
  /** How many numbers a row has. */
  readonly columns: number;
  readonly rows: Uint32Array;
  /** Of each gene, those of the first row first: the byte of its page at which it ends, and its family. */
  readonly members: Uint32Array;
  /** What members point to: 0 is none, 1 the first. PhamID and `packColor` of each, once for each colour it has. */
  readonly families: Float64Array;
  /** What rows point to, each once. */
  readonly texts: readonly string[];
}

/** A gene is two numbers among the members. */
export const memberColumns = 2;

/** A family is two numbers, too. */
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

/** Calls `visit` with each row, which is a view into the notes, and the number of its first member. */
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

/** Calls `visit` with each gene of a row: what points to its family, its bytes of the page, its number. */
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
    // Behind the comma.
    from = to + 1;
  }
}

/** How many genes the notes hold. */
export function geneCount({ members }: PageNotes): number {
  return members.length / memberColumns;
}

/** How many families and colours members may point to. */
export function familyCount({ families }: PageNotes): number {
  return families.length / familyColumns;
}

/** The PhamID of the family that a member points to; null for none. */
export function phamIdAt({ families }: PageNotes, pointer: number): number | null {
  return families[(pointer - 1) * familyColumns] ?? null;
}

/** The colour of such a family, as `packColor` gives it. */
export function colorAt({ families }: PageNotes, pointer: number): number {
  return families[(pointer - 1) * familyColumns + 1] ?? 0;
}

/** What points to the family of a gene, which is a number in the order of the pages. */
export function familyAt({ members }: PageNotes, gene: number): number {
  return members[gene * memberColumns + 1] ?? 0;
}

/** The text that a number of a row points to; '' for none. */
export function textAt({ texts }: PageNotes, pointer: number | undefined): string {
  return pointer === undefined || pointer === 0 ? '' : (texts[pointer - 1] ?? '');
}
