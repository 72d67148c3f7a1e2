/**
 * Where the records of a collection lie on its pages, and the few fields of them by which views choose:
 * rows of numbers in the order of the pages, so that a million records cost no objects.
 */

/** Every row begins with these: page, and the bytes [from, to) of the page's file. */
const placeColumns = 3;
/** Of a row of genes the number of records, which stand side by side; of a phage its flags. */
export const tally = 3;
/** From here on a row's numbers point to texts: 0 is none, 1 the first. */
const firstText = 4;

export const geneColumns = 5;
export const phageName = 4;

export const phageColumns = 8;
export const cluster = 4;
export const subcluster = 5;
export const genus = 6;
export const species = 7;

/** Flags of a phage, to be added up. */
export const sequenced = 1;
export const temperate = 2;
export const lytic = 4;

export interface PageNotes {
  /** How many numbers a row has. */
  readonly columns: number;
  readonly rows: Uint32Array;
  /** What rows point to, each once. */
  readonly texts: readonly string[];
}

/** A collection without notes. */
export function emptyNotes(columns: number): PageNotes {
  return { columns, rows: new Uint32Array(0), texts: [] };
}

export interface NoteBook {
  readonly columns: number;
  /** What a row says of a text; '' is none. */
  readonly pointTo: (text: string) => number;
  readonly add: (...row: readonly number[]) => void;
  /** Lets the last row reach to byte `to`, with one record more. */
  readonly extend: (to: number) => void;
  readonly finish: () => PageNotes;
}

export function createNoteBook(columns: number): NoteBook {
  const pointers = new Map<string, number>();
  let rows = new Uint32Array(64 * columns);
  let used = 0;
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
      if (used + columns > rows.length) {
        const larger = new Uint32Array(rows.length * 2);
        larger.set(rows);
        rows = larger;
      }
      rows.set(row, used);
      used += columns;
    },
    extend(to) {
      const last = used - columns;
      rows[last + 2] = to;
      rows[last + tally] = (rows[last + tally] ?? 0) + 1;
    },
    finish: () => ({ columns, rows: rows.slice(0, used), texts: [...pointers.keys()] }),
  };
}

/**
 * The notes of all pages: those of `parts`, which follow one another, and of `before`, which was noted
 * earlier, for pages that are in none of them.
 */
export function joinNotes(before: PageNotes, parts: readonly PageNotes[]): PageNotes {
  const { columns } = before;
  const book = createNoteBook(columns);
  const renewed = new Set<number>();
  for (const part of parts) forEachRow(part, (row) => renewed.add(row[0] ?? 0));

  const copier = (notes: PageNotes) => {
    const pointers = notes.texts.map(() => 0);
    return (row: Uint32Array) => {
      const copy = Array.from(row);
      for (let column = firstText; column < columns; column++) {
        const pointer = row[column] ?? 0;
        if (pointer === 0) continue;
        pointers[pointer - 1] ||= book.pointTo(notes.texts[pointer - 1] ?? '');
        copy[column] = pointers[pointer - 1] ?? 0;
      }
      book.add(...copy);
    };
  };

  const copyOld = copier(before);
  let at = 0;
  const copyOldBelow = (page: number) => {
    for (; at < before.rows.length; at += columns) {
      const row = before.rows.subarray(at, at + columns);
      if ((row[0] ?? 0) >= page) return;
      if (!renewed.has(row[0] ?? 0)) copyOld(row);
    }
  };
  for (const part of parts) {
    const copy = copier(part);
    forEachRow(part, (row) => {
      copyOldBelow(row[0] ?? 0);
      copy(row);
    });
  }
  copyOldBelow(Infinity);
  return book.finish();
}

/** Calls `visit` with each row, which is a view into the notes. */
export function forEachRow(
  { columns, rows }: PageNotes,
  visit: (row: Uint32Array, index: number) => void,
): void {
  for (let at = 0; at < rows.length; at += columns) {
    visit(rows.subarray(at, at + columns), at / columns);
  }
}

/** The text that a number of a row points to; '' for none. */
export function textAt({ texts }: PageNotes, pointer: number | undefined): string {
  return pointer === undefined || pointer === 0 ? '' : (texts[pointer - 1] ?? '');
}

/** Bytes of pages, three numbers a slice: page, from, to. A slice holds whole records and the commas between. */
export interface SliceList {
  readonly add: (row: Uint32Array) => void;
  readonly finish: () => Uint32Array;
}

/** Slices that touch become one, since one byte, the comma, stands between two records of a page. */
export function createSliceList(): SliceList {
  const numbers: number[] = [];
  return {
    add(row) {
      const [page = 0, from = 0, to = 0] = row;
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
