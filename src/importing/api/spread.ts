/** Pauses that differ from each other, in the same way each time: many clients do not come back at once. */
import { createHash } from 'node:crypto';

/** Gives factors from 0.5 to 1, which follow from the seed. */
export function createSpread(seed: string): () => number {
  let drawn = 0;
  return () => {
    const hash = createHash('sha256').update(`${seed} ${drawn++}`).digest();
    return 0.5 + hash.readUInt32BE() / 2 ** 33;
  };
}
