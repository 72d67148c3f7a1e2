/** The text that orders a record among those of its collection (L3). */

// As many as the largest safe integer has.
const mostDigits = 16;

/**
 * Sorts by the fields in turn: non-negative integers by value, text by its bytes. A single text field is its own key.
 * Null if a field is missing or of another type.
 */
export function sortKeyOf(
  record: Readonly<Record<string, unknown>>,
  fields: readonly string[],
): string | null {
  let key = '';
  for (const field of fields) {
    const part = record[field];
    if (typeof part === 'string' && fields.length === 1) return part;
    if (typeof part === 'number' && fields.length > 1)
      key += String(part).padStart(mostDigits, '0');
    else if (typeof part !== 'string') return null;
    // Terminated by bytes that the text cannot contain, so that a text sorts before its extensions.
    else key += `${part.replaceAll('\0', '\0\u0001')}\0\0`;
  }
  return key;
}
