/** Counts small numbers repeatedly, without an object for each. */

export interface Tally {
  /** Increments the count of `of`; `what` is kept from its first occurrence. */
  readonly add: (of: number, what: number) => void;
  /** The number of distinct values counted. */
  readonly distinct: () => number;
  /** Visits the most frequent values, up to a limit; `compare` breaks ties. Then resets all counts. */
  readonly take: (
    most: number,
    compare: (a: number, b: number) => number,
    visit: (of: number, count: number, what: number) => void,
  ) => void;
}

// For up to this many, insertion sort is faster.
const few = 12;

function sortFew(numbers: number[], order: (a: number, b: number) => number): void {
  for (let next = 1; next < numbers.length; next++) {
    const one = numbers[next] ?? 0;
    let at = next;
    for (; at > 0 && order(numbers[at - 1] ?? 0, one) > 0; at--) numbers[at] = numbers[at - 1] ?? 0;
    numbers[at] = one;
  }
}

/** For numbers below `end`. */
export function createTally(end: number): Tally {
  const counts = new Uint32Array(end);
  const firsts = new Uint32Array(end);
  const met: number[] = [];
  return {
    add(of, what) {
      if (counts[of] === 0) {
        met.push(of);
        firsts[of] = what;
      }
      counts[of] = (counts[of] ?? 0) + 1;
    },
    distinct: () => met.length,
    take(most, compare, visit) {
      const order = (a: number, b: number) => (counts[b] ?? 0) - (counts[a] ?? 0) || compare(a, b);
      if (met.length > few) met.sort(order);
      else sortFew(met, order);
      for (let at = 0; at < met.length; at++) {
        const of = met[at] ?? 0;
        if (at < most) visit(of, counts[of] ?? 0, firsts[of] ?? 0);
        counts[of] = 0;
      }
      met.length = 0;
    },
  };
}
