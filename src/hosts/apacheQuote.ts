/** Texts in a `.htaccess`. */

/** One word of any directive but those of mod_rewrite. */
export function quote(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}

/** One word of a rewriting directive, which know no escapes within quotes; it must not hold both kinds of quotes. */
export function quoteRule(text: string): string {
  return text.includes('"') ? `'${text}'` : `"${text}"`;
}

/** A text within the substitution of a RewriteRule, where `$1` and `%1` have a meaning. */
export function escapeSubstitution(text: string): string {
  return text.replace(/[\\$%]/g, '\\$&');
}

/** Of an Accept-Encoding header: that it names an encoding, and not with a weight of zero. */
export function acceptsPattern(encoding: 'gzip' | 'br'): string {
  return `(?:^|,) *${encoding} *(?:; *q=(?!0(?:[.]0*)? *(?:,|$))[^,]*)?(?:,|$)`;
}

/** A decoded path as a URL in which nothing has a meaning to any directive. */
export function encodePath(path: string): string {
  return encodeURIComponent(path)
    .replaceAll('%2F', '/')
    .replace(/[!'()*~]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
}
