/** Parses the `page` query parameter (L4). */

/**
 * Parses `page` from a raw query string, without its `?`.
 *
 * Returns a number from 1 to `lastPage`, or 'invalid', which gets a 404 "Invalid page." (L4). Every other parameter
 * is ignored (L5). Never throws, whatever the query contains.
 */
export function pageParameter(query: string, lastPage: number): number | 'invalid' {
  const value = queryValue('page', query);
  if (value === '') return 1;
  if (value === 'last') return lastPage;
  if (!/^[0-9]+$/.test(value)) return 'invalid';
  // A number too large for exact precision still compares as larger than any last page.
  const page = Number(value);
  return page >= 1 && page <= lastPage ? page : 'invalid';
}

/** Of a repeated parameter, the last value counts (L4); '' if it is absent or empty. */
export function queryValue(name: string, query: string): string {
  let value = '';
  // forEach and slice, because CloudFront's runtime has neither for-of nor destructuring.
  query.split('&').forEach((pair) => {
    // A pair without `=` is a name only.
    const nameEnd = `${pair}=`.indexOf('=');
    if (formDecode(pair.slice(0, nameEnd)) === name) value = formDecode(pair.slice(nameEnd + 1));
  });
  return value;
}

/**
 * Decodes escaped ASCII, which is enough for page numbers. Other input need not be decoded correctly: `+` stays a
 * plus, bytes above ASCII stay bytes, and a malformed escape stays as it is.
 */
function formDecode(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, (escape) =>
    String.fromCharCode(parseInt(escape.slice(1), 16)),
  );
}
