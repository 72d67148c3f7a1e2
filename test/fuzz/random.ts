/** Chance that a seed repeats: the same seed gives the same numbers on every machine. */

export interface Random {
  /** From 0 up to but not including 1. */
  readonly next: () => number;
  /** An integer from 0 up to but not including `end`. */
  readonly below: (end: number) => number;
  /** True once in so many times. */
  readonly oneIn: (times: number) => boolean;
  readonly pick: <T>(list: readonly T[]) => T;
  /** A generator of its own, so that what one part draws does not change what another draws. */
  readonly fork: () => Random;
}

/** mulberry32: 32 bits of state, good enough to choose with. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  return {
    next,
    below,
    oneIn: (times) => below(times) === 0,
    pick<T>(list: readonly T[]) {
      if (list.length === 0) throw new Error('nothing to pick from');
      return list[below(list.length)] as T;
    },
    fork: () => createRandom(below(2 ** 32)),
  };
}
