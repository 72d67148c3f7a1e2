/** Which bytes of pages a list is copied from. */
import { placeColumns } from './pageNotes.ts';

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
