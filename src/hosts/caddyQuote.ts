/** Texts in a Caddyfile. */

/** A text as one word, in which placeholders have their meaning; it must be writable. */
export function quote(text: string): string {
  return text.includes('`') ? `"${text}"` : `\`${text}\``;
}

/** A text as one word that stands for itself. */
export function quoteValue(text: string): string {
  // `{$NAME}` is replaced before anything is read, wherever it stands: the brace comes from a variable's default.
  const literal = text.replace(/[{}]/g, '\\$&').replaceAll('{$', '{$PHAGEPRESS_NONE:{}$');
  return quote(literal);
}

const globSigns = /[*?[\\]/g;

export function isGlob(text: string): boolean {
  return text.search(globSigns) !== -1;
}

/** A folder's name where Caddy takes a pattern of files, standing for itself. */
export function quoteGlob(text: string): string {
  return quoteValue(text.replace(globSigns, '\\$&'));
}

/** Words end at a backtick or at a quote, of which a backtick can hide neither; a backslash is doubtful before a brace. */
export function isWritable(text: string): boolean {
  return !(text.includes('`') && /["\\]/.test(text)) && !/\\[{}]/.test(text);
}

/** A regular expression that finds a text as it is; safe in any quotes, and without braces, which open placeholders. */
export function patternOf(text: string): string {
  return text.replace(/[!-~]/g, (character) =>
    /[\w/-]/.test(character) ? character : `\\x${character.charCodeAt(0).toString(16)}`,
  );
}
