/** Compresses text to a file piece by piece, with the same bytes that `packText` gives for the whole text. */
import { closeSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../publishing/makeFolder.ts';
import { writing } from '../publishing/siteWriter.ts';
import { blockTextBytes, packBlock } from '../publishing/bgzf.ts';

export interface PackedFile {
  /** The piece may be reused after the call. Throws a Failure. */
  readonly add: (piece: Uint8Array) => void;
  /** Writes what is buffered; returns the size of the file, and the offset of each block. Throws a Failure. */
  readonly finish: () => { readonly bytes: number; readonly blocks: readonly number[] };
  /** Closes the file, finished or not. */
  readonly close: () => void;
}

/** Creates the file, and its folder if missing. Throws a Failure. */
export function createPackedFile(target: string): PackedFile {
  const handle = writing(target, () => {
    makeFolder(path.dirname(target));
    return openSync(target, 'wx');
  });
  const text = Buffer.allocUnsafeSlow(blockTextBytes);
  const blocks: number[] = [];
  let used = 0;
  let bytes = 0;
  const flush = () => {
    const block = packBlock(text.subarray(0, used));
    writing(target, () => {
      for (let at = 0; at < block.length;) at += writeSync(handle, block, at);
    });
    blocks.push(bytes);
    bytes += block.length;
    used = 0;
  };
  return {
    add(piece) {
      for (let at = 0; at < piece.length;) {
        const more = piece.subarray(at, at + blockTextBytes - used);
        text.set(more, used);
        used += more.length;
        at += more.length;
        if (used === blockTextBytes) flush();
      }
    },
    finish() {
      if (used > 0) flush();
      return { bytes, blocks };
    },
    close: () => closeSync(handle),
  };
}
