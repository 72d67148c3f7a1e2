/** How a found value is shown in a message: short, on one line, printable. */

const maxShownCharacters = 60;

/** The source text of a value, cut where it is long, with everything unprintable escaped. */
export function showToken(text: string): string {
  const characters = [...text];
  const cut =
    characters.length > maxShownCharacters
      ? `${characters.slice(0, maxShownCharacters).join('')}…`
      : text;
  return printable(cut);
}

/** A string as JSON would write it, cut where it is long. */
export function showString(text: string): string {
  return showToken(JSON.stringify(text));
}

/** Escapes what would break a line, move a cursor or hide in a terminal. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`;
  });
}
