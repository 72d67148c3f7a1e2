/** Counts small numbers, again and again, without an object for each. */

export interface Tally {
  /** `what` is kept of the first of these. */
  readonly add: (of: number, what: number) => void;
  /** How many different ones were counted. */
  readonly distinct: () => number;
  /** Visits those that were counted most often, at most so many; `compare` breaks ties. Counting begins anew. */
  readonly take: (
    most: number,
    compare: (a: number, b: number) => number,
    visit: (of: number, count: number, what: number) => void,
  ) => void;
}

// Up to so many are sooner sorted by insertion.
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
