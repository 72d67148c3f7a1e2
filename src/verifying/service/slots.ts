/** A first-come, first-served semaphore for concurrent requests. */

export interface Slots {
  /** Waits for a slot. */
  readonly take: () => Promise<void>;
  readonly give: () => void;
}

/** `count` is the number of connections: a request's timeout only starts once it has one. */
export function createSlots(count: number): Slots {
  const waiting: (() => void)[] = [];
  let free = count;
  return {
    take: async () => {
      if (free > 0) free--;
      else await new Promise<void>((go) => waiting.push(go));
    },
    give: () => {
      const next = waiting.shift();
      if (next === undefined) free++;
      else next();
    },
  };
}
