/**
 * Copies a text. A slice keeps its whole parent string alive: a name would retain a megabyte of its file. Lone surrogates
 * become U+FFFD.
 */
export function copied(text: string): string {
  return Buffer.from(text).toString();
}
