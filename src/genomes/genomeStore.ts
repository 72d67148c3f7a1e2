/** Genomes on disk as builds keep them: the bases alone, one genome behind the other, for reading them one by one. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { DamagedCache, namingFile } from '../failure.ts';
import { closing, openOwn } from '../files/openRegular.ts';
import { readFully } from '../publishing/readFully.ts';

/** Where a genome stands. */
export interface GenomePlace {
  /** The file, one of several that a build has. */
  readonly store: string;
  readonly offset: number;
  /** In bases, each of which is a byte: an IUPAC code in upper case. */
  readonly length: number;
  /** Tells whether other bases were compared with; '' where nobody will ask. */
  readonly sha256: string;
  /** CRC-32: tells whether the store was damaged. */
  readonly crc: number;
}

export interface GenomeWriter {
  readonly add: (bases: Buffer) => Omit<GenomePlace, 'store' | 'sha256'>;
  /** Writes what is left and closes the file; returns its size. */
  readonly finish: () => number;
  /** Closes the file as it is. */
  readonly abandon: () => void;
}

// Small genomes are written together.
const writtenAtOnce = 1 << 20;

/** All throw the system's error. */
export function writeGenomes(store: string): GenomeWriter {
  const file = openSync(store, 'w');
  const waiting = Buffer.allocUnsafeSlow(writtenAtOnce);
  let waitingBytes = 0;
  let size = 0;
  const write = (bytes: Buffer) => {
    try {
      for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
    } catch (error) {
      throw namingFile(error, store);
    }
  };
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

/** Throws DamagedCache where the bases are not those that were written. */
export function readGenome({ store, offset, length, crc }: GenomePlace): Buffer {
  const bases = Buffer.allocUnsafeSlow(length);
  const read = closing(openOwn(store), (file) => readFully(file, bases, offset));
  if (read < length || crc32(bases) !== crc) {
    throw new DamagedCache(`${store} is damaged`);
  }
  return bases;
}
