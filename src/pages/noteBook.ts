/** Collects notes of pages in growable arrays; families and texts are interned. */
import { familyColumns, memberColumns, type PageNotes, tally } from './pageNotes.ts';

export interface NoteBook {
  readonly columns: number;
  /** Interns a text; 0 is ''. */
  readonly pointTo: (text: string) => number;
  /** Interns a family with a colour as returned by `packColor`. */
  readonly pointToFamily: (phamId: number, color: number) => number;
  readonly add: (...row: readonly number[]) => void;
  /** Appends a gene to the last row, and extends the row to the gene's end, byte `to`. */
  readonly addMember: (to: number, family: number) => void;
  readonly finish: () => PageNotes;
}

/** Creates an empty collector; `room` is the initial capacity. */
export function createNoteBook(
  columns: number,
  room: { readonly rows: number; readonly members: number } = { rows: 256, members: 256 },
): NoteBook {
  const pointers = new Map<string, number>();
  const families: number[] = [];
  // Keyed by PhamID; if genes disagree on the colour, further ones by PhamID and colour.
  const familyPointers = new Map<number | string, number>();
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
    pointToFamily(phamId, color) {
      const known = familyPointers.get(phamId);
      if (known !== undefined && families[(known - 1) * familyColumns + 1] === color) return known;
      const key = known === undefined ? phamId : `${phamId} ${color}`;
      const pointer = familyPointers.get(key);
      if (pointer !== undefined) return pointer;
      families.push(phamId, color);
      familyPointers.set(key, families.length / familyColumns);
      return families.length / familyColumns;
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
      families: Float64Array.from(families),
      texts: [...pointers.keys()],
    }),
  };
}

function enlarged(numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(numbers.length * 2 + 16);
  larger.set(numbers);
  return larger;
}

/** Avoids a copy when the array is full: the members of all genes are large. */
function fitted(numbers: Uint32Array<ArrayBuffer>, used: number): Uint32Array {
  return used === numbers.length ? numbers : numbers.slice(0, used);
}
