/** How a found value is shown in a message: short, on one line, printable. */

const maxShownCharacters = 60;
// Escapes take several units for a character.
const maxShownUnits = 300;
// What most tokens are: nothing in them is escaped.
const plainText = /^[ -~]*$/;

/** The source text of a value, cut where it is long, with everything unprintable escaped. */
export function showToken(text: string): string {
  if (text.length <= maxShownCharacters && plainText.test(text)) return text;
  let shown = '';
  let characters = 0;
  // A character at a time: the text may be millions of them long.
  for (const character of text) {
    if (++characters > maxShownCharacters || shown.length > maxShownUnits) return `${shown}…`;
    shown += printable(character);
  }
  return shown;
}

/** A string as JSON would write it, cut where it is long. */
export function showString(text: string): string {
  // Twice as many units as are shown hold more characters than are shown.
  return showToken(JSON.stringify(text.slice(0, 2 * maxShownCharacters + 2)));
}

/** Escapes, as JSON does, what would break a line, move a cursor or hide in a terminal. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (character) =>
    character.split('').map(escapeUnit).join(''),
  );
}

/** The same of each line; what is JSON stays so, with the same values. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
