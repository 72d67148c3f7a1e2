/** Finds a place in what is in order, by halving. */

/** How many of `length` places come first of which `isBefore` is true; it must be true of no other place. */
export function countBefore(length: number, isBefore: (place: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
