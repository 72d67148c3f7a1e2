/** Tells a part of a file by its content: the work of a worker thread. */
import { hash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';

export interface FileRange {
  /** Absolute path. */
  readonly file: string;
  /** Bytes [start, end). */
  readonly start: number;
  readonly end: number;
}

/** Hexadecimal SHA-256 of the range; '' when it cannot be read. */
export function hashRange({ file, start, end }: FileRange): string {
  try {
    const handle = openSync(file, 'r');
    try {
      const bytes = Buffer.allocUnsafe(end - start);
      const read = readSync(handle, bytes, 0, bytes.length, start);
      return read === bytes.length ? hash('sha256', bytes) : '';
    } finally {
      closeSync(handle);
    }
  } catch {
    return '';
  }
}
