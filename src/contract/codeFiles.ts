/** The types of the code files of the pages for people, by extension (W1). */

export const codeTypes = {
  css: 'text/css',
  js: 'text/javascript',
  // The licences of the libraries in it.
  txt: 'text/plain',
} as const;

/** The extensions of such files. */
export const codeExtensions = Object.keys(codeTypes).join('|');

/** The media type of such a file; null for any other extension. */
export function codeTypeOf(file: string): string | null {
  const extension = /\.([a-z]+)$/.exec(file)?.[1] ?? '';
  return Object.entries(codeTypes).find(([known]) => known === extension)?.[1] ?? null;
}
