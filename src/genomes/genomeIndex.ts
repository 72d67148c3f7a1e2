/** Finds the genomes of phages by name: a build writes the index, and its threads read it. */
import { writeFileSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import { naming } from '../failure.ts';
import { readOwn } from '../files/openRegular.ts';
import { type GenomePlace, readGenome } from './genomeStore.ts';

/** The genomes by the names of their phages. */
export type GenomeIndex = ReadonlyMap<string, GenomePlace>;

/** The bases of a phage's genome; null if it has none. */
export type GenomeOf = (phage: string) => Buffer | null;

export const noGenomes: GenomeOf = () => null;

/** Throws the system's error. */
export function writeGenomeIndex(file: string, index: GenomeIndex): void {
  writeFileSync(file, serialize(index));
}

// A few hundred genomes of phages, or one of the largest that builds accept.
const usuallyHeldBytes = 32 << 20;

function readIndex(file: string): GenomeIndex {
  return naming(file, () => deserialize(readOwn(file)) as GenomeIndex);
}

/** Caches the genomes that were used last. Throws the system's error, and DamagedCache as `readGenome` does. */
export function openGenomes(file: string, maxHeldBytes = usuallyHeldBytes): GenomeOf {
  const index = readIndex(file);
  // In order of last use.
  const held = new Map<string, Buffer>();
  let heldBytes = 0;
  // Genes are grouped by phage, so most requests repeat the last one.
  let last: { readonly phage: string; readonly bases: Buffer } | null = null;
  return (phage) => {
    if (last?.phage === phage) return last.bases;
    const place = index.get(phage);
    if (place === undefined) return null;
    const bases = held.get(phage) ?? readGenome(place);
    if (!held.delete(phage)) heldBytes += bases.length;
    held.set(phage, bases);
    for (const [other, { length }] of held) {
      if (heldBytes <= maxHeldBytes || other === phage) break;
      held.delete(other);
      heldBytes -= length;
    }
    last = { phage, bases };
    return bases;
  };
}

/** The length of each genome, in bases. Throws the system's error. */
export function genomeLengths(file: string): ReadonlyMap<string, number> {
  const index = readIndex(file);
  return new Map(Array.from(index, ([name, { length }]) => [name, length]));
}
