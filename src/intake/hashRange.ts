/** Hashes a byte range of a file: the work of a worker thread. */
import { hashFile } from '../sources/hashFile.ts';

export interface FileRange {
  /** Absolute path. */
  readonly file: string;
  /** Bytes [start, end). */
  readonly start: number;
  readonly end: number;
}

/** As `hashFile` returns it. */
export function hashRange({ file, start, end }: FileRange): string {
  return hashFile(file, start, end);
}
