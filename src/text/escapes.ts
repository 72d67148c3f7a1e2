/** Makes texts safe for where they go: HTML, tables, GFF3, a shell. */

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const unsafe = /[&<>"']/;

/** For text and for attributes in quotes. */
export function escapeHtml(text: string): string {
  // Most have nothing to escape.
  return unsafe.test(text)
    ? text.replace(/[&<>"']/g, (character) => escapes[character] ?? '')
    : text;
}

/** For JSON in a script element, which no text in it can end: also where a page is saved, and read again. */
export function jsonInScript(value: object): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}

/**
 * JSON text with U+2028 and U+2029 as escapes (L1): JavaScript before 2019 and some log readers treat these as line
 * breaks.
 */
export function escapeLineSeparators(json: string): string {
  return json.replace(/[\u2028\u2029]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16)}`);
}

/** A text as a cell: in quotes where it has a sign that would end the cell, or take what follows into it. */
export function tableCell(text: string): string {
  return /["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

// The characters that the specification reserves in the ninth column, and no others.
// oxlint-disable-next-line no-control-regex -- these characters are meant
export const reserved = /[\x00-\x1f\x7f%;=&,]/g;

/** A value in the ninth column. */
export function encodeValue(text: string): string {
  return text.replaceAll(reserved, percentEncode);
}

export function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

/** A name in the first column. ">" is encoded, too, so that the line cannot look like a FASTA header. */
export function encodeSequenceName(name: string): string {
  return Array.from(new TextEncoder().encode(name), (byte) => {
    const character = String.fromCharCode(byte);
    return /[A-Za-z0-9.:^*$@!+_?|-]/.test(character) ? character : percentEncode(character);
  }).join('');
}

/** One literal shell word; control characters, which a comment cannot contain, become question marks. */
export function shellWord(text: string): string {
  const word = text.replace(/\p{Cc}/gu, '?');
  return /^[\w./:-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
