/** Collects the byte ranges of pages from which a list is copied. */
import { placeColumns } from './pageNotes.ts';

/** Byte ranges, three numbers per slice: page, from, to. A slice contains whole records and the commas between them. */
export interface SliceList {
  readonly add: (place: ArrayLike<number>) => void;
  readonly finish: () => Uint32Array;
}

/** Coalesces adjacent slices: on a page, one byte, the comma, separates two records. */
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
