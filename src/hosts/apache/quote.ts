/** Quoting and escaping for a `.htaccess`. */

/** An argument of any directive except those of mod_rewrite. */
export function quote(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}

/**
 * An argument of a mod_rewrite directive. These have no escapes within quotes, so it must not contain both kinds of
 * quotes.
 */
export function quoteRule(text: string): string {
  return text.includes('"') ? `'${text}'` : `"${text}"`;
}

/** A literal in the substitution of a RewriteRule, where `$1` and `%1` are back-references. */
export function escapeSubstitution(text: string): string {
  return text.replace(/[\\$%]/g, '\\$&');
}

/** Matches an Accept-Encoding header that accepts the encoding, with a weight above zero. */
export function acceptsPattern(encoding: 'gzip' | 'br'): string {
  return `(?:^|,) *${encoding} *(?:; *q=(?!0(?:[.]0*)? *(?:,|$))[^,]*)?(?:,|$)`;
}

/** A decoded path as a URL without characters that are special to any directive. */
export function encodePath(path: string): string {
  return encodeURIComponent(path)
    .replaceAll('%2F', '/')
    .replace(/[!'()*~]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
}
