/** Quoting and escaping for a Caddyfile. */

/** A token in which placeholders are expanded; the text must pass `isWritable`. */
export function quote(text: string): string {
  return text.includes('`') ? `"${text}"` : `\`${text}\``;
}

/** A literal token. */
export function quoteValue(text: string): string {
  // Caddy expands `{$NAME}` everywhere, before it parses the file. The brace is therefore written as the default of an
  // unset variable.
  const literal = text.replace(/[{}]/g, '\\$&').replaceAll('{$', '{$PHAGEPRESS_NONE:{}$');
  return quote(literal);
}

const globSigns = /[*?[\\]/g;

export function isGlob(text: string): boolean {
  return text.search(globSigns) !== -1;
}

/** A folder name as a literal where Caddy expects a glob. */
export function quoteGlob(text: string): string {
  return quoteValue(text.replace(globSigns, '\\$&'));
}

/**
 * Whether a text can be quoted. A backtick ends a token in backticks, and cannot be combined with a quote or a
 * backslash; a backslash before a brace is ambiguous.
 */
export function isWritable(text: string): boolean {
  return !(text.includes('`') && /["\\]/.test(text)) && !/\\[{}]/.test(text);
}

/** A regular expression that matches a literal; safe in any quotes, and without braces, which start placeholders. */
export function patternOf(text: string): string {
  return text.replace(/[!-~]/g, (character) =>
    /[\w/-]/.test(character) ? character : `\\x${character.charCodeAt(0).toString(16)}`,
  );
}
