/** Quoting and escaping for an nginx configuration. */

/** A literal where nginx expands no variables: a location, a regular expression, the left side of a map. */
export function quote(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}

/** A literal value, in which `$` would start a variable; needs the `geo` of `nginxMaps`. */
export function quoteValue(text: string): string {
  return quote(text.replaceAll('$', '${phagepress_dollar}'));
}
