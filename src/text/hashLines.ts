/** Hashes of files in the format of `sha256sum`, by which a command recognises what it wrote earlier. */

export interface HashedFile {
  /** Relative, with `/`. */
  readonly path: string;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** A line per file, each with a line break. */
export function hashLines(files: readonly HashedFile[]): string {
  return files.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join('');
}

/** The files of all such lines in a text; other lines are ignored. */
export function readHashLines(text: string): HashedFile[] {
  return [...text.matchAll(/^([0-9a-f]{64}) {2}(\S.*)$/gm)].map(([, sha256 = '', path = '']) => {
    return { path, sha256 };
  });
}
