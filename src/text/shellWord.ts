/** Quotes words of commands that are printed for the user to type. */

/** One literal shell word; control characters, which a comment cannot contain, become question marks. */
export function shellWord(text: string): string {
  const word = text.replace(/\p{Cc}/gu, '?');
  return /^[\w./:-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
