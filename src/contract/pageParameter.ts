/** Which page of a list a query asks for (L4). */

/**
 * Reads `page` from a raw query string, without its `?`.
 *
 * Gives a number from 1 to `lastPage`, or 'invalid', which answers 404 "Invalid page." (L4).
 * Every other parameter is ignored (L5). Never throws, whatever the query holds.
 */
export function pageParameter(query: string, lastPage: number): number | 'invalid' {
  const value = lastValueOf('page', query);
  if (value === '') return 1;
  if (value === 'last') return lastPage;
  if (!/^[0-9]+$/.test(value)) return 'invalid';
  // Digits past the precision of a number still come out larger than any last page.
  const page = Number(value);
  return page >= 1 && page <= lastPage ? page : 'invalid';
}

/** The last of a repeated parameter counts (L4); '' when it is absent or has no value. */
function lastValueOf(name: string, query: string): string {
  let value = '';
  // forEach and slice, not for-of and destructuring: CloudFront's runtime has neither.
  query.split('&').forEach((pair) => {
    // Without a sign of its own, a pair is all name.
    const nameEnd = `${pair}=`.indexOf('=');
    if (formDecode(pair.slice(0, nameEnd)) === name) value = formDecode(pair.slice(nameEnd + 1));
  });
  return value;
}

/**
 * Decodes what can become a page number: escaped ASCII. The rest may stay wrong in its own way: `+` need not
 * turn into a space, nor bytes above ASCII into their characters, and a malformed escape stays as it is.
 */
function formDecode(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, (escape) =>
    String.fromCharCode(parseInt(escape.slice(1), 16)),
  );
}
