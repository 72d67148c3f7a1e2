/** File metadata that reveals a change without reading the file. */

export interface FileStamp {
  /** Modification time, which tools such as `touch -r` and `cp -p` can set. */
  readonly mtimeMs: number;
  /** Change time of content or metadata, which only the system sets. */
  readonly ctimeMs: number;
  /** Inode: another one means another file of the same name. */
  readonly ino: number;
}

/** From `fs.Stats`, or anything with the same fields. */
export function stampOf({ mtimeMs, ctimeMs, ino }: FileStamp): FileStamp {
  return { mtimeMs, ctimeMs, ino };
}

export function isSameStamp(a: FileStamp, b: FileStamp): boolean {
  return a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs && a.ino === b.ino;
}

export function lastChangeMs({ mtimeMs, ctimeMs }: FileStamp): number {
  return Math.max(mtimeMs, ctimeMs);
}
