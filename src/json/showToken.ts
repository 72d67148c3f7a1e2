/** Shows a value in a message: short, on one line, printable. */

const maxShownCharacters = 60;
// A character may take several units when escaped.
const maxShownUnits = 300;
// A fast path: most tokens need no escapes.
const plainText = /^[ -~]*$/;

/** The source text of a value, shortened if it is long, with unprintable characters escaped. */
export function showToken(text: string): string {
  if (text.length <= maxShownCharacters && plainText.test(text)) return text;
  let shown = '';
  let characters = 0;
  // Character by character with an early exit: the text may have millions.
  for (const character of text) {
    if (++characters > maxShownCharacters || shown.length > maxShownUnits) return `${shown}…`;
    shown += printable(character);
  }
  return shown;
}

/** A string as JSON would write it, shortened if it is long. */
export function showString(text: string): string {
  // A character has at most two units, so this slice holds more characters than are shown.
  return showToken(JSON.stringify(text.slice(0, 2 * maxShownCharacters + 2)));
}

/** Escapes, as JSON does, whatever would break a line, move the cursor or be invisible in a terminal. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (character) =>
    character.split('').map(escapeUnit).join(''),
  );
}

/** The same for each line; JSON text stays valid and keeps its values. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
