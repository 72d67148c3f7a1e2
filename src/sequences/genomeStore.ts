/**
 * Genomes on disk as builds keep them: only the bases, one genome after the other, so that each can be read by itself.
 */
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import { crc32 } from 'node:zlib';
import { DamagedCache, naming } from '../base/failure.ts';
import { closing, readFully, readOwn } from '../base/files.ts';
import { openCached } from '../base/runs.ts';

/** The location of a genome. */
export interface GenomePlace {
  /** The file; a build has several. */
  readonly store: string;
  readonly offset: number;
  /** In bases, each of which is a byte: an IUPAC code in upper case. */
  readonly length: number;
  /** SHA-256 of the bases: shows that a genome changed since genes were compared with it; '' if not needed. */
  readonly sha256: string;
  /** CRC-32: detects that the store is damaged. */
  readonly crc: number;
}

export interface GenomeWriter {
  readonly add: (bases: Buffer) => Omit<GenomePlace, 'store' | 'sha256'>;
  /** Writes what is buffered and closes the file; returns its size. */
  readonly finish: () => number;
  /** Closes the file as it is. */
  readonly abandon: () => void;
}

// Small genomes are written in one call.
const writtenAtOnce = 1 << 20;

/** All throw the system's error. */
export function writeGenomes(store: string): GenomeWriter {
  const file = openSync(store, 'w');
  const waiting = Buffer.allocUnsafeSlow(writtenAtOnce);
  let waitingBytes = 0;
  let size = 0;
  const write = (bytes: Buffer) =>
    naming(store, () => {
      for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
    });
  const flush = () => {
    write(waiting.subarray(0, waitingBytes));
    waitingBytes = 0;
  };
  return {
    add(bases) {
      const { length } = bases;
      const place = { offset: size, length, crc: crc32(bases) };
      if (waitingBytes + length > writtenAtOnce) flush();
      if (length > writtenAtOnce) write(bases);
      else waitingBytes += bases.copy(waiting, waitingBytes);
      size += length;
      return place;
    },
    finish() {
      flush();
      closeSync(file);
      return size;
    },
    abandon: () => closeSync(file),
  };
}

/** Throws DamagedCache if the bases are not there, or not those that were written. */
function readGenome({ store, offset, length, crc }: GenomePlace): Buffer {
  const bases = Buffer.allocUnsafeSlow(length);
  const read = closing(openCached(store), (file) => readFully(file, bases, offset, store));
  if (read < length || crc32(bases) !== crc) {
    throw new DamagedCache(`${store} is damaged`);
  }
  return bases;
}

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
const defaultHeldBytes = 32 << 20;

function readIndex(file: string): GenomeIndex {
  return naming(file, () => deserialize(readOwn(file)) as GenomeIndex);
}

/** Caches the genomes that were used last. Throws the system's error, and DamagedCache as `readGenome` does. */
export function openGenomes(file: string, maxHeldBytes = defaultHeldBytes): GenomeOf {
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
