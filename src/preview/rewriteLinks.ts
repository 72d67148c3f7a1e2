/** Points the links of an answer at the preview, which seldom runs where the site was built for. */

/** What links start with, and what they shall start with: base URLs without a trailing slash (A1). */
export interface LinkChange {
  readonly from: string;
  readonly to: string;
}

/**
 * Changes `next` and `previous` in a page's envelope (L2) and not a byte of its records.
 * Only the envelope's head is looked at: the keys before `results` (L1).
 */
export function rewritePageLinks(page: Uint8Array, change: LinkChange): Uint8Array {
  const bytes = Buffer.from(page.buffer, page.byteOffset, page.byteLength);
  // A quote inside a link would be escaped, so the first match is the key itself.
  const headLength = bytes.indexOf('"results":[');
  if (headLength === -1) return page;

  const head = bytes.toString('utf8', 0, headLength);
  const rewritten = ['next', 'previous'].reduce(
    // A function, since a replacement string would give `$` in an address a meaning.
    (text, key) => text.replace(linkStart(key, change.from), () => linkStart(key, change.to)),
    head,
  );
  if (rewritten === head) return page;
  return Buffer.concat([Buffer.from(rewritten), bytes.subarray(headLength)]);
}

/** Changes every string value of a small JSON text that is a link into the API: the root's list of lists. */
export function rewriteRootLinks(index: Uint8Array, change: LinkChange): Uint8Array {
  const value: unknown = JSON.parse(Buffer.from(index).toString(), (_key, item: unknown) =>
    typeof item === 'string' && item.startsWith(`${change.from}/`)
      ? change.to + item.slice(change.from.length)
      : item,
  );
  return Buffer.from(JSON.stringify(value));
}

function linkStart(key: string, baseUrl: string): string {
  return `"${key}":${JSON.stringify(baseUrl).slice(0, -1)}/`;
}
