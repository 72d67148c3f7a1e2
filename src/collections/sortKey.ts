/** The text that orders a record among those of its collection (L3). */

// As many as the largest safe integer has.
const mostDigits = 16;

/**
 * Sorts as its fields do one after the other: integers from 0 by value, text by its bytes. Of one field of text it is
 * that text. Null where a field is missing or of another kind.
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
    // Ends in what it cannot contain, so that a text comes before all that begin with it.
    else key += `${part.replaceAll('\0', '\0\u0001')}\0\0`;
  }
  return key;
}
