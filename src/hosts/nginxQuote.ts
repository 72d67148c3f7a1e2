/** Texts in the configuration of nginx. */

/** A text where nginx looks for no variables: of a location, a regular expression, a map's left side. */
export function quote(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}

/** A text as a value, in which `$` would begin a variable; needs the `geo` of `nginxMaps`. */
export function quoteValue(text: string): string {
  return quote(text.replaceAll('$', '${phagepress_dollar}'));
}
