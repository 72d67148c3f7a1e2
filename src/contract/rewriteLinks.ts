/** Rewrites links in responses to the preview's URL, which usually differs from the site's base URL. */

/** The old and the new base URL of links, without a trailing slash (A1). */
export interface LinkChange {
  readonly from: string;
  readonly to: string;
}

/**
 * Rewrites `next` and `previous` in a page's envelope (L2), and no byte of its records. Only the keys before
 * `results` are scanned (L1).
 */
export function rewritePageLinks(page: Uint8Array, change: LinkChange): Uint8Array {
  const bytes = Buffer.from(page.buffer, page.byteOffset, page.byteLength);
  // A quote inside a link would be escaped, so the first match is the key.
  const headLength = bytes.indexOf('"results":[');
  if (headLength === -1) return page;

  const head = bytes.toString('utf8', 0, headLength);
  const rewritten = ['next', 'previous'].reduce(
    // A replacement function, since `$` is special in a replacement string.
    (text, key) => text.replace(linkStart(key, change.from), () => linkStart(key, change.to)),
    head,
  );
  if (rewritten === head) return page;
  return Buffer.concat([Buffer.from(rewritten), bytes.subarray(headLength)]);
}

/** Rewrites every string value that is an API link in a small JSON text: the list of addresses at the root. */
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
