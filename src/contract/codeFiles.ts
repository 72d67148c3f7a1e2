/** What lies in the folder of code of the pages for people, by the ending of its name (W1). */

export const codeTypes = {
  css: 'text/css',
  js: 'text/javascript',
  // The licences of the libraries that are in it.
  txt: 'text/plain',
} as const;

/** On the name of such a file: its ending. */
export const codeExtensions = Object.keys(codeTypes).join('|');

/** The media type of such a file; null for a name that none of them has. */
export function codeTypeOf(file: string): string | null {
  const extension = /\.([a-z]+)$/.exec(file)?.[1] ?? '';
  return Object.entries(codeTypes).find(([known]) => known === extension)?.[1] ?? null;
}
