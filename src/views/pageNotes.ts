/**
 * Where the records of a collection lie on its pages, and the few fields of them by which views choose:
 * rows of numbers in the order of the pages, so that a million records cost no objects.
 */

/** Every row begins with these: page, and the bytes [from, to) of the page's file. */
const placeColumns = 3;
/** Of a row of genes the number of its members, which stand side by side; of a phage its flags. */
export const tally = 3;
/** From here on a row's numbers point to texts: 0 is none, 1 the first. */
const firstText = 4;

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
  /** What rows and members point to, each once. */
  readonly texts: readonly string[];
}

const memberColumns = 2;

/** A collection without notes. */
export function emptyNotes(columns: number): PageNotes {
  return { columns, rows: new Uint32Array(0), members: new Uint32Array(0), texts: [] };
}

export interface NoteBook {
  readonly columns: number;
  /** What a row says of a text; '' is none. */
  readonly pointTo: (text: string) => number;
  readonly add: (...row: readonly number[]) => void;
  /** Adds a gene to the last row, which reaches to its end, byte `to`, from now on. */
  readonly addMember: (to: number, family: number) => void;
  readonly finish: () => PageNotes;
}

/** A book with room for so many numbers grows when they are more. */
export function createNoteBook(
  columns: number,
  room: { readonly rows: number; readonly members: number } = { rows: 256, members: 256 },
): NoteBook {
  const pointers = new Map<string, number>();
  let rows = new Uint32Array(room.rows);
  let members = new Uint32Array(room.members);
  let usedRows = 0;
  let usedMembers = 0;
  return {
    columns,
    pointTo(text) {
      if (text === '') return 0;
      const known = pointers.get(text);
      if (known !== undefined) return known;
      pointers.set(text, pointers.size + 1);
      return pointers.size;
    },
    add(...row) {
      if (usedRows + columns > rows.length) rows = enlarged(rows);
      rows.set(row, usedRows);
      usedRows += columns;
    },
    addMember(to, family) {
      if (usedMembers + memberColumns > members.length) members = enlarged(members);
      members[usedMembers] = to;
      members[usedMembers + 1] = family;
      usedMembers += memberColumns;
      const last = usedRows - columns;
      rows[last + 2] = to;
      rows[last + tally] = (rows[last + tally] ?? 0) + 1;
    },
    finish: () => ({
      columns,
      rows: fitted(rows, usedRows),
      members: fitted(members, usedMembers),
      texts: [...pointers.keys()],
    }),
  };
}

function enlarged(numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(numbers.length * 2 + 16);
  larger.set(numbers);
  return larger;
}

/** No copy where there is nothing to spare: the members of all genes are large. */
function fitted(numbers: Uint32Array<ArrayBuffer>, used: number): Uint32Array {
  return used === numbers.length ? numbers : numbers.slice(0, used);
}

/**
 * The notes of all pages: those of `parts`, which follow one another, and of `before`, which was noted
 * earlier, for pages that are in none of them.
 */
export function joinNotes(before: PageNotes, parts: readonly PageNotes[]): PageNotes {
  const { columns } = before;
  const all = [before, ...parts];
  const book = createNoteBook(columns, {
    rows: all.reduce((sum, { rows }) => sum + rows.length, 0),
    members: all.reduce((sum, { members }) => sum + members.length, 0),
  });
  const renewed = new Set<number>();
  for (const part of parts) forEachRow(part, (row) => renewed.add(row[0] ?? 0));

  const copier = (notes: PageNotes) => {
    const pointers = new Uint32Array(notes.texts.length);
    const moved = (pointer: number) => {
      if (pointer === 0) return 0;
      pointers[pointer - 1] ||= book.pointTo(notes.texts[pointer - 1] ?? '');
      return pointers[pointer - 1] ?? 0;
    };
    return (row: Uint32Array, firstMember: number) => {
      const copy = Array.from(row);
      for (let column = firstText; column < columns; column++) {
        copy[column] = moved(copy[column] ?? 0);
      }
      if (notes.members.length === 0) return book.add(...copy);
      copy[tally] = 0;
      book.add(...copy);
      const end = (firstMember + (row[tally] ?? 0)) * memberColumns;
      for (let at = firstMember * memberColumns; at < end; at += memberColumns) {
        book.addMember(notes.members[at] ?? 0, moved(notes.members[at + 1] ?? 0));
      }
    };
  };

  const copyOld = copier(before);
  const oldRows = rowsOf(before);
  let old = oldRows.next();
  const copyOldBelow = (page: number) => {
    for (; old.done !== true && (old.value.row[0] ?? 0) < page; old = oldRows.next()) {
      const { row, firstMember } = old.value;
      if (!renewed.has(row[0] ?? 0)) copyOld(row, firstMember);
    }
  };
  for (const part of parts) {
    const copy = copier(part);
    forEachRow(part, (row, _, firstMember) => {
      copyOldBelow(row[0] ?? 0);
      copy(row, firstMember);
    });
  }
  copyOldBelow(Infinity);
  return book.finish();
}

