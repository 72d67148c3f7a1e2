/** Reads the genes of a batch from its files, as if these were concatenated, with a buffer. */
import { closeSync, openSync } from 'node:fs';
import { readFully } from '../publishing/readFully.ts';

export interface PartitionFile {
  readonly path: string;
  readonly bytes: number;
}

export interface PartitionReader {
  /**
   * The bytes [from, from + length) of the concatenated files, which must be within one file; valid until the next
   * call. `ahead` is how much to read ahead. Throws the system's error.
   */
  readonly read: (from: number, length: number, ahead: number) => Buffer;
  readonly close: () => void;
}

export function openPartition(files: readonly PartitionFile[]): PartitionReader {
  const starts: number[] = [];
  let end = 0;
  for (const { bytes } of files) {
    starts.push(end);
    end += bytes;
  }
  let held = Buffer.alloc(0);
  // The buffer holds bytes [first, last).
  let first = 0;
  let last = 0;
  let open = -1;
  let handle = -1;
  const close = () => {
    if (handle >= 0) closeSync(handle);
    open = -1;
    handle = -1;
  };
  const fileOf = (at: number) => {
    let file = open < 0 ? 0 : open;
    if ((starts[file] ?? 0) > at) file = 0;
    while (file + 1 < starts.length && (starts[file + 1] ?? 0) <= at) file++;
    return file;
  };
  return {
    close,
    read(from, length, ahead) {
      if (from < first || from + length > last) {
        const file = fileOf(from);
        const { path, bytes } = files[file] ?? { path: '', bytes: 0 };
        if (file !== open) {
          close();
          handle = openSync(path, 'r');
          open = file;
        }
        const within = from - (starts[file] ?? 0);
        const wanted = Math.min(bytes - within, length + ahead);
        if (held.length < wanted) held = Buffer.allocUnsafeSlow(wanted);
        if (wanted < length || readFully(handle, held.subarray(0, wanted), within, path) < wanted) {
          throw new Error(`${path} is shorter than it was`);
        }
        first = from;
        last = from + wanted;
      }
      return held.subarray(from - first, from - first + length);
    },
  };
}
