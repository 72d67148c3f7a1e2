/** What the system says of a file by which another content can be suspected without reading it. */

export interface FileStamp {
  /** When its content was changed, which tools such as `touch -r` and `cp -p` set at will. */
  readonly mtimeMs: number;
  /** When anything of it was changed, which only the system sets. */
  readonly ctimeMs: number;
  /** Another one is another file under the same name. */
  readonly ino: number;
}

/** Of `fs.Stats`, or of anything that has a stamp in it. */
export function stampOf({ mtimeMs, ctimeMs, ino }: FileStamp): FileStamp {
  return { mtimeMs, ctimeMs, ino };
}

export function isSameStamp(a: FileStamp, b: FileStamp): boolean {
  return a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs && a.ino === b.ino;
}

/** When it was changed last, in whatever way. */
export function lastChangeMs({ mtimeMs, ctimeMs }: FileStamp): number {
  return Math.max(mtimeMs, ctimeMs);
}
