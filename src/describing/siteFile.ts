/** A file of the site before it is written. */

export interface SiteFile {
  /** Relative to the site's root, with `/`. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

export function textFile(path: string, text: string): SiteFile {
  return { path, bytes: Buffer.from(text) };
}
