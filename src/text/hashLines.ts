/** Hashes of files as `sha256sum` prints them: by these a command knows again what it wrote for its user. */

export interface HashedFile {
  /** Relative, with `/`. */
  readonly path: string;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** A line for each file, each with its line end. */
export function hashLines(files: readonly HashedFile[]): string {
  return files.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join('');
}

/** The files of all such lines in a text, whatever else it says. */
export function readHashLines(text: string): HashedFile[] {
  return [...text.matchAll(/^([0-9a-f]{64}) {2}(\S.*)$/gm)].map(([, sha256 = '', path = '']) => {
    return { path, sha256 };
  });
}
