/**
 * The same text in memory of its own. What is cut out of a text keeps all of it in memory: a name that is remembered
 * would keep a megabyte of its file. Lone surrogates become U+FFFD.
 */
export function copied(text: string): string {
  return Buffer.from(text).toString();
}
