/** Takes notes of pages: rows and members in arrays that grow, families and texts each once. */
import { familyColumns, memberColumns, type PageNotes, tally } from './pageNotes.ts';

export interface NoteBook {
  readonly columns: number;
  /** What a row says of a text; '' is none. */
  readonly pointTo: (text: string) => number;
  /** What a member says of a family that has a colour, as `packColor` gives it. */
  readonly pointToFamily: (phamId: number, color: number) => number;
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
  const families: number[] = [];
  // By PhamID; those of further colours, where genes do not agree, by both.
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

/** No copy where there is nothing to spare: the members of all genes are large. */
function fitted(numbers: Uint32Array<ArrayBuffer>, used: number): Uint32Array {
  return used === numbers.length ? numbers : numbers.slice(0, used);
}
