/** A staged file written piece by piece, and linked if the live site has it already. */
import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { attempt } from '../failure.ts';
import { openOwn } from '../files/openRegular.ts';
import type { PublishedFile } from './fileList.ts';
import { makeFolder } from './makeFolder.ts';
import { readFully } from './readFully.ts';
import { closeWritten, linkOrCopy, type SiteWriterOptions, writing } from './siteWriter.ts';

export interface StreamedFile {
  /** Throws a Failure. */
  readonly append: (piece: Uint8Array) => void;
  /** Call after the last append. Throws a Failure. */
  readonly finish: () => { readonly file: PublishedFile; readonly isLinked: boolean };
  /** Closes the file, finished or not. */
  readonly close: () => void;
}

const copiedBytes = 1 << 20;

/** While the pieces equal those of the live file, nothing is written. */
export function createStreamedFile(
  file: string,
  { stagingDir, liveDir }: Pick<SiteWriterOptions, 'stagingDir' | 'liveDir'>,
): StreamedFile {
  const target = path.join(stagingDir, file);
  const livePath = liveDir === null ? null : path.join(liveDir, file);
  const digest = createHash('sha256');
  const live = livePath === null ? -1 : (attempt(() => openOwn(livePath)) ?? -1);
  let written = -1;
  let bytes = 0;
  let scratch = Buffer.alloc(0);

  const write = (piece: Uint8Array) => {
    for (let at = 0; at < piece.length;) at += writeSync(written, piece, at);
  };
  const read = (size: number, from: number): Buffer => {
    if (scratch.length < size) scratch = Buffer.allocUnsafeSlow(size * 2);
    return scratch.subarray(0, readFully(live, scratch.subarray(0, size), from));
  };
  const isLive = (piece: Uint8Array) =>
    live >= 0 && written < 0 && read(piece.length, bytes).equals(piece);
  /** At the first difference: copies what was equal from the live file. */
  const part = () => {
    if (written >= 0) return;
    makeFolder(path.dirname(target));
    written = openSync(target, 'wx');
    for (let at = 0; at < bytes; at += copiedBytes)
      write(read(Math.min(copiedBytes, bytes - at), at));
  };

  return {
    append(piece) {
      digest.update(piece);
      writing(target, () => {
        if (isLive(piece)) return;
        part();
        write(piece);
      });
      bytes += piece.length;
    },
    finish() {
      const isLinked =
        livePath !== null && live >= 0 && written < 0 && fstatSync(live).size === bytes;
      writing(target, () => {
        if (!isLinked) return part();
        makeFolder(path.dirname(target));
        linkOrCopy(livePath, target);
      });
      return { file: { path: file, bytes, sha256: digest.digest('hex') }, isLinked };
    },
    close() {
      if (live >= 0) closeSync(live);
      if (written >= 0) closeWritten(written, target);
    },
  };
}
