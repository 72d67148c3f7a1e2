/** Numbers derived from names alone, so that they do not depend on what else is there. */
import { createHash } from 'node:crypto';

// PHROG numbers are smaller. For hashes, 2^48 values make a collision among a million names unlikely.
const firstHashed = 2 ** 20;
const hashedBytes = 6;

/** `kind` keeps the names of one kind of thing apart from those of another. */
export function hashedId(kind: string, name: string): number {
  const hash = createHash('sha256').update(`${kind} ${name}`).digest();
  return firstHashed + hash.readUIntBE(0, hashedBytes);
}
