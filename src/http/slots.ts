/** A first-come, first-served semaphore for concurrent requests. */

/** `count` is the number of connections: a request's timeout only starts once it has one. */
export function createSlots(count: number) {
  const waiting: (() => void)[] = [];
  let free = count;
  return {
    /** Waits for a slot. */
    async take(): Promise<void> {
      if (free > 0) free--;
      else await new Promise<void>((go) => waiting.push(go));
    },
    give(): void {
      const next = waiting.shift();
      if (next === undefined) free++;
      else next();
    },
  };
}
