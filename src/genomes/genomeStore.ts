/**
 * Genomes on disk as builds keep them: only the bases, one genome after the other, so that each can be read by itself.
 */
import { closeSync, openSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { DamagedCache, naming } from '../failure.ts';
import { closing, openOwn } from '../files/openRegular.ts';
import { readFully } from '../publishing/readFully.ts';

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

/** Throws DamagedCache if the bases are not those that were written. */
export function readGenome({ store, offset, length, crc }: GenomePlace): Buffer {
  const bases = Buffer.allocUnsafeSlow(length);
  const read = closing(openOwn(store), (file) => readFully(file, bases, offset, store));
  if (read < length || crc32(bases) !== crc) {
    throw new DamagedCache(`${store} is damaged`);
  }
  return bases;
}
