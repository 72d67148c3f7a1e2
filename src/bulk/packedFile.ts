/** Compresses a stream of text to a file, with the same bytes that `packMember` gives for the whole text. */
import { once } from 'node:events';
import { closeSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { createGzip } from 'node:zlib';
import { makeFolder } from '../publishing/makeFolder.ts';
import { writeFailure, writing } from '../publishing/siteWriter.ts';
import { packOptions, patchHeader } from './packMember.ts';

export interface PackedFile {
  /** The chunk may be reused after the promise resolves. Throws a Failure. */
  readonly add: (piece: Uint8Array) => Promise<void>;
  /** Finishes the file; returns its size. Throws a Failure. */
  readonly finish: () => Promise<number>;
  /** Closes the file, finished or not. */
  readonly close: () => void;
}

/** Creates the file, and its folder if missing. Throws a Failure. */
export function createPackedFile(target: string): PackedFile {
  const handle = openNew(target);
  const gzip = createGzip(packOptions);
  let bytes = 0;
  let failure: unknown = null;
  gzip.on('data', (packed: Buffer) => {
    if (failure !== null) return;
    try {
      if (bytes === 0) patchHeader(packed);
      for (let at = 0; at < packed.length;) at += writeSync(handle, packed, at);
      bytes += packed.length;
    } catch (error) {
      failure = writeFailure(target, error);
    }
  });
  const rethrow = () => {
    if (failure !== null) throw failure;
  };
  return {
    async add(piece) {
      await new Promise<void>((resolve, reject) => {
        gzip.write(piece, (error) => (error ? reject(error) : resolve()));
      });
      rethrow();
    },
    async finish() {
      const ended = once(gzip, 'end');
      gzip.end();
      await ended;
      rethrow();
      return bytes;
    },
    close() {
      gzip.destroy();
      closeSync(handle);
    },
  };
}

function openNew(target: string): number {
  return writing(target, () => {
    makeFolder(path.dirname(target));
    return openSync(target, 'wx');
  });
}