/** Calls `visit` with each row, which is a view into the notes, and the number of its first member. */
export function forEachRow(
  notes: PageNotes,
  visit: (row: Uint32Array, index: number, firstMember: number) => void,
): void {
  for (const { row, index, firstMember } of rowsOf(notes)) visit(row, index, firstMember);
}

function* rowsOf({ columns, rows, members }: PageNotes) {
  let firstMember = 0;
  for (let at = 0; at < rows.length; at += columns) {
    const row = rows.subarray(at, at + columns);
    yield { row, index: at / columns, firstMember };
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

/** What points to the family of a gene, which is a number in the order of the pages. */
export function familyAt({ members }: PageNotes, gene: number): number {
  return members[gene * memberColumns + 1] ?? 0;
}

/** Where so many genes from the given one on end on their pages. */
export function* membersOf(
  { members }: PageNotes,
  first: number,
  count: number,
): Generator<number> {
  const end = (first + count) * memberColumns;
  for (let at = first * memberColumns; at < end; at += memberColumns) yield members[at] ?? 0;
}

/** A gene's row, and its bytes [from, to) of the page. */
export interface GenePlace {
  readonly row: Uint32Array;
  readonly from: number;
  readonly to: number;
}

/** Finds genes by their number in the order of the pages. */
export function geneFinder(notes: PageNotes): (gene: number) => GenePlace {
  const { columns, rows, members } = notes;
  const firsts = new Uint32Array(rows.length / columns);
  forEachRow(notes, (_, index, firstMember) => {
    firsts[index] = firstMember;
  });
  return (gene) => {
    let low = 0;
    let high = firsts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((firsts[middle] ?? 0) <= gene) low = middle;
      else high = middle;
    }
    const row = rows.subarray(low * columns, (low + 1) * columns);
    // Behind the comma after the gene before it.
    const before = (members[(gene - 1) * memberColumns] ?? 0) + 1;
    const from = firsts[low] === gene ? (row[1] ?? 0) : before;
    return { row, from, to: members[gene * memberColumns] ?? 0 };
  };
}

/** The notes of the rows from `start` on, up to `end`, without texts. */
export function notesOfRows(notes: PageNotes, start: number, end = Infinity): PageNotes {
  const { columns, rows, members } = notes;
  let first = 0;
  let last = 0;
  for (let at = 0; at < Math.min(rows.length, end * columns); at += columns) {
    if (at < start * columns) first += rows[at + tally] ?? 0;
    last += rows[at + tally] ?? 0;
  }
  return {
    columns,
    rows: rows.slice(start * columns, end * columns),
    members: members.slice(first * memberColumns, last * memberColumns),
    texts: [],
  };
}

/** The text that a number of a row points to; '' for none. */
export function textAt({ texts }: PageNotes, pointer: number | undefined): string {
  return pointer === undefined || pointer === 0 ? '' : (texts[pointer - 1] ?? '');
}

/** Bytes of pages, three numbers a slice: page, from, to. A slice holds whole records and the commas between. */
export interface SliceList {
  readonly add: (place: ArrayLike<number>) => void;
  readonly finish: () => Uint32Array;
}

/** Slices that touch become one, since one byte, the comma, stands between two records of a page. */
export function createSliceList(): SliceList {
  const numbers: number[] = [];
  return {
    add(place) {
      const page = place[0] ?? 0;
      const from = place[1] ?? 0;
      const to = place[2] ?? 0;
      const last = numbers.length - placeColumns;
      if (last >= 0 && numbers[last] === page && numbers[last + 2] === from - 1) {
        numbers[last + 2] = to;
      } else {
        numbers.push(page, from, to);
      }
    },
    finish: () => Uint32Array.from(numbers),
  };
}
