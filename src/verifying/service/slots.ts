/** Lets so many requests go on at once, first come, first served. */

export interface Slots {
  /** Waits for a slot. */
  readonly take: () => Promise<void>;
  readonly give: () => void;
}

/** As many may go on at once as there are connections: the time of the others does not run. */
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
