/** Jitter for pauses, the same in each run, so that many clients do not return at once. */
import { createHash } from 'node:crypto';

/** Returns factors from 0.5 to 1, derived from the seed. */
export function createSpread(seed: string): () => number {
  let drawn = 0;
  return () => {
    const hash = createHash('sha256').update(`${seed} ${drawn++}`).digest();
    return 0.5 + hash.readUInt32BE() / 2 ** 33;
  };
}
