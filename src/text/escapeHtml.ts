/** Makes texts of records and publishers safe inside HTML. */

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For text and for attributes in quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');
}

/** For JSON in a script element, which no text in it can end: also where a page is saved, and read again. */
export function jsonInScript(value: object): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}
